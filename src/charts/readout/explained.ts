import { cycleEnd, nearestCycle } from '../../model/cycles.ts'
import { readAt } from '../../model/reading.ts'
import type { Box } from '../layout.ts'
import { scale } from '../path.ts'
import type { Scene } from '../scene.ts'

/** The region of a cycle: from the end of the cycle before it to its own, below the highest heap or `highest`. */
export function explainedRegion({ trace, frame, y }: Scene, time: number, highest?: number): Box | undefined {
  const cycle = nearestCycle(trace, time)
  if (cycle < 0) return undefined
  const { x, left, right, top, bottom } = frame
  const within = (at: number) => Math.max(left, Math.min(right, scale(x, at)))
  const { points, cycles } = trace
  const peak = highest ?? readAt(trace, points.time[cycles.startPoint[cycle] ?? 0] ?? 0)?.total
  return {
    left: within(cycle > 0 ? cycleEnd(trace, cycle - 1) : 0),
    right: within(cycleEnd(trace, cycle)),
    top: peak === undefined ? top : scale(y, peak),
    bottom,
  }
}
