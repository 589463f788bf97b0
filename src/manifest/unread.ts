import type { Container, EnvEntry, FieldRef, GoSetting, Manifest, Unread } from './manifest.ts'

/** What is filled in before the text counts: `${MEM}`, `{{ .Values.memory }}`, `<memory>`, `__MEMORY__`, a comment, a command. */
const FILLED_LATER = /[$%{<@#`]|__/

/** Where values come from that a manifest does not hold. */
export const FROM_TEMPLATE = 'a variable or a template'
export const FROM_CALLER = 'the environment of whoever starts it'
const FROM_TEXT = 'a text that is no such limit'

/** Whether something else stands in place of a text before it is used. */
export function isFilledLater(text: string): boolean {
  return FILLED_LATER.test(text)
}

/** `${MEM:-512m}` and `${MEM-512m}` with the default that is written in them, as compose and shells read it. */
export function withDefaults(text: string): string {
  let filled = text
  for (let depth = 0; depth < MOST_NESTED; depth++) filled = filled.replace(/\$\{[A-Za-z_]\w*:?-([^${}]*)\}/g, '$1')
  return filled
}

/** Defaults within defaults. */
const MOST_NESTED = 4

/**
 * A limit whose text is no value.
 * @param value what was read; a limit without a text is none
 */
export function unreadLimit(of: Unread['of'], text: string, value: number | undefined, line: number): Unread[] {
  if (text.trim() === '' || (value !== undefined && !Number.isNaN(value))) return []
  return [{ of, from: isFilledLater(text) ? FROM_TEMPLATE : FROM_TEXT, line }]
}

/** Where a container has the limit or the request that a field is taken from. */
export function keyOf({ kind, resource }: FieldRef) {
  return `${resource}${kind === 'limits' ? 'Limit' : 'Request'}` as const
}

/** Whether an entry sets a variable to a value that is not in its manifest. */
export function isUnread(container: Container, entry: EnvEntry): boolean {
  if (entry.share !== undefined && container.memoryLimit !== undefined) return false
  if (!entry.field) return entry.text === undefined && !entry.isHidden
  const { kind, of: from = container } = entry.field
  const key = keyOf(entry.field)
  return from[key] === undefined && (kind === 'requests' || from.unread?.some(({ of }) => of === key) === true)
}

/** Files of variables that a container names, where fewer env files are among the manifests. */
export function openFiles({ unread = [] }: Container, all: readonly Manifest[]): readonly Unread[] {
  const files = unread.filter(({ of }) => of === 'variables')
  return all.filter(({ kind }) => kind === 'env-file').length < files.length ? files : []
}

/** Settings that a file of variables may hold, and that decide how much memory a program takes. */
export const IN_FILES = ['GOGC', 'GOMEMLIMIT'] as const satisfies readonly GoSetting[]
