import { cycleEnd, nearestCycle } from '../../model/cycles.ts'
import { readAt } from '../../model/reading.ts'
import { type LinearScale, scale } from '../path.ts'
import type { Scene } from '../scene.ts'
import type { Region } from './readout-place.ts'

/**
 * The tooth of the cycle that is explained at an instant: from the end of the cycle before it to its own, below the
 * highest the heap stood. undefined where there is no cycle.
 */
export function explainedRegion({ trace, frame, y }: Scene, time: number): Region | undefined {
  const span = explainedSpan(trace, time)
  if (!span) return undefined
  const peak = readAt(trace, span.peakTime)?.total
  return toRegion(frame, span, peak === undefined ? frame.top : scale(y, peak))
}

/** The same span of the chart of CPU shares, below the share `of` the cycle. */
export function explainedShareRegion({ trace, frame, y }: Scene, time: number, of: number): Region | undefined {
  const span = explainedSpan(trace, time)
  return span && toRegion(frame, span, scale(y, of))
}

interface Span {
  readonly start: number
  readonly end: number
  readonly peakTime: number
}

function explainedSpan(trace: Scene['trace'], time: number): Span | undefined {
  const cycle = nearestCycle(trace, time)
  if (cycle < 0) return undefined
  const { startPoint } = trace.cycles
  return {
    start: cycle > 0 ? cycleEnd(trace, cycle - 1) : 0,
    end: cycleEnd(trace, cycle),
    peakTime: trace.points.time[startPoint[cycle] ?? 0] ?? 0,
  }
}

function toRegion(
  { x, left, right, bottom }: { x: LinearScale } & Omit<Region, 'top'>,
  span: Span,
  top: number,
): Region {
  const within = (time: number) => Math.max(left, Math.min(right, scale(x, time)))
  return { left: within(span.start), right: within(span.end), top, bottom }
}
