import { formatCount, formatSeconds, formatSize, type SizeUnit } from '../../format.ts'
import { hasTwoClocks } from '../clock.ts'
import type { Trace } from '../trace.ts'
import { factsOf } from './facts.ts'
import { inForce } from './limits.ts'
import { whyNoCycle } from './rules.ts'

/*
 * The second lines under the large figures: what puts a number into proportion, or says why it says nothing.
 */

/** GC time: what the program had to give, and beside it marking on CPUs that were idle. */
export function gcAside({ result, cycles }: Trace): string {
  let idle = 0
  for (const seconds of cycles.runtime?.idle.subarray(0, cycles.count) ?? []) idle += seconds
  if (idle < LEAST_IDLE * result.gcSeconds || idle === 0) return `${formatSeconds(result.gcSeconds)} of CPU time`
  return `${formatSeconds(Math.max(0, result.gcSeconds - idle))}, plus ${formatSeconds(idle)} of idle CPUs`
}

/** Less idle marking than this share of the GC's time is not worth a word. */
const LEAST_IDLE = 0.01

/** The live heap beside the peak of memory, in its unit. Without a cycle nobody has measured it. */
export function liveAside(trace: Trace, unit?: SizeUnit): string {
  const { result, cycles, segments } = trace
  const atStart = segments[0]?.peak.live ?? 0
  if (cycles.count > 0) return `${formatSize(result.peakLiveBytes, unit)} found live at most`
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

/** What GOGC as set is worth in this run: who else set goals. */
export function gogcAside(trace: Trace): string {
  const { rules, excess } = factsOf(trace)
  const { cycles, byLimit, byMinimum } = rules
  if (byLimit > 0) return `the memory limit set the goal in ${toPortion(byLimit, cycles)} of cycles`
  // The first goal of a program that starts with nothing is always that one: not worth a word.
  if (byMinimum * 2 > cycles) return `as set; the least goal held in ${toPortion(byMinimum, cycles)} of cycles`
  if (cycles === 0) return 'as set; no cycle ran'
  if (inForce(trace).every(({ memoryLimit }) => memoryLimit === Infinity)) return 'as set; no memory limit'
  return excess ? 'as set; the memory limit set no goal' : 'as set; the memory limit never takes effect'
}

/** A share of a count as whole percents, that are neither none nor all where it is neither: `8 %`, `under 1 %`. */
export function toPortion(part: number, whole: number): string {
  const percent = Math.round((part / whole) * 100)
  if (percent === 0 && part > 0) return 'under 1 %'
  return percent === 100 && part < whole ? 'over 99 %' : `${percent} %`
}
