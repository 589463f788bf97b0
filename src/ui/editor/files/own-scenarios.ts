import { failedAt, isRecord, type Result } from '../../../result.ts'
import { parseScenario, toScenarioJson } from '../../../scenario/json.ts'
import { MAX_TITLE } from '../../../scenario/params.ts'
import type { Scenario } from '../../../scenario/types.ts'
import { validateScenario } from '../../../scenario/validate.ts'
import { toFileStem } from '../../../share/export/snippets.ts'

export interface OwnScenario {
  readonly id: string
  readonly scenario: Scenario
}

/** The part of a browser's storage that we use. Every call may throw, and so may the access to it. */
export type Kept = Pick<Storage, 'getItem' | 'setItem'>

const KEY = 'sawtooth.scenarios'

/** The stored scenarios, newest first, without those that we cannot read; undefined if the browser stores nothing. */
export function readOwn(storage: () => Kept): readonly OwnScenario[] | undefined {
  try {
    return readEntries(storage).flatMap((entry) => toOwn(entry) ?? [])
  } catch {
    return undefined
  }
}

/** Also stores the texts that we cannot read, after them: another version of this page may. @returns whether it did */
export function writeOwn(storage: () => Kept, own: readonly OwnScenario[]): boolean {
  try {
    const unread = readEntries(storage).filter((entry) => toOwn(entry) === undefined)
    const read = own.map(({ id, scenario }) => ({ id, json: toScenarioJson(scenario) }))
    storage().setItem(KEY, JSON.stringify([...read, ...unread]))
    return true
  } catch {
    return false
  }
}

function readEntries(storage: () => Kept): readonly unknown[] {
  const text = storage().getItem(KEY) ?? '[]'
  try {
    const raw: unknown = JSON.parse(text)
    return Array.isArray(raw) ? raw : [raw]
  } catch {
    // Keeps text that is not JSON, as it is.
    return [text]
  }
}

function toOwn(entry: unknown): OwnScenario | undefined {
  if (!isRecord(entry)) return undefined
  const { id, json } = entry
  const result = validateScenario(json)
  return typeof id === 'string' && result.ok ? { id, scenario: result.value } : undefined
}

/** What storing a scenario would replace, under its name: we never replace anything without asking. */
export type Keeping =
  | { readonly kind: 'new' }
  | { readonly kind: 'kept-already' }
  /** Another program has that name. `freeTitle` is a name that no program has. */
  | { readonly kind: 'name-taken'; readonly freeTitle: string }

export function toKeeping(own: readonly OwnScenario[], scenario: Scenario): Keeping {
  const namesakes = own.filter((other) => other.scenario.title === scenario.title)
  if (namesakes.length === 0) return { kind: 'new' }
  const text = toFileText(scenario)
  if (namesakes.some((other) => toFileText(other.scenario) === text)) return { kind: 'kept-already' }
  return { kind: 'name-taken', freeTitle: toFreeTitle(own, scenario.title) }
}

/** The list with a scenario put first. The user decides whether those of the same name are removed. */
export function withOwn(
  own: readonly OwnScenario[],
  scenario: Scenario,
  id: string,
  how: 'add' | 'replace',
): readonly OwnScenario[] {
  const rest = how === 'add' ? own : own.filter((other) => other.scenario.title !== scenario.title)
  return [{ id, scenario }, ...rest]
}

/** The list with a deleted scenario back in its place, unless it is there. */
export function withBack(own: readonly OwnScenario[], deleted: OwnScenario, place: number): readonly OwnScenario[] {
  return own.some(({ id }) => id === deleted.id) ? own : own.toSpliced(place, 0, deleted)
}

/** `Mine 2`, or the first number after it that is free; as long as a title may be. */
function toFreeTitle(own: readonly OwnScenario[], title: string): string {
  const taken = new Set(own.map((other) => other.scenario.title))
  const stem = title.replace(/ \d{1,4}$/, '').slice(0, MAX_TITLE - 6)
  for (let n = 2; ; n++) if (!taken.has(`${stem} ${n}`)) return `${stem} ${n}`
}

export function toFileText(scenario: Scenario): string {
  return `${JSON.stringify(toScenarioJson(scenario), null, 2)}\n`
}

export function toFileName({ title }: Scenario): string {
  return `${toFileStem(title) || 'scenario'}.json`
}

/** The largest file that we read: a thousand phases and a thousand changes take a third of it. */
export const MAX_FILE_BYTES = 1024 * 1024

/** Reads a file's scenario; one that is too large is refused before it is read. */
export async function readFile(file: Pick<File, 'size' | 'name' | 'text'>): Promise<Result<Scenario>> {
  if (file.size > MAX_FILE_BYTES)
    return failedAt(
      '',
      `${file.name} has ${file.size} bytes; a scenario has at most ${MAX_FILE_BYTES}. It was not read.`,
    )
  try {
    return parseScenario(await file.text())
  } catch {
    return failedAt('', `${file.name} could not be read`)
  }
}
