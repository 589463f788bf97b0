import { formatBriefSize, formatSeconds } from '../format.ts'
import { MAX_CHANGES } from '../scenario/params.ts'
import type { Scenario } from '../scenario/types.ts'
import type { ForcedCycles } from './measure/forced.ts'
import { NO_LIMIT } from './measure/ranged.ts'
import type { ProcessRun } from './measure/timeline.ts'

/* What a program does to GC itself, beside its environment: it changes settings, and forces cycles. */

/** A setting that a process changed while it was scraped. */
export interface OwnSetting {
  readonly name: 'GOGC' | 'GOMEMLIMIT'
  /** Each value once, in the order in which they came, in words. */
  readonly values: readonly string[]
}

/** The settings that differ between the scrapes of one process: nothing but the program can have changed them. */
export function ownSettings({ scrapes }: Pick<ProcessRun, 'scrapes'>): readonly OwnSetting[] {
  const own = (name: OwnSetting['name'], field: 'gogc' | 'memoryLimit', show: (value: number) => string) => {
    const values = scrapes.flatMap(({ values }) => values.get(field) ?? []).map(show)
    return { name, values: [...new Set(values)] }
  }
  return [
    own('GOGC', 'gogc', (value) => (value < 0 || value > 1e6 ? 'off' : String(value))),
    own('GOMEMLIMIT', 'memoryLimit', (value) => (value >= NO_LIMIT ? 'off' : formatBriefSize(value))),
  ].filter(({ values }) => values.length > 1)
}

/** That the program sets them, so that its environment does not decide. */
export function setByProgram(own: readonly OwnSetting[]) {
  return own.map(({ name, values }) => ({
    kind: 'set-by-program' as const,
    title: `The program sets ${name} itself`,
    text: `${listed(values)} were scraped of one process. A ${name} in its environment does not last: the program sets another one while it runs.`,
  }))
}

/** Why a line to set does not count, in words; undefined where it does. */
export function whyOverridden(own: readonly OwnSetting[]): string | undefined {
  if (own.length === 0) return undefined
  const told = own.map(({ name, values }) => `${name} itself (${listed(values)} were scraped)`)
  const names = own.map(({ name }) => name).join(' or a ')
  return `The program sets ${told.join(' and ')}: a ${names} in its environment does not last, and we simulate each option with one for the whole run`
}

const MOST_LISTED = 4

function listed(values: readonly string[]): string {
  const more = values.length - MOST_LISTED
  const shown = more > 0 ? [...values.slice(0, MOST_LISTED), `${more} more`] : values
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** The calls that force cycles, as changes of a scenario that lasts this long: less often, if they would be too many. */
export function toCalls(forced: ForcedCycles | undefined, seconds: number): { at: number; forceGC: true }[] {
  if (!forced) return []
  const every = Math.max(forced.every, seconds / MAX_CHANGES)
  const calls = Array.from({ length: Math.floor(seconds / every) }, (_, i) => ({
    at: Number(((i + 1) * every).toPrecision(6)),
    forceGC: true as const,
  }))
  return calls.filter(({ at }) => at < seconds)
}

/** The same program without calls. */
export function withoutCalls(scenario: Scenario): Scenario {
  return { ...scenario, changes: scenario.changes.filter(({ forceGC }) => !forceGC) }
}

const NEARLY_ALL = 0.9

/** That GOGC does not start the cycles, and so does not decide how large the heap becomes. */
export function forcedFinding(forced: ForcedCycles | undefined) {
  if (!forced) return []
  const { counted, early, every, isSteady } = forced
  const title = counted ? 'The program forces GC cycles' : 'Something other than GOGC starts GC cycles'
  const often = `about one in ${formatSeconds(every)}`
  const text = counted
    ? `${counted.forced} of ${counted.cycles} cycles ${counted.forced === 1 ? 'was' : 'were'} forced (runtime.GC, debug.FreeOSMemory), ${often}. ${counted.forced >= NEARLY_ALL * counted.cycles ? 'They keep the heap below its goal, whatever GOGC is.' : 'They come besides those that GOGC starts.'} ${isSteady ? 'What is simulated under other settings counts them, and more memory is needed where the program stops forcing cycles.' : 'Nothing shows whether the program goes on to force them: we simulate both.'}`
    : `A cycle allocates ${formatBriefSize(early!.allocated)}, but GOGC left it ${formatBriefSize(early!.room)} in every scrape. The program may call runtime.GC or debug.FreeOSMemory, or its heap is much smaller between scrapes. We simulate both: programs with forced cycles, ${often}, and programs without.`
  return [{ kind: 'forced-cycles' as const, title, text }]
}
