import { append, type Mark } from './dom.ts'
import { BOLD, textEms } from './layout.ts'
import type { Scene } from './scene.ts'

const HEIGHT_EMS = 1.55
/** What is said of a run where there is no room for all of it. */
const SHORT = 'not as drawn'

/**
 * A word on the whole picture, at its top right: that what is drawn here is not what was asked for. Above the plot, or
 * within it where the flag of a run that ended early has that place.
 */
export function createNote(parent: Mark): (scene: Scene, note: string | undefined) => void {
  const group = append(parent, 'g', 'remark')
  const pill = append(group, 'rect')
  const words = append(group, 'text')
  return ({ trace, frame }, note) => {
    group.show(note !== undefined)
    if (note === undefined) return
    const { left, right, top, em } = frame
    const widthOf = (text: string) => Math.ceil((BOLD * textEms(text) + 1.2) * em)
    // The unit of the memory axis stands at the left, above it.
    const text = widthOf(note) <= right - left - em ? note : SHORT
    const width = widthOf(text)
    const height = Math.round(HEIGHT_EMS * em)
    const isAbove = trace.result.outcome.kind === 'completed'
    const y = Math.round(isAbove ? top - 0.3 * em - height : top + 0.4 * em)
    const x = Math.round(Math.max(left, right - width))
    pill.set('x', x).set('y', y).set('width', width).set('height', height).set('rx', 2)
    words.set('x', x + 0.6 * em).set('y', y + Math.round(0.72 * height))
    words.text(text)
  }
}
