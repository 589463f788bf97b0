import { segmentAt } from './cycles.ts'
import { lastAtMost } from './search.ts'
import type { Visit } from './step-line.ts'
import { endOf, visitGoal, visitTrigger } from './steps.ts'
import type { Segment, Trace } from './trace.ts'

/** The values of the heap chart at one instant. Sizes in bytes; Infinity for an absent goal or limit. */
export interface Reading {
  readonly time: number
  readonly other: number
  readonly live: number
  readonly fresh: number
  /** other + live + new. */
  readonly total: number
  /** Heap goal in force, without other memory; NaN where the trace does not know it. */
  readonly goal: number
  /** Runtime model: the heap at which the next cycle starts; NaN in the guide model. */
  readonly trigger: number
  readonly segment: Segment
  /** Runtime model only. */
  readonly counted: number | undefined
  readonly container: number | undefined
  /** The bounds of both, if they are an estimate. */
  readonly range: readonly [number, number] | undefined
}

/** The values at `time`, on the lines between points; undefined outside the run and for an empty one. */
export function readAt(trace: Trace, time: number): Reading | undefined {
  const { points } = trace
  if (points.count === 0 || !(time >= points.time[0]!) || time > endOf(trace)) return undefined
  const segment = segmentAt(trace, time)
  const i = lastAtMost(points.time, points.count, time)
  const next = Math.min(i + 1, points.count - 1)
  const width = points.time[next]! - points.time[i]!
  const part = width > 0 ? (time - points.time[i]!) / width : 0
  const between = (column: Float64Array) => column[i]! + (column[next]! - column[i]!) * part
  const { countedLow: low, countedHigh: high } = points.runtime ?? {}
  const live = between(points.live)
  const fresh = between(points.fresh)
  return {
    time,
    other: segment.otherMemory,
    live,
    fresh,
    total: segment.otherMemory + live + fresh,
    goal: lastValue(time, (visit) => visitGoal(trace, [time, time], visit)),
    trigger: lastValue(time, (visit) => visitTrigger(trace, [time, time], visit)),
    segment,
    counted: points.runtime && between(points.runtime.counted),
    container: points.runtime && between(points.runtime.container),
    range: low && high && [between(low), between(high)],
  }
}

/** The value of a step line at `time`: that of its last vertex up to `time`; where two steps meet, of the later one. */
function lastValue(time: number, visitAll: (visit: Visit) => void): number {
  let found = Number.NaN
  visitAll((at, value) => {
    if (at <= time) found = value
  })
  return found
}
