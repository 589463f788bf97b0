import { describe, expect, it } from 'vitest'
import { coverLeftOut, factorsOf, type RangedRow } from './evidence-services.ts'

/** A recording of 100 that a program’s range, from 90 to 110, misses by these factors: 1 lies on its edge. */
function rowOf(program: string, { below = 1, above = 1 }): RangedRow {
  const spread = { low: 90, likely: 100, high: 110 }
  const measured = [below > 1 ? 90 / below : 110 * above]
  const kinds = { isLimited: false, isJob: false, leavesCpuIdle: false }
  const ranges = { spread, plain: spread, onSameMachine: undefined }
  return { group: 'any', program, figure: 'cycles', ...kinds, further: 1, ...ranges, measured }
}

/** Forty programs, of which the nth misses by n hundredths. */
const misses = Array.from({ length: 40 }, (_, n) => rowOf(`program ${n}`, { above: 1 + n / 100 }))

describe('the factors that widen ranges', () => {
  it('reach as far as all but one of twenty programs need', () => {
    expect(factorsOf(misses)).toEqual({ below: 1, above: expect.closeTo(1.38, 9) })
    const farOff = misses.map((row, n) => (n === 39 ? rowOf(row.program, { above: 9 }) : row))
    expect(factorsOf(farOff).above).toBeCloseTo(1.38, 9)
  })

  it('are the same however often a program was recorded', () => {
    const often = Array.from({ length: 50 }, () => misses[3]!)
    expect(factorsOf([...misses, ...often])).toEqual(factorsOf(misses))
  })

  it('reach below what was measured as they do above', () => {
    const low = misses.map((row, n) => rowOf(row.program, { below: 1 + n / 100 }))
    expect(factorsOf(low)).toEqual({ below: expect.closeTo(1.38, 9), above: 1 })
  })

  it('of all other programs hold those that need no more than these', () => {
    // The two programs that need most lie outside. Each program counts the same, however many recordings it has.
    const often = Array.from({ length: 50 }, () => misses[39]!)
    for (const rows of [misses, [...misses, ...often]]) expect(coverLeftOut(rows).inside).toBeCloseTo(38 / 40, 9)
  })
})
