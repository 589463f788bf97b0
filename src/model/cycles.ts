import { lowerBound } from './search.ts'
import type { Cycles, RuntimeCycles, Segment, Trace } from './trace.ts'

export function endPointOf({ startPoint, endPoint }: Cycles, i: number): number {
  return endPoint?.[i] ?? (startPoint[i] ?? -1) + 1
}

/** Start of a cycle on the CPU-time axis, in seconds. */
export function cycleStart({ cycles, points }: Trace, i: number): number {
  return points.time[cycles.startPoint[i] ?? 0] ?? 0
}

/** End of a cycle on the CPU-time axis, in seconds. */
export function cycleEnd({ cycles, points }: Pick<Trace, 'cycles' | 'points'>, i: number): number {
  return points.time[endPointOf(cycles, i)] ?? 0
}

/** The start, in seconds on the time axis, of the cycle that the end of the run cut off; undefined if there is none. */
export function unfinishedStart({ points, unfinished }: Trace): number | undefined {
  return unfinished && points.time[unfinished.startPoint]
}

/** The live heap that the goal of a cycle was computed from, in bytes: what the cycle before it found. */
export function cycleLiveBefore({ cycles, points }: Trace, i: number): number {
  return points.live[cycles.startPoint[i] ?? 0] ?? 0
}

export function cycleLiveFound({ cycles, points }: Trace, i: number): number {
  return cycles.runtime?.liveFound[i] ?? points.live[endPointOf(cycles, i)] ?? 0
}

/** All CPU-seconds of a cycle of the runtime model. */
export function cycleCpu({ background, assist, idle, pause }: RuntimeCycles, i: number): number {
  return background[i]! + assist[i]! + idle[i]! + pause[i]!
}

/** Whether a cycle ran because the program called runtime.GC() or debug.FreeOSMemory(). */
export function isForced({ cycles: { forced } }: Trace, i: number): boolean {
  return forced[lowerBound(forced.length, (k) => forced[k]! < i)] === i
}

export function callOf({ cycles: { freed } }: Trace, i: number): string {
  return freed?.includes(i) ? 'debug.FreeOSMemory()' : 'runtime.GC()'
}

/** Index of the cycle whose time span is nearest to an instant; −1 without cycles. */
export function nearestCycle(trace: Trace, time: number): number {
  const { count } = trace.cycles
  if (count === 0) return -1
  const after = firstCycleFrom(trace, time)
  if (after === 0) return 0
  if (after === count) return count - 1
  const isBeforeNearer = time - cycleEnd(trace, after - 1) < cycleStart(trace, after) - time
  return isBeforeNearer ? after - 1 : after
}

/** Index of the first cycle that ends at or after an instant; the number of cycles if none does. */
export function firstCycleFrom(trace: Trace, time: number): number {
  return lowerBound(trace.cycles.count, (i) => cycleEnd(trace, i) < time)
}

/** The settings in force at an instant of the time axis. */
export function segmentAt({ segments }: Trace, time: number): Segment {
  let found = segments[0]
  for (const segment of segments) if (segment.time <= time) found = segment
  if (!found) throw new Error('a trace without segments')
  return found
}
