import { type GcPart, visitBucket, visitGcShare } from '../../model/gc-share.ts'
import { append, type Mark } from '../dom.ts'
import { PathDecimator } from '../path.ts'
import type { Part, Scene } from '../scene.ts'
import { closed } from '../stack.ts'

/** The parts of a cycle’s work, from the bottom of the stack up; pauses are at its top. */
const PARTS = ['background', 'assist', 'idle'] as const

/**
 * The GC's share per cycle period as an area: one in the guide model, in the runtime model stacked by who did the work.
 * A share is as wide as its period is long, so that areas show CPU time.
 */
export function createShareAreas(parent: Mark): Part {
  // From the highest to the lowest, each painted over by the next.
  const top = append(parent, 'path')
  const below = [...PARTS].reverse().map((part) => ({
    path: append(parent, 'path', `area ${part}`),
    parts: PARTS.slice(0, PARTS.indexOf(part) + 1) as readonly GcPart[],
  }))
  return ({ trace, window, frame, y }) => {
    const decimator = new PathDecimator(frame.x, y)
    const draw = (parts: readonly GcPart[]) => {
      visitGcShare(trace, parts, window, (time, value) => decimator.to(time, value))
      return closed(decimator.take(), frame)
    }
    const isRuntime = trace.cycles.runtime !== undefined
    top.set('class', isRuntime ? 'area pause' : 'area gc').set('d', draw(['all']))
    for (const { path, parts } of below) path.set('d', isRuntime ? draw(parts) : '')
  }
}

/** The GC share of the run to compare with, as a path's `d`; empty if there is none. */
export function drawShareOutline({ pinned, window, frame, y }: Scene): string {
  const decimator = new PathDecimator(frame.x, y)
  if (pinned) visitGcShare(pinned, ['all'], window, (time, value) => decimator.to(time, value))
  return decimator.take()
}

/** The fill of the limiter's bucket, as a path's `d`, and the fill at the end of the window. */
export function drawBucket({ trace, window, frame, y }: Scene): { readonly path: string; readonly last: number } {
  const decimator = new PathDecimator(frame.x, y)
  let last = Number.NaN
  visitBucket(trace, window, (time, value) => {
    decimator.to(time, value)
    if (time <= window[1]) last = value
  })
  return { path: decimator.take(), last }
}
