import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  balance,
  isDrawnWith,
  liveAfter,
  liveLevels,
  secondsOf,
  toRates,
  turnoverOf,
} from '../../src/scenario/rates.ts'
import { roundSize } from '../../src/scenario/round.ts'
import { GIB, MIB } from '../../src/units.ts'

/** Allocates 100 MiB in 5 s, so that births and deaths are easy to calculate. */
const PHASE = { duration: 5, allocRate: 20 * MIB, newSurvivalRate: 0.3, oldDeathRate: 0.25 }

describe('the live heap after a phase, by the guide’s rule', () => {
  it('is the live heap before it, plus what was born, less what died', () => {
    // 40 + 100 · 0.3 − 40 · 0.25
    expect(liveAfter(PHASE, 40 * MIB)).toBe(60 * MIB)
    expect(liveAfter(PHASE, 0)).toBe(30 * MIB)
    expect(liveAfter({ ...PHASE, newSurvivalRate: 0, oldDeathRate: 1 }, 40 * MIB)).toBe(0)
  })

  it('is never negative, although rates are rounded', () => {
    expect(liveAfter({ ...PHASE, newSurvivalRate: 0, oldDeathRate: 1 + 1e-9 }, GIB)).toBe(0)
  })

  it('was replaced by the smaller of what died and what was born', () => {
    // 30 born, 10 died; 30 born, 50 died.
    expect(turnoverOf(PHASE, 40 * MIB)).toBe(10 * MIB)
    expect(turnoverOf(PHASE, 200 * MIB)).toBe(30 * MIB)
  })

  it('is where the next phase starts', () => {
    const phase = { ...PHASE, scanRate: 1, goroutines: 0, dropsLate: false, markSlowdown: 1 }
    expect(liveLevels({ initialLive: 40 * MIB, phases: [phase, phase] })).toEqual([40 * MIB, 60 * MIB, 75 * MIB])
    expect(secondsOf({ phases: [phase, { ...phase, duration: 2.5 }] })).toBe(7.5)
  })
})

describe('what is born and dies in a drawn phase', () => {
  const drawn = (live: number, turnover: number) => ({
    duration: 5,
    allocRate: 20 * MIB,
    live: live * MIB,
    turnover: turnover * MIB,
  })
  const balanced = (live: number, turnover: number, from: number, found = from) => {
    const { allocated, growth, shrinkage, born, died } = balance(drawn(live, turnover), from * MIB, found * MIB)
    return [allocated, growth, shrinkage, born, died].map((bytes) => bytes / MIB)
  }

  it.each([
    ['grows', balanced(60, 0, 40), [100, 20, 0, 20, 0]],
    ['shrinks', balanced(30, 0, 40), [100, 0, 10, 0, 10]],
    ['stays, and is replaced', balanced(40, 15, 40), [100, 0, 0, 15, 15]],
    ['grows, and is replaced', balanced(60, 15, 40), [100, 20, 0, 35, 15]],
    ['shrinks, and is replaced', balanced(30, 15, 40), [100, 0, 10, 15, 25]],
    ['grows by more than it allocates', balanced(240, 0, 40), [100, 200, 0, 100, 0]],
    ['grows so much that little is left to replace', balanced(130, 15, 40), [100, 90, 0, 100, 10]],
    ['grows so much that nothing is left to replace', balanced(145, 15, 40), [100, 105, 0, 100, 0]],
    ['is to lose more than it found', balanced(10, 35, 40), [100, 0, 30, 10, 40]],
    // A level drawn the same as at the start continues unchanged, whatever rounding did to it.
    ['stays as drawn', balanced(40, 0, 40, 39), [100, 0, 0, 0, 0]],
    ['grows from what it really found', balanced(60, 0, 40, 39), [100, 21, 0, 21, 0]],
  ])('%s: allocated, growth, shrinkage, born, died', (_, found, expected) => {
    expect(found).toEqual(expected)
  })

  it('gives rates that lead to the drawing as far as possible, with four digits if they suffice', () => {
    expect(toRates(drawn(60, 15), 40 * MIB, 40 * MIB)).toEqual({ newSurvivalRate: 0.35, oldDeathRate: 0.375 })
    expect(toRates(drawn(10, 0), 40 * MIB, 40 * MIB)).toEqual({ newSurvivalRate: 0, oldDeathRate: 0.75 })
    expect(toRates({ ...drawn(60, 0), allocRate: 0 }, 40 * MIB, 40 * MIB)).toEqual({
      newSurvivalRate: 0,
      oldDeathRate: 0,
    })
    expect(toRates(drawn(20, 0), 0, 0)).toEqual({ newSurvivalRate: 0.2, oldDeathRate: 0 })
    const sizes = fc.integer({ min: 0, max: 4000 })
    fc.assert(
      fc.property(sizes, sizes, sizes, (live, turnover, found) => {
        const stretch = drawn(live, turnover)
        const rates = toRates(stretch, found * MIB, found * MIB)
        const { born, died } = balance(stretch, found * MIB, found * MIB)
        expect(rates.newSurvivalRate).toBeLessThanOrEqual(1)
        expect(rates.oldDeathRate).toBeLessThanOrEqual(1)
        const after = liveAfter({ ...stretch, ...rates }, found * MIB)
        expect(roundSize(after)).toBe(roundSize(found * MIB + born - died))
      }),
    )
  })

  it('has four digits if they lead to the drawn level, even if the exact rate has more', () => {
    // From 30 MiB to 20: a third dies, and 0.3333 of 30 MiB is 10 MiB to four digits.
    expect(toRates(drawn(20, 0), 30 * MIB, 30 * MIB)).toEqual({ newSurvivalRate: 0, oldDeathRate: 0.3333 })
  })

  it('gives more digits where four are not enough', () => {
    // From 997 MiB to 1: with 0.9990 only 0.997 MiB would stay.
    const { oldDeathRate } = toRates(drawn(1, 0), 997 * MIB, 997 * MIB)
    expect(oldDeathRate).not.toBe(0.999)
    expect(997 * (1 - oldDeathRate)).toBeCloseTo(1, 3)
  })

  it('counts every byte: each allocated one can stay, each live one can die', () => {
    const byte = { duration: 1, allocRate: 1, turnover: 0 }
    expect(toRates({ ...byte, live: 1 }, 0, 0)).toEqual({ newSurvivalRate: 1, oldDeathRate: 0 })
    expect(toRates({ ...byte, live: 0 }, 1, 1)).toEqual({ newSurvivalRate: 0, oldDeathRate: 1 })
  })

  it('counts as a different drawing if one of four figures differs', () => {
    const one = drawn(60, 15)
    expect(isDrawnWith(one, { ...one })).toBe(true)
    for (const key of ['duration', 'allocRate', 'live', 'turnover'] as const)
      expect(isDrawnWith(one, { ...one, [key]: one[key] + 1 }), key).toBe(false)
  })
})
