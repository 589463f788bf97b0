import type { Points, Trace } from '../model/trace.ts'
import type { TimeRange } from './chart.ts'
import type { Pen } from './pen.ts'

/**
 * The stack's outlines from below: other memory, what is live on top of it, what is new on top of that (which is what
 * the memory limit counts in the guide model), and memory outside Go on top of all (which only the container counts).
 */
export type Outline = 'live' | 'total' | 'container'

/**
 * Draws an outline of the stack from the points that `window` shows, and one more on either side.
 *
 * Other memory is the segments', the rest the points': where a change alters memory there are two points at the same
 * instant, before and after, so the first of them still stands on the old segment's memory.
 */
export function drawOutline(pen: Pen, trace: Trace, window: TimeRange, outline: Outline): void {
  const { points, segments } = trace
  const [from, to] = pointsWithin(points.time, points.count, window)
  let i = from
  segments.forEach((segment, s) => {
    const nextTime = segments[s + 1]?.time ?? Infinity
    const isFirst = i === from
    let end = i
    while (end < to && points.time[end]! < nextTime) end++
    if (end < to && points.time[end] === nextTime && (end > i || isFirst)) end++
    const base = segment.otherMemory + (outline === 'container' ? segment.outsideMemory : 0)
    drawRange(pen, trace, outline, base, i, end)
    i = end
  })
}

/** From so many points on, it pays to look for the extremes of each column of pixels here. */
const MANY_POINTS = 20_000
const COLUMNS = 4_000

function drawRange(pen: Pen, { points }: Trace, outline: Outline, base: number, from: number, to: number): void {
  const { time, live, fresh } = points
  if (to - from > MANY_POINTS) drawExtremes(pen, points, outline, base, from, to)
  else if (outline === 'live') for (let i = from; i < to; i++) pen.to(time[i]!, base + live[i]!)
  else for (let i = from; i < to; i++) pen.to(time[i]!, base + live[i]! + fresh[i]!)
}

/**
 * The same for a great many points: of each of thousands of short stretches of time the first, lowest, highest and last,
 * which are all that a pen would keep of them. A loop over plain columns looks at a point five times as fast as a pen.
 */
function drawExtremes(pen: Pen, points: Points, outline: Outline, base: number, from: number, to: number): void {
  const { time, live, fresh } = points
  const isLive = outline === 'live'
  const start = time[from]!
  const step = (time[to - 1]! - start) / COLUMNS
  const draw = (i: number) => pen.to(time[i]!, base + live[i]! + (isLive ? 0 : fresh[i]!))
  for (let column = 1, i = from; i < to; column++) {
    const end = column < COLUMNS ? start + column * step : Infinity
    if (time[i]! >= end) continue
    const first = i
    let lowest = i
    let highest = i
    let low = Infinity
    let high = Number.NEGATIVE_INFINITY
    for (; i < to && time[i]! < end; i++) {
      const value = isLive ? live[i]! : live[i]! + fresh[i]!
      if (value < low) {
        low = value
        lowest = i
      }
      if (value > high) {
        high = value
        highest = i
      }
    }
    draw(first)
    draw(Math.min(lowest, highest))
    draw(Math.max(lowest, highest))
    draw(i - 1)
  }
}

/** Draws a column of the points as it is. */
export function drawColumn(pen: Pen, trace: Trace, window: TimeRange, column: Float64Array): void {
  const { time } = trace.points
  const [from, to] = pointsWithin(time, trace.points.count, window)
  for (let i = from; i < to; i++) pen.to(time[i]!, column[i]!)
}

/** Time and height of the highest point of a run's stack within a window, without memory outside Go. */
export function peakWithin(trace: Trace, window: TimeRange): readonly [number, number] | undefined {
  const { points, segments } = trace
  let found: [number, number] | undefined
  let s = 0
  for (let i = firstAtOrAfter(points.time, points.count, window[0]); i < points.count; i++) {
    const time = points.time[i]!
    if (time > window[1]) break
    while (s + 1 < segments.length && segments[s + 1]!.time < time) s++
    const height = segments[s]!.otherMemory + points.live[i]! + points.fresh[i]!
    if (!found || height > found[1]) found = [time, height]
  }
  return found
}

/** First and last + 1 of the points to draw for a window: those inside, and the neighbours that lines lead to. */
function pointsWithin(time: Float64Array, count: number, [start, end]: TimeRange): readonly [number, number] {
  const from = Math.max(0, firstAtOrAfter(time, count, start) - 1)
  let to = firstAtOrAfter(time, count, end)
  while (to < count && time[to]! <= end) to++
  return [from, Math.min(count, to + 1)]
}

/** Index of the first time that is not before `at`. */
function firstAtOrAfter(time: Float64Array, count: number, at: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (time[middle]! < at) low = middle + 1
    else high = middle
  }
  return low
}
