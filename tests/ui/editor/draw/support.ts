import fc from 'fast-check'
import { roundDrawn, roundSize } from '../../../../src/scenario/round.ts'
import type { Phase, Program } from '../../../../src/scenario/types.ts'
import { validateScenario } from '../../../../src/scenario/validate.ts'
import type { Drawing } from '../../../../src/ui/editor/draw/drawing.ts'
import { KIB, MIB } from '../../../../src/units.ts'

/** A program of one phase with every default. */
export function blankProgram(): Program {
  const result = validateScenario({ version: 1, program: { phases: [{ duration: 1 }] } })
  if (!result.ok) throw new Error('the blank program is not valid')
  return result.value.program
}

const source = blankProgram().phases[0] as Phase

const size = fc
  .oneof(
    { weight: 5, arbitrary: fc.integer({ min: 0, max: 400 }).map((n) => (n * MIB) / 4) },
    { weight: 5, arbitrary: fc.double({ min: 0, max: 512 * MIB, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1, KIB) },
  )
  .map(roundSize)

const phase = fc.record({
  duration: fc.double({ min: 0.001, max: 30, noNaN: true }).map(roundDrawn),
  allocRate: size,
  live: fc.oneof(fc.constant('flat' as const), size),
  turnover: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: size }),
})

/** Any drawing of up to six phases, of which some wish for the impossible. */
export function anyDrawing(): fc.Arbitrary<Drawing> {
  return fc.tuple(size, fc.array(phase, { minLength: 1, maxLength: 6 })).map(([start, phases]) => {
    let level = start
    return {
      start,
      phases: phases.map((drawn) => {
        level = drawn.live === 'flat' ? level : drawn.live
        return { ...drawn, live: level, source }
      }),
    }
  })
}

/** What is drawn, without where it came from. */
export function drawnValues({ start, phases }: Drawing) {
  return {
    start,
    phases: phases.map(({ duration, allocRate, live, turnover }) => ({ duration, allocRate, live, turnover })),
  }
}
