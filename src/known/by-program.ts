import { formatBriefSize, formatCount, formatSeconds } from '../format.ts'
import { isGogcOff } from '../metrics/fields.ts'
import { MAX_CHANGES } from '../scenario/params.ts'
import { secondsOf } from '../scenario/rates.ts'
import type { Scenario } from '../scenario/types.ts'
import type { ForcedCycles } from './measure/forced.ts'
import { NO_LIMIT } from './measure/ranged.ts'
import type { ProcessRun } from './measure/timeline.ts'

/* How a program itself controls GC, besides its environment: it changes settings, and forces cycles. */

export interface OwnSetting {
  readonly name: 'GOGC' | 'GOMEMLIMIT'
  /** The values as text, each once, in the order of the scrapes. */
  readonly values: readonly string[]
}

/** The settings that differ between the scrapes of one process: only the program itself can have changed them. */
export function ownSettings({ scrapes }: Pick<ProcessRun, 'scrapes'>): readonly OwnSetting[] {
  const own = (name: OwnSetting['name'], field: 'gogc' | 'memoryLimit', show: (value: number) => string) => {
    const values = scrapes.flatMap(({ values }) => values.get(field) ?? []).map(show)
    return { name, values: [...new Set(values)] }
  }
  return [
    own('GOGC', 'gogc', (value) => (isGogcOff(value) ? 'off' : String(value))),
    own('GOMEMLIMIT', 'memoryLimit', (value) => (value >= NO_LIMIT ? 'off' : formatBriefSize(value))),
  ].filter(({ values }) => values.length > 1)
}

export function ownSettingFindings(own: readonly OwnSetting[]) {
  return own.map(({ name, values }) => ({
    kind: 'set-by-program' as const,
    title: `The program sets ${name} itself`,
    text: `Scrapes of one process show ${listed(values)}. The program overrides the ${name} of its environment while it runs.`,
  }))
}

/** Why setting an environment variable has no lasting effect, in words; undefined if it has. */
export function whyOverridden(own: readonly OwnSetting[]): string | undefined {
  if (own.length === 0) return undefined
  const settings = own.map(({ name, values }) => `${name} itself (scrapes show ${listed(values)})`)
  const names = own.map(({ name }) => name).join(' and ')
  return `The program sets ${settings.join(' and ')}: it overrides ${names} of its environment. We simulate each option with one value for the whole run`
}

const MOST_LISTED = 4

/** Joins values in a sentence, as in `1, 2 and 3`. Of many values, only the first ones and a count of the rest. */
export function listed(values: readonly string[]): string {
  const more = values.length - MOST_LISTED
  const shown = more > 0 ? [...values.slice(0, MOST_LISTED), `${more} more`] : values
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** Calls of runtime.GC as changes of a scenario of this many seconds: less frequent if it has no room for all. */
export function toCalls(forced: ForcedCycles | undefined, seconds: number): { at: number; forceGC: true }[] {
  if (!forced) return []
  const secondsBetween = secondsBetweenCalls(forced, seconds)
  const calls = Array.from({ length: Math.floor(seconds / secondsBetween) }, (_, i) => ({
    at: Number(((i + 1) * secondsBetween).toPrecision(6)),
    forceGC: true as const,
  }))
  return calls.filter(({ at }) => at < seconds)
}

function secondsBetweenCalls({ secondsBetween }: ForcedCycles, seconds: number): number {
  return Math.max(secondsBetween, seconds / MAX_CHANGES)
}

/** Why the program may need less memory: its forced cycles are too many for a scenario of this many seconds. */
export function whyFewerCalls(forced: ForcedCycles | undefined, seconds: number): string | undefined {
  const simulated = forced && secondsBetweenCalls(forced, seconds)
  if (!simulated || simulated <= forced.secondsBetween) return undefined
  const usual = formatSeconds(forced.secondsBetween)
  return `the program forces about one GC cycle in ${usual}, but in so long a run we simulate only one in ${formatSeconds(simulated)}: it may need less memory than these ranges say (a shorter run has all of them)`
}

/** The program as it is without forced cycles, if it was simulated with them, or the other way round. */
export function withOtherCalls(scenario: Scenario, forced: ForcedCycles): Scenario {
  const seconds = secondsOf(scenario.program)
  return forced.isUneven ? { ...scenario, changes: toCalls(forced, seconds) } : withoutCalls(scenario)
}

function withoutCalls(scenario: Scenario): Scenario {
  return { ...scenario, changes: scenario.changes.filter(({ forceGC }) => !forceGC) }
}

const NEARLY_ALL = 0.9

/** Something other than GOGC may start GC cycles, and so keeps the heap smaller. */
export function forcedFinding(forced: ForcedCycles | undefined) {
  if (!forced) return []
  const title = forced.counted ? 'The program forces GC cycles' : 'Something other than GOGC may start GC cycles'
  const text = forced.counted ? describeCounted(forced, forced.counted) : describeEarly(forced)
  return [{ kind: 'forced-cycles' as const, title, text }]
}

function describeCounted(
  forced: ForcedCycles,
  { forced: count, cycles }: NonNullable<ForcedCycles['counted']>,
): string {
  const were = count === 1 ? 'was' : 'were'
  const effect =
    count >= NEARLY_ALL * cycles
      ? 'They keep the heap below its goal, whatever GOGC is.'
      : 'GOGC starts the other cycles.'
  const simulated = forced.isSteady
    ? `We simulate them under other settings too, up to ${formatCount(MAX_CHANGES)} in a run. If the program stops forcing cycles, it needs more memory.`
    : 'We do not know whether the program continues to force them, so we simulate both cases.'
  return `${count} of ${cycles} cycles ${were} forced (runtime.GC, debug.FreeOSMemory), ${howOften(forced)}. ${effect} ${simulated}`
}

function describeEarly(forced: ForcedCycles): string {
  const [allocated, room] = [forced.early!.allocated, forced.early!.room].map(formatBriefSize)
  return `The program allocates ${allocated} per cycle, but GOGC allowed ${room} in every scrape. The program may call runtime.GC or debug.FreeOSMemory, or its heap is much smaller between scrapes. We simulate both cases: with forced cycles, ${howOften(forced)}, and without.`
}

function howOften({ secondsBetween }: ForcedCycles): string {
  return `about one in ${formatSeconds(secondsBetween)}`
}
