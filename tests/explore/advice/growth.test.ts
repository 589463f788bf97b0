import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_GROWTH } from '../../../src/explore/advice/demand.ts'
import { findSureGrowth, findSurvivedGrowth, grow, type Survives } from '../../../src/explore/advice/growth.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'

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
        const growth = found(findSurvivedGrowth(survives, 0))
        expect(growth).toBeLessThanOrEqual(bound)
        expect(bound - growth).toBeLessThanOrEqual(0.02 * (1 + bound))
        expect([0, ...asked]).toContain(growth)
      }),
    )
  })

  it('is found to within 2 % if it is small, and never more exactly', () => {
    expect(found(findSurvivedGrowth(upTo(0.03).survives, 0))).toBeGreaterThan(0.03 - 0.02 * 1.03)
    fc.assert(
      fc.property(bounds, (bound) => {
        const { asked, survives } = upTo(bound)
        const growth = found(findSurvivedGrowth(survives, 0))
        const least = Math.min(...asked.filter((one) => one > bound))
        // A gap is halved only while it is larger than 2 %.
        expect(least - growth).toBeGreaterThan(0.009 * (1 + growth))
      }),
    )
  })

  it('is searched from a quarter more, doubled until the run ends badly', () => {
    const { asked, survives } = upTo(1.5)
    found(findSurvivedGrowth(survives, 0))
    expect(asked.slice(0, 4)).toEqual([0.25, 0.5, 1, 2])
  })

  it('is never tried above a growth that is known to fail', () => {
    const { asked, survives } = upTo(1.5)
    expect(found(findSurvivedGrowth(survives, 0, 0.25))).toBeLessThan(0.25)
    expect(Math.max(...asked)).toBeLessThan(0.25)
  })

  it('is the largest growth that was tried if every one ends well', () => {
    const { asked, survives } = upTo(Infinity)
    expect(found(findSurvivedGrowth(survives, 0))).toBe(MOST_GROWTH)
    expect(Math.max(...asked)).toBe(MOST_GROWTH)
  })

  it('of an ensemble is the likely program’s or a smaller one, to within 10 % of the grown program', () => {
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

  it('of an ensemble is not searched if all programs survive the likely program’s growth', () => {
    const { asked, survives } = upTo(0)
    expect(found(findSureGrowth(survives, 0.5, 0.25))).toBe(0.25)
    expect(found(findSureGrowth(survives, 0.5, 0.5))).toBe(0.5)
    expect(asked).toEqual([])
  })
})

describe('a program that has grown', () => {
  it('has more of everything in its own heap, in proportion to the growth, and of nothing else', () => {
    const made = validateScenario({
      version: 1,
      model: 'runtime',
      program: {
        initialLive: 100,
        pointerFreeLive: 40,
        untouched: 8,
        peakAllocRate: 1000,
        otherMemory: 12,
        phases: [{ duration: 2, allocRate: 200, newSurvivalRate: 0.5 }],
      },
    })
    if (!made.ok) throw new Error(made.problems[0]?.message)
    const { program } = grow(made.value, 0.5)
    expect(program).toMatchObject({
      initialLive: 150,
      pointerFreeLive: 60,
      untouched: 12,
      peakAllocRate: 1500,
      otherMemory: 12,
    })
    expect(program.phases[0]).toMatchObject({ duration: 2, allocRate: 300, newSurvivalRate: 0.5 })
  })
})
