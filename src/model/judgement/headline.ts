import { formatCount, formatSeconds, formatSize, type SizeUnit } from '../../format.ts'
import { gogcPercent } from '../../units.ts'
import { hasTwoClocks } from '../clock.ts'
import { cycleStart, segmentAt } from '../cycles.ts'
import type { RunResult } from '../result.ts'
import type { Rules } from '../tally.ts'
import type { Outline, Trace } from '../trace.ts'
import { BY_GOGC } from './count.ts'
import { factsOf } from './facts.ts'
import { inForce, isUnlimited } from './limits.ts'
import { whatNoCycleDid, whyNoCycle } from './rules.ts'

/* The second lines under the large figures: they put a number into proportion, or say why it means nothing. */

/** Throttling by a CPU quota is reported from this share of the run on. */
const LEAST_THROTTLED = 0.01

/** Whether a CPU quota held the run still for long enough to tell shares by the clock from those of CPU time. */
export function isThrottled({ throttledSeconds, wallSeconds }: RunResult): boolean {
  return throttledSeconds > LEAST_THROTTLED * wallSeconds
}

/** For GC time: the CPU time that GC took from the program, and marking on idle CPUs. */
export function gcAside(trace: Trace): string {
  // While a quota stops the program, Go’s clocks go on: its share then includes throttled time, CPU time does not.
  return gcTimes(trace.result.gcSeconds, idleMarking(trace), isThrottled(trace.result) ? ', plus throttled time' : '')
}

/** GC's CPU time with its part on idle CPUs. @param basis what the share beside it also includes */
export function gcTimes(gcSeconds: number, idle: number, basis = ''): string {
  if (idle < LEAST_IDLE * gcSeconds || idle === 0) return formatSeconds(gcSeconds) + (basis || ' of CPU time')
  return `${formatSeconds(Math.max(0, gcSeconds - idle))}, plus ${formatSeconds(idle)} of idle CPUs${basis}`
}

export function idleMarking({ cycles, unfinished }: Trace): number {
  // The cycle that the run's end cut off has marked too, but is not counted among the cycles.
  let idle = unfinished?.idle ?? 0
  for (const seconds of cycles.runtime?.idle.subarray(0, cycles.count) ?? []) idle += seconds
  return idle
}

/** Less idle marking than this share of the GC's time is not mentioned. */
const LEAST_IDLE = 0.01

/** For peak memory: the largest live heap that a cycle found. What became live since the last one is not known. */
export function liveAside(trace: Trace, unit?: SizeUnit): string {
  const { result, cycles, segments } = trace
  const atStart = segments[0]?.peak.live ?? 0
  if (cycles.count > 0) return `up to ${formatSize(result.peakLiveBytes, unit)} found live`
  return atStart > 0 ? `${formatSize(atStart, unit)} live at the start` : 'live heap not measured'
}

/** How often cycles ran, and how many the program forced; or why there was none. */
export function cyclesAside(trace: Trace): string {
  const { result, cycles } = trace
  const none = whyNoCycle(trace)
  if (none !== undefined) return none
  const forced = cycles.forced.length > 0 ? [`plus ${formatCount(cycles.forced.length)} forced`] : []
  const paced =
    result.cycles > 0
      ? [`one per ${formatSeconds(result.wallSeconds / result.cycles)}${hasTwoClocks(trace) ? ' elapsed' : ''}`]
      : []
  return [...paced, ...forced].join(', ')
}

/** The lowest GOGC that was in force, in percent (off: Infinity), and whether there was another one during the run. */
export function lowestGogcSet(run: Outline): { readonly lowest: number; readonly isOnly: boolean } {
  const set = inForce(run).map(({ gogc }) => gogcPercent(gogc))
  const lowest = Math.min(...set)
  return { lowest, isOnly: set.every((percent) => percent === lowest) }
}

/** The lowest effective GOGC in percent (off: Infinity): of the goals that GOGC or the memory limit set. */
export function lowestGogc(trace: Trace): number {
  let least = factsOf(trace).rules.lowestGogc
  if (least === Infinity) return lowestGogcSet(trace).lowest
  const { count, rule } = trace.cycles
  // A GOGC that was in force may have set no goal.
  for (let i = 0; i < count; i++)
    if (rule[i] === BY_GOGC) least = Math.min(least, gogcPercent(segmentAt(trace, cycleStart(trace, i)).gogc))
  return least
}

/** For GOGC: how often something else set the goal in this run. */
export function gogcAside(trace: Trace): string {
  const { rules } = factsOf(trace)
  const { cycles, byLimit } = rules
  const whose = lowestGogc(trace) < rules.lowestGogc ? 'the lowest set;' : 'lowest:'
  if (byLimit > 0) return `${whose} the memory limit set ${toPortion(byLimit, cycles)} of goals`
  const set = lowestGogcSet(trace).isOnly ? 'as set' : 'the lowest set'
  const least = whatLeastSet(rules)
  if (least) return `${set}, but ${least}`
  if (cycles === 0) return `${set}; no cycle ${whatNoCycleDid(trace)}`
  if (isUnlimited(trace)) return `${set}; no memory limit`
  return `${set}; the memory limit set the goal of no cycle`
}

/**
 * Which least goal set most of them, if one did. The first goal of a program that starts with nothing is always the
 * minimum heap, so it is not mentioned.
 */
export function whatLeastSet({ cycles, byMinimum, byRoom }: Rules): string | undefined {
  const least = byMinimum + byRoom
  if (2 * least <= cycles) return undefined
  const which = byRoom === 0 ? 'the minimum heap' : byMinimum === 0 ? 'live + a minimum' : 'a minimum'
  return `${which} set ${toPortion(least, cycles)} of goals`
}

/** A share of a count in whole percent, but 0 and 100 only if it is exactly that: `8 %`, `under 1 %`. */
export function toPortion(part: number, whole: number): string {
  const percent = Math.round((part / whole) * 100)
  if (percent === 0 && part > 0) return 'under 1 %'
  return percent === 100 && part < whole ? 'over 99 %' : `${percent} %`
}
