import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { burstTail } from '../../src/gctrace/bursts.ts'

/** A live heap of 10 between bursts of these sizes. */
const between = (...bursts: readonly number[]) => Float64Array.from(bursts.flatMap((burst) => [10, 10, 10, 10, burst]))

describe('the tail of bursts', () => {
  it('is the mean logarithm of the four highest over the next', () => {
    const expected = (Math.log(16) + Math.log(8) + Math.log(4) + Math.log(2)) / 4
    expect(burstTail(between(20, 320, 20, 40, 160, 80))).toBeCloseTo(expected, 12)
  })

  it('is 0 for a steady heap, equal bursts, a heap that only grows, and few cycles', () => {
    expect(burstTail(new Float64Array(50).fill(20))).toBe(0)
    expect(burstTail(between(40, 40, 40, 40, 40, 40, 40))).toBe(0)
    expect(burstTail(Float64Array.from({ length: 60 }, (_, i) => 10 + i))).toBe(0)
    expect(burstTail(between(320, 40, 160, 80))).toBe(0)
    expect(burstTail(new Float64Array(0))).toBe(0)
  })

  it('counts neighbouring cycles as one burst', () => {
    const wide = Float64Array.from(
      [20, 320, 20, 40, 160, 80].flatMap((burst) => [...new Array<number>(8).fill(10), burst, burst]),
    )
    expect(burstTail(wide)).toBeCloseTo(burstTail(between(20, 320, 20, 40, 160, 80)), 12)
  })

  it('needs no unit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 200 }),
        fc.constantFrom(2, 1024),
        (live, unit) => {
          const tail = burstTail(Float64Array.from(live))
          expect(burstTail(Float64Array.from(live, (size) => size * unit))).toBeCloseTo(tail, 9)
          expect(tail).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })

  it('gives back the tail of a distribution that bursts are drawn from', () => {
    // Quantiles of a Pareto distribution: their logarithms have the mean that the tail index says.
    const tails = [0.05, 0.1, 0.3].map((tail) => {
      const bursts = Array.from({ length: 400 }, (_, i) => 20 * ((i + 0.5) / 400) ** -tail)
      return burstTail(between(...bursts)) / tail
    })
    // The estimator’s own value for the quantiles at ½, 1½, 2½, 3½ and 4½ of 400: the mean logarithm of 4½ over the others.
    const expected = [0.5, 1.5, 2.5, 3.5].reduce((sum, rank) => sum + Math.log(4.5 / rank), 0) / 4
    for (const share of tails) expect(share).toBeCloseTo(expected, 9)
    expect(Math.abs(expected - 1)).toBeLessThan(0.05)
  })
})
