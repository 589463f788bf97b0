import { cycleEnd, cycleStart, firstCycleFrom, unfinishedStart } from '../model/cycles.ts'
import { endOf } from '../model/steps.ts'
import type { Trace } from '../model/trace.ts'
import type { TimeRange } from './chart.ts'
import type { Frame } from './layout.ts'
import { scale, toTenths } from './path.ts'

/** Stretches of the plot in pixels, in order and apart from each other. */
type Stretch = readonly [number, number]

/** The stretches in which cycles ran, in pixels. The last may be a cycle that the end of the run cut off. */
export function cycleStretches(trace: Trace, window: TimeRange, frame: Frame): readonly Stretch[] {
  const { stretches, add } = createStretches(window, frame)
  const { count } = trace.cycles
  let i = firstCycleFrom(trace, window[0])
  for (; i < count && cycleStart(trace, i) <= window[1]; i++) add(cycleStart(trace, i), cycleEnd(trace, i))
  const last = unfinishedStart(trace)
  if (last !== undefined) add(last, endOf(trace))
  return stretches
}

export function countCycles(trace: Trace, window: TimeRange): number {
  let from = firstCycleFrom(trace, window[0])
  if (from < trace.cycles.count && cycleStart(trace, from) < window[0]) from++
  let to = firstCycleFrom(trace, window[1])
  if (to < trace.cycles.count && cycleStart(trace, to) <= window[1]) to++
  return to - from
}

/** Stretches of time in pixels. */
export function toStretches(spans: readonly TimeRange[], window: TimeRange, frame: Frame): readonly Stretch[] {
  const { stretches, add } = createStretches(window, frame)
  for (const [start, end] of spans) add(start, end)
  return stretches
}

/** Each is at least one pixel wide, and those that touch become one: so there are never more than there are pixels. */
function createStretches(window: TimeRange, { x, left, right }: Frame) {
  const stretches: [number, number][] = []
  const add = (start: number, end: number) => {
    if (end < window[0] || start > window[1]) return
    const x0 = Math.max(left, Math.min(right - 1, scale(x, start)))
    const x1 = Math.min(right, Math.max(scale(x, end), x0 + 1))
    const last = stretches.at(-1)
    if (last && x0 <= last[1]) last[1] = Math.max(last[1], x1)
    else stretches.push([x0, x1])
  }
  return { stretches, add }
}

export function boxes(stretches: readonly Stretch[], top: number, height: number): string {
  let path = ''
  for (const [x0, x1] of stretches) path += `M${toTenths(x0)},${top}H${toTenths(x1)}v${height}H${toTenths(x0)}Z`
  return path
}

/** A line through the middle of stretches. Dashed, and as wide as the plot is high, it looks like a hatch. */
export function middles(stretches: readonly Stretch[], y: number): string {
  let path = ''
  for (const [x0, x1] of stretches) path += `M${toTenths(x0)},${y}H${toTenths(x1)}`
  return path
}

/** The widest of the stretches, which has most room for a word. */
export function widest(stretches: readonly Stretch[]): Stretch | undefined {
  let found = stretches[0]
  for (const stretch of stretches) if (found && stretch[1] - stretch[0] > found[1] - found[0]) found = stretch
  return found
}
