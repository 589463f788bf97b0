import type { Container, EnvEntry, FieldRef, GoSetting, Manifest, Unread } from './manifest.ts'

/** Placeholders that a tool replaces: `${MEM}`, `{{ .Values.memory }}`, `<memory>`, `__MEMORY__`, comments. */
const FILLED_LATER = /[$%{<@#`]|__/

export const FROM_TEMPLATE = 'a variable or a template'
export const FROM_CALLER = 'the environment of the process that starts it'
const FROM_TEXT = 'a text that is not a valid limit'

/** Whether a tool fills in another text before this one is used. */
export function isFilledLater(text: string): boolean {
  return FILLED_LATER.test(text)
}

/** Replaces `${MEM:-512m}` and `${MEM-512m}` by the default that they contain, as compose and shells do. */
export function withDefaults(text: string): string {
  let filled = text
  for (let depth = 0; depth < MOST_NESTED; depth++) filled = filled.replace(/\$\{[A-Za-z_]\w*:?-([^${}]*)\}/g, '$1')
  return filled
}

const MOST_NESTED = 4

/**
 * A limit that is written, but cannot be read. Without a text, no limit is set.
 * @param value the value that was read; undefined or NaN if the text is not a value
 */
export function unreadLimit(of: Unread['of'], text: string, value: number | undefined, line: number): Unread[] {
  if (text.trim() === '' || (value !== undefined && !Number.isNaN(value))) return []
  return [{ of, from: isFilledLater(text) ? FROM_TEMPLATE : FROM_TEXT, line }]
}

export const LIMITS = ['memoryLimit', 'cpuLimit'] as const

/** Marks each limit that the container does not set as unread: something else may set it to a value we do not know. */
export function withOpenLimits(
  container: Container,
  by: Pick<Unread, 'from' | 'line' | 'mayBe'>,
  limits: readonly (typeof LIMITS)[number][] = LIMITS,
): Container {
  const { unread = [] } = container
  const open = limits.filter((of) => container[of] === undefined && unread.every((one) => one.of !== of))
  // Kubernetes takes a limit as the request where none is written. 0 is what it takes without either.
  const requests = {
    ...(limits.includes('memoryLimit') && { memoryRequest: container.memoryRequest || undefined }),
    ...(limits.includes('cpuLimit') && { cpuRequest: container.cpuRequest || undefined }),
  }
  return { ...container, ...requests, unread: [...unread, ...open.map((of) => ({ of, ...by }))] }
}

/** The limit of a container without its own, if other containers share that of its pod or task. */
export function sharedMemory(whole: 'pod' | 'task', line: number): Unread {
  return { of: 'memoryLimit', from: `the memory limit of the ${whole}, which its containers share`, line }
}

/** The key of the container’s limit or request to which a field refers. */
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

/** The env files that a container names; empty if as many env files are among the manifests. */
export function openFiles({ unread = [] }: Container, all: readonly Manifest[]): readonly Unread[] {
  const files = unread.filter(({ of }) => of === 'variables')
  return all.filter(({ kind }) => kind === 'env-file').length < files.length ? files : []
}

export const IN_FILES = ['GOGC', 'GOMEMLIMIT'] as const satisfies readonly GoSetting[]
