import { describe, expect, it } from 'vitest'
import { toDraft, withDrawing } from '../../../src/ui/editor/draw/draft.ts'
import { setLive } from '../../../src/ui/editor/draw/edit.ts'
import { findImpossiblePhases } from '../../../src/ui/editor/draw/impossible-phases.ts'
import { toLevelText } from '../../../src/ui/editor/phases/level-text.ts'
import { MIB } from '../../../src/units.ts'
import { scenarioOf } from '../../support/run.ts'

/** 20 MiB live, and three phases that allocate 10 MiB each. */
const level = toDraft(
  scenarioOf({ program: { initialLive: '20MiB', phases: Array(3).fill({ duration: 1, allocRate: '10MiB' }) } }),
)

/** What is said of each phase where the live heap is drawn up to so many MiB at the end of the second. */
function told(mib: number): string[] {
  const draft = withDrawing(level, setLive(level.drawing, 2, mib * MIB))
  const wishes = findImpossiblePhases(draft.drawing)
  return draft.drawing.phases.map((_, phase) => toLevelText(draft, wishes, phase))
}

describe('what the live heap does in a phase', () => {
  it('is what was drawn, where a program can have it', () => {
    expect(told(25).slice(0, 2)).toEqual(['The live heap stays at 20MiB.', 'The live heap goes from 20MiB to 25MiB.'])
  })

  it('is what runs, with what was drawn, where a phase allocates too little for that', () => {
    expect(told(80).slice(0, 2)).toEqual([
      'The live heap stays at 20MiB.',
      'The live heap goes from 20MiB to 30MiB; as drawn, it goes from 20MiB to 80MiB.',
    ])
  })

  it('is what runs in the phases after that too', () => {
    // The plateau behind it moves with what was drawn.
    expect(told(80)[2]).toBe('The live heap stays at 30MiB; as drawn, it stays at 80MiB.')
  })
})
