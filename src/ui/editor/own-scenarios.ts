import { parseScenario, toScenarioJson } from '../../scenario/json.ts'
import type { Scenario } from '../../scenario/types.ts'
import { validateScenario } from '../../scenario/validate.ts'

/** A scenario that this browser keeps. */
export interface OwnScenario {
  readonly id: string
  readonly scenario: Scenario
}

/** The part of a browser's storage that is used; every call may throw, and so may reaching for it. */
export type Kept = Pick<Storage, 'getItem' | 'setItem'>

const KEY = 'sawtooth.scenarios'

/** The scenarios that are kept, newest first; what cannot be read any more is left out. Undefined where nothing can be kept. */
export function readOwn(storage: () => Kept): readonly OwnScenario[] | undefined {
  try {
    return readEntries(storage).flatMap((entry) => toOwn(entry) ?? [])
  } catch {
    return undefined
  }
}

/**
 * Keeps exactly these, behind them what is kept and cannot be read: another version of this page, open beside it or
 * published later, may know how. @returns whether the storage took them
 */
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
    return Array.isArray(raw) ? raw : []
  } catch {
    // Text that is no longer JSON is as good as nothing.
    return []
  }
}

function toOwn(entry: unknown): OwnScenario | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const { id, json } = entry as { id?: unknown; json?: unknown }
  const result = validateScenario(json)
  return typeof id === 'string' && result.ok ? { id, scenario: result.value } : undefined
}

/** The list with a scenario put first, in place of one of the same name. */
export function withOwn(own: readonly OwnScenario[], scenario: Scenario, id: string): readonly OwnScenario[] {
  return [{ id, scenario }, ...own.filter((other) => other.scenario.title !== scenario.title)]
}

/** The text of a scenario's file. */
export function toFileText(scenario: Scenario): string {
  return `${JSON.stringify(toScenarioJson(scenario), null, 2)}\n`
}

/** A file name that every system takes. */
export function toFileName({ title }: Scenario): string {
  const plain = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return `${plain.slice(0, 60) || 'scenario'}.json`
}

/** Largest file that is read: a thousand phases and a thousand changes take a third of it. */
export const MAX_FILE_BYTES = 1024 * 1024

/** Reads a file's scenario; one that is too large is refused before it is read. */
export async function readFile(file: Pick<File, 'size' | 'name' | 'text'>) {
  if (file.size > MAX_FILE_BYTES) {
    const message = `${file.name} has ${file.size} bytes; a scenario has at most ${MAX_FILE_BYTES}. It was not read.`
    return { ok: false, problems: [{ path: '', message }] } as const
  }
  try {
    return parseScenario(await file.text())
  } catch {
    return { ok: false, problems: [{ path: '', message: `${file.name} could not be read` }] } as const
  }
}
