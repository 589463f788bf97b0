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
    const raw: unknown = JSON.parse(storage().getItem(KEY) ?? '[]')
    if (!Array.isArray(raw)) return []
    return raw.flatMap((entry: unknown) => {
      if (typeof entry !== 'object' || entry === null) return []
      const { id, json } = entry as { id?: unknown; json?: unknown }
      const result = validateScenario(json)
      return typeof id === 'string' && result.ok ? [{ id, scenario: result.value }] : []
    })
  } catch (error) {
    // Text that is no longer JSON is as good as nothing; a storage that throws keeps nothing.
    return error instanceof SyntaxError ? [] : undefined
  }
}

/** Keeps exactly these. @returns whether the storage took them */
export function writeOwn(storage: () => Kept, own: readonly OwnScenario[]): boolean {
  try {
    storage().setItem(KEY, JSON.stringify(own.map(({ id, scenario }) => ({ id, json: toScenarioJson(scenario) }))))
    return true
  } catch {
    return false
  }
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
