import { bisectLeft, bisectRight } from 'd3-array'
import type { Trace } from '../model/trace.ts'
import type { TimeRange } from './chart.ts'
import type { PathDecimator } from './path.ts'

/**
 * From below: other memory, the live heap, the new heap (its top is what the memory limit counts in the guide model),
 * and memory outside Go (which only the container counts).
 */
type Outline = 'live' | 'total' | 'container'

/**
 * Draws the points within `window`, and one more on either side. A change of memory has two points at one instant,
 * before and after it, so the first one uses the segment before.
 */
export function drawOutline(
  decimator: Pick<PathDecimator, 'to'>,
  trace: Trace,
  window: TimeRange,
  outline: Outline,
): void {
  const { points, segments } = trace
  const { time, live, fresh } = points
  const [from, to] = pointsWithin(time, points.count, window)
  let i = from
  segments.forEach((segment, s) => {
    const nextTime = segments[s + 1]?.time ?? Infinity
    const isFirst = i === from
    let end = i
    while (end < to && time[end]! < nextTime) end++
    if (end < to && time[end] === nextTime && (end > i || isFirst)) end++
    const base = segment.otherMemory + (outline === 'container' ? segment.outsideMemory : 0)
    for (; i < end; i++) decimator.to(time[i]!, base + live[i]! + (outline === 'live' ? 0 : fresh[i]!))
  })
}

export function drawColumn(decimator: PathDecimator, trace: Trace, window: TimeRange, column: Float64Array): void {
  const { time } = trace.points
  const [from, to] = pointsWithin(time, trace.points.count, window)
  for (let i = from; i < to; i++) decimator.to(time[i]!, column[i]!)
}

/** First and last + 1 of the points to draw for a window: those inside, and the neighbours that lines lead to. */
function pointsWithin(time: Float64Array, count: number, [start, end]: TimeRange): readonly [number, number] {
  const from = Math.max(0, bisectLeft(time, start, 0, count) - 1)
  return [from, Math.min(count, bisectRight(time, end, 0, count) + 1)]
}
