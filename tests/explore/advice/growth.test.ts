import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_GROWTH } from '../../../src/explore/advice/demand.ts'
import { findGrowth, findSureGrowth, type Survives } from '../../../src/explore/advice/growth.ts'

/** Runs a search to its end. It needs no run of a program that survives up to a known growth. */
function found(search: Generator<unknown, number>): number {
  for (;;) {
    const { done, value } = search.next()
    if (done) return value as number
  }
}

/** A program that survives growth up to a bound, and all that it was asked for. */
function upTo(bound: number) {
  const asked: number[] = []
  const survives: Survives = function* (growth) {
    asked.push(growth)
    yield* []
    return growth <= bound
  }
  return { asked, survives }
}

const bounds = fc.double({ min: 0, max: MOST_GROWTH - 0.01, noNaN: true })

describe('the growth that a program survives', () => {
  it('is found to within 2 % of the grown program, and never beyond it', () => {
    fc.assert(
      fc.property(bounds, (bound) => {
        const { asked, survives } = upTo(bound)
        const growth = found(findGrowth(survives, 0))
        expect(growth).toBeLessThanOrEqual(bound)
        expect(bound - growth).toBeLessThanOrEqual(0.02 * (1 + bound))
        expect([0, ...asked]).toContain(growth)
      }),
    )
  })

  it('begins with a quarter more, and doubles until it ends badly', () => {
    const { asked, survives } = upTo(1.5)
    found(findGrowth(survives, 0))
    expect(asked.slice(0, 4)).toEqual([0.25, 0.5, 1, 2])
  })

  it('is the most that is looked at where no end was found', () => {
    const { asked, survives } = upTo(Infinity)
    expect(found(findGrowth(survives, 0))).toBe(MOST_GROWTH)
    expect(Math.max(...asked)).toBe(MOST_GROWTH)
  })

  it('of all programs is what the likely one survives, or less by 10 % of the grown one', () => {
    fc.assert(
      fc.property(bounds, bounds, (bound, likely) => {
        const { survives } = upTo(bound)
        const growth = found(findSureGrowth(survives, 0, likely))
        if (likely <= bound) expect(growth).toBe(likely)
        else {
          expect(growth).toBeLessThanOrEqual(bound)
          expect(bound - growth).toBeLessThanOrEqual(0.1 * (1 + bound))
        }
      }),
    )
  })

  it('of all programs is not looked for beyond what they are known to survive', () => {
    const { asked, survives } = upTo(0)
    expect(found(findSureGrowth(survives, 0.5, 0.25))).toBe(0.25)
    expect(asked).toEqual([])
  })
})
