import { drawOutline, peakWithin } from '../columns.ts'
import { append, type Mark } from '../dom.ts'
import { textEms } from '../layout.ts'
import { PathDecimator, scale } from '../path.ts'
import type { Part } from '../scene.ts'
import { endX } from '../stack.ts'

/** The run to compare with: a grey outline with a name at its peak, over the stack, which would hide a lower run. */
export function createPinned(plot: Mark, labelLayer: Mark): Part {
  const outline = append(plot, 'path', 'pinned')
  const label = append(labelLayer, 'text', 'note')
  return ({ trace, pinned, pinnedName: name = 'pinned', window, frame, y }) => {
    const decimator = new PathDecimator(frame.x, y)
    if (pinned) drawOutline(decimator, pinned, window, 'total')
    outline.set('d', decimator.take())
    const peak = pinned && peakWithin(pinned, window)
    label.show(Boolean(peak))
    if (!peak) return
    const { left, right, top, em, outerWidth } = frame
    const [time, height] = peak
    label.text(name)
    // Left and right of the plot are the figures of the axis and the labels of lines: at most as wide as
    // the margin. Beyond them there may be room for the name. A run that ends at once leaves none before them.
    const half = (textEms(name) * em) / 2
    const end = endX(trace, window, frame)
    const past = end + outerWidth - right
    const at = scale(frame.x, time)
    const isOther = at > end || left + 2 * half > end
    const [least, most] = isOther && past + 2 * half <= right ? [past, right] : [left, end]
    label.set('x', Math.round(Math.max(least + half, Math.min(most - half, at))))
    label.set('y', Math.round(Math.max(top + em, scale(y, height) - 0.45 * em)))
  }
}
