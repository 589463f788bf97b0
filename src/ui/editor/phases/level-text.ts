import { showSize } from '../../../view/notation.ts'
import type { Draft } from '../draw/draft.ts'
import { type Drawing, levelAt, readDrawing } from '../draw/drawing.ts'
import type { ImpossiblePhase } from '../draw/impossible-phases.ts'

/** What the live heap does in a phase of the running program, and the drawn level if that differs. */
export function toLevelText({ drawing, scenario }: Draft, wishes: readonly ImpossiblePhase[], phase: number): string {
  const drawn = goes(drawing, phase)
  const isAsDrawn = wishes.every((wish) => wish.phase > phase)
  const runs = isAsDrawn ? drawn : goes(readDrawing(scenario.program), phase)
  return `The live heap ${runs}${runs === drawn ? '' : `; as drawn, it ${drawn}`}.`
}

function goes(drawing: Drawing, phase: number): string {
  const [from, to] = [levelAt(drawing, phase), levelAt(drawing, phase + 1)]
  return to === from ? `stays at ${showSize(to)}` : `goes from ${showSize(from)} to ${showSize(to)}`
}
