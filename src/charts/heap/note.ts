import { append, type Mark } from '../dom.ts'
import { BOLD, textEms } from '../layout.ts'
import type { Scene } from '../scene.ts'

const HEIGHT_EMS = 1.55
/** The short form of a note, if there is no room for all of it. */
const SHORT = 'not as drawn'

/** The width of a text on a pill, in pixels. */
export function pillWidth(text: string, em: number): number {
  return Math.ceil((BOLD * textEms(text) + 1.2) * em)
}

export function createPill(
  group: Mark,
): (text: string, x: number, yOf: (height: number) => number, em: number) => void {
  const pill = append(group, 'rect')
  const words = append(group, 'text')
  return (text, x, yOf, em) => {
    const [width, height] = [pillWidth(text, em), Math.round(HEIGHT_EMS * em)]
    const y = Math.round(yOf(height))
    pill.at(x, y).set('width', width).set('height', height).set('rx', 2)
    // The width is an estimate, so its error is divided evenly between both sides.
    words.at(Math.round(x + width / 2), y + Math.round(0.72 * height)).text(text)
  }
}

/** A note at the top right, that the picture is not what was asked for; within the plot if a flag is above it. */
export function createNote(parent: Mark): (scene: Scene, note: string | undefined) => void {
  const group = append(parent, 'g', 'remark')
  const drawPill = createPill(group)
  return ({ trace, frame }, note) => {
    group.show(note !== undefined)
    if (note === undefined) return
    const { left, right, top, em } = frame
    // The unit of the memory axis is above it, on the left.
    const text = pillWidth(note, em) <= right - left - em ? note : SHORT
    const isAbove = trace.result.outcome.kind === 'completed'
    const x = Math.round(Math.max(left, right - pillWidth(text, em)))
    drawPill(text, x, (height) => (isAbove ? top - 0.3 * em - height : top + 0.4 * em), em)
  }
}
