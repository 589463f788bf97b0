import { limitingSpans } from '../../model/steps.ts'
import { append, type Mark } from '../dom.ts'
import { textEms } from '../layout.ts'
import { middles, toStretches, widest } from '../marks.ts'
import type { Part } from '../scene.ts'

/**
 * Where the limiter intervened, hatched from top to bottom: in the guide model a due cycle was held back, in the runtime
 * model the limiter was limiting. Named in the widest stretch, if the words fit.
 */
export function createHolds(plot: Mark, root: Mark): Part {
  const hatch = append(plot, 'path', 'hatch held')
  const label = append(root, 'text', 'note held')
  return ({ trace, window, frame }) => {
    const isRuntime = trace.points.runtime !== undefined
    const spans = isRuntime ? limitingSpans(trace) : trace.holds.map(({ start, end }) => [start, end] as const)
    const stretches = toStretches(spans, window, frame)
    const { top, bottom, height, em } = frame
    hatch.set('d', middles(stretches, (top + bottom) / 2)).set('stroke-width', height)
    const text = isRuntime ? 'limiting' : 'cycle held back'
    const at = widest(stretches)
    const isShown = at !== undefined && at[1] - at[0] > (textEms(text) + 1) * em
    label.show(isShown)
    if (!isShown) return
    label
      .set('x', Math.round((at[0] + at[1]) / 2))
      .set('y', Math.round(top + 1.15 * em))
      .text(text)
  }
}
