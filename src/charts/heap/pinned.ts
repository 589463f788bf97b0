import { drawOutline, peakWithin } from '../columns.ts'
import { append, type Mark } from '../dom.ts'
import { textEms } from '../layout.ts'
import { PathDecimator, scale } from '../path.ts'
import type { Part } from '../scene.ts'
import { endX } from '../stack.ts'

/** The run to compare with as a grey outline, named at its peak. Over the stack, where a lower run can be seen. */
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
    // Beyond the plot stand the figures of the axis, and from the end of the run on the labels of its lines: as wide as
    // the margin at most, and beyond them there may be room.
    const half = (textEms(name) * em) / 2
    const end = endX(trace, window, frame)
    const past = end + outerWidth - right
    const at = scale(frame.x, time)
    const [least, most] = at > end && past + 2 * half <= right ? [past, right] : [left, end]
    label.set('x', Math.round(Math.max(least + half, Math.min(most - half, at))))
    label.set('y', Math.round(Math.max(top + em, scale(y, height) - 0.45 * em)))
  }
}
