import { formatSeconds } from '../format.ts'
import { lastAtMost } from './search.ts'
import type { Trace } from './trace.ts'

/** CPU time: one second per CPU that works. Elapsed time: what a person waits. In the guide model they are the same. */
export type Clock = 'cpu' | 'wall'

export function hasTwoClocks({ points }: Trace): boolean {
  return points.runtime !== undefined
}

export function clockOf({ clock }: Trace): Clock {
  return clock ?? 'cpu'
}

/** Elapsed seconds at an instant of the run's axis, interpolated between points; outside the run, at its nearer end. */
export function wallAt(trace: Trace, time: number): number {
  const { points } = trace
  if (clockOf(trace) === 'wall' || !points.runtime) return time
  return interpolate(points.time, points.runtime.wall, points.count, time)
}

/** The instant of a run's CPU-time axis at which its elapsed time is `wall`: the last one, where CPU time stood still. */
export function atWall({ points }: Trace, wall: number): number {
  return points.runtime ? interpolate(points.runtime.wall, points.time, points.count, wall) : wall
}

/** An instant for the headline: `63.95 s elapsed`; `5.32 s` in a run with only one clock. */
export function toMomentText(trace: Trace, time: number): string {
  return toElapsedText(trace, wallAt(trace, time))
}

/** When a run was killed: `killed at 5.32 s`, `killed at 329.37 s elapsed`; at 0 it never ran. */
export function toKillText(trace: Trace, time: number, toText = toMomentText): string {
  return time > 0 ? `killed at ${toText(trace, time)}` : 'killed as it starts'
}

/** A length of elapsed time: `3.20 s elapsed`; `3.20 s` in a run with only one clock. */
export function toElapsedText(trace: Trace, seconds: number): string {
  return formatSeconds(seconds) + (hasTwoClocks(trace) ? ' elapsed' : '')
}

/** As `toElapsedText`, if only the model of the run is known. */
export function formatElapsed({ model }: Pick<Trace, 'model'>, seconds: number): string {
  return formatSeconds(seconds) + (model === 'runtime' ? ' elapsed' : '')
}

/** An instant by both clocks: `63.95 s elapsed (167.79 s of CPU time)`; by one where both show the same. */
export function toWholeMomentText(trace: Trace, time: number): string {
  const cpu = formatSeconds(time)
  const isOne = !hasTwoClocks(trace) || clockOf(trace) === 'wall' || formatSeconds(wallAt(trace, time)) === cpu
  return toMomentText(trace, time) + (isOne ? '' : ` (${cpu} of CPU time)`)
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
