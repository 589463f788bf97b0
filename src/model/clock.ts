import { formatSeconds } from '../format.ts'
import { lastAtMost } from './search.ts'
import type { Trace } from './trace.ts'

/** CPU time: one second per CPU that works. Elapsed time: what a person waits. In the guide model they are the same. */
export type Clock = 'cpu' | 'wall'

/** An instant by both clocks, in seconds. CPU time is not known of a run that is laid out by elapsed time. */
interface Moment {
  readonly cpu: number | undefined
  readonly wall: number
}

export function hasTwoClocks({ points }: Trace): boolean {
  return points.runtime !== undefined
}

export function clockOf({ clock }: Trace): Clock {
  return clock ?? 'cpu'
}

/** Both clocks at an instant of the run's axis, interpolated between points; outside the run, at its nearer end. */
export function momentAt(trace: Trace, time: number): Moment {
  const { points } = trace
  if (clockOf(trace) === 'wall') return { cpu: undefined, wall: time }
  if (!points.runtime) return { cpu: time, wall: time }
  return { cpu: time, wall: interpolate(points.time, points.runtime.wall, points.count, time) }
}

/** The instant of a run's CPU-time axis at which its elapsed time is `wall`: the last one, where CPU time stood still. */
export function atWall({ points }: Trace, wall: number): number {
  return points.runtime ? interpolate(points.runtime.wall, points.time, points.count, wall) : wall
}

/** An instant for the headline: `63.95 s elapsed`; `5.32 s` in a run with only one clock. */
export function toMomentText(trace: Trace, time: number): string {
  return toElapsedText(trace, momentAt(trace, time).wall)
}

/** An instant on the clock of a time axis: `3 510 s CPU`, `63.95 s elapsed`; `5.32 s` in a run with only one clock. */
export function toAxisText(trace: Trace, time: number, clock = clockOf(trace)): string {
  return hasTwoClocks(trace) && clock === 'cpu' ? formatCpu(time) : toMomentText(trace, time)
}

/** When a run was killed, on the clock of the axis: `at 5.32 s`, `at 3 510 s CPU, after 329.37 s elapsed`; at 0 it never ran. */
export function toKillText(trace: Trace, time: number, clock = clockOf(trace)): string {
  if (!(time > 0)) return 'as it starts'
  const [at, elapsed] = [toAxisText(trace, time, clock), toMomentText(trace, time)]
  return at === elapsed ? `at ${at}` : `at ${at}, after ${elapsed}`
}

/** An instant or a length of CPU time: `3 510 s CPU`. */
export function formatCpu(seconds: number): string {
  return `${formatSeconds(seconds)} CPU`
}

/** A length of elapsed time: `3.20 s elapsed`; `3.20 s` in a run with only one clock. */
export function toElapsedText(trace: Trace, seconds: number): string {
  return formatSeconds(seconds) + (hasTwoClocks(trace) ? ' elapsed' : '')
}

/** The same, if only the model of the run is known. */
export function formatElapsed({ model }: Pick<Trace, 'model'>, seconds: number): string {
  return formatSeconds(seconds) + (model === 'runtime' ? ' elapsed' : '')
}

/** An instant by CPU time, for a second line: `167.79 s of CPU time`; undefined if that adds nothing. */
export function toCpuText(trace: Trace, time: number): string | undefined {
  const { cpu } = momentAt(trace, time)
  return hasTwoClocks(trace) && cpu !== undefined ? `${formatSeconds(cpu)} of CPU time` : undefined
}

/** An instant by both clocks: `63.95 s elapsed (167.79 s of CPU time)`; by one where both show the same. */
export function toWholeMomentText(trace: Trace, time: number): string {
  const cpu = toCpuText(trace, time)
  const { wall } = momentAt(trace, time)
  const isSame = cpu === undefined || formatSeconds(wall) === formatSeconds(time)
  return toMomentText(trace, time) + (isSame ? '' : ` (${cpu})`)
}

/** Both columns never fall. At an instant that several points share, the last of them counts. */
function interpolate(from: Float64Array, to: Float64Array, count: number, at: number): number {
  if (count === 0) return at
  if (at < from[0]!) return to[0]!
  if (at >= from[count - 1]!) return to[count - 1]!
  const low = lastAtMost(from, count, at)
  const part = (at - from[low]!) / (from[low + 1]! - from[low]!)
  return to[low]! + part * (to[low + 1]! - to[low]!)
}
