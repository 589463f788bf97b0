import { endOf, visitSetting } from '../model/steps.ts'
import type { Trace } from '../model/trace.ts'
import type { TimeRange } from './chart.ts'
import { drawOutline } from './columns.ts'
import { append, type Mark } from './dom.ts'
import type { Frame } from './layout.ts'
import { countCycles } from './marks.ts'
import { joinPeaks, PathDecimator, scale } from './path.ts'
import type { Part } from './scene.ts'

/** The stacked areas of a run: other, live and new heap, and memory outside Go if there is any. */
export function createStack(parent: Mark): Part {
  // Painted from the highest to the lowest, so that each needs only its upper outline.
  const outside = append(parent, 'path', 'area outside')
  const fresh = append(parent, 'path', 'area fresh')
  const live = append(parent, 'path', 'area live')
  const other = append(parent, 'path', 'area other')
  return ({ trace, window, frame, y }) => {
    const decimator = new PathDecimator(frame.x, y, !endOf(trace))
    const close = (path: string) => closed(path, frame)
    // In the runtime model, a separate line shows what the container counts.
    const hasOutside = !trace.points.runtime && trace.segments.some((segment) => segment.outsideMemory > 0)
    if (hasOutside) drawPeaks(decimator, trace, window, frame, 'container')
    outside.set('d', close(decimator.take()))
    drawPeaks(decimator, trace, window, frame, 'total')
    fresh.set('d', close(decimator.take()))
    drawOutline(decimator, trace, window, 'live')
    live.set('d', close(decimator.take()))
    if (trace.segments.some((segment) => segment.otherMemory > 0)) {
      visitSetting(trace, 'otherMemory', (time, value) => decimator.to(time, value))
    }
    other.set('d', close(decimator.take()))
  }
}

/** In a view with less room per cycle, in pixels, cycles have no visible line between them. */
const ROOM = 3

/**
 * If cycles have room, each is a tooth; else all but the wide ones are one band. So cycles that are about equally far
 * apart look alike, and there is no step where one is a little nearer.
 */
export function drawPeaks(
  decimator: PathDecimator,
  trace: Trace,
  window: TimeRange,
  { x, width }: Frame,
  kind: 'container' | 'total',
): void {
  const near = countCycles(trace, window) * ROOM > width ? 2 * ROOM : 1
  const peaks = joinPeaks(decimator, near / x.factor)
  drawOutline(peaks, trace, window, kind)
  peaks.end()
}

/** Closes a line to an area with its base just below the plot, where the clip hides its stroke. */
export function closed(path: string, { bottom }: Frame): string {
  if (path === '') return ''
  const first = path.slice(1, path.indexOf(','))
  const lastAt = path.lastIndexOf(' ')
  // A single point has no area.
  if (lastAt < 0) return ''
  const last = path.slice(lastAt + 1, path.lastIndexOf(','))
  const base = bottom + 4
  return `${path}L${last},${base} ${first},${base}Z`
}

/** The heights of the stack at its right end, as drawn. */
export function endX(trace: Trace, window: TimeRange, { x, left, right }: Frame): number {
  const end = endOf(trace)
  if (!(end > 0)) return right
  return Math.max(left, Math.min(right, scale(x, Math.min(end, window[1]))))
}
