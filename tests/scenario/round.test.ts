import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roundSize, roundSizeDown, roundSizeUp, roundUp } from '../../src/scenario/round.ts'
import { GIB, KIB, MIB } from '../../src/units.ts'

describe('a drawn size', () => {
  it.each([
    [1.5, 1, 2],
    [9.5, 9, 10],
    [10.004, 10, 10.01],
    [1023.96, 1023, 1024],
    [1.23456 * MIB, 1.234 * MIB, 1.235 * MIB],
    [9.9996 * GIB, 9.999 * GIB, 10 * GIB],
    [2 * KIB, 2 * KIB, 2 * KIB],
  ])('of %d bytes lies between %d and %d, four digits in its unit', (bytes, down, up) => {
    expect(roundSizeDown(bytes)).toBeCloseTo(down, 6)
    expect(roundSizeUp(bytes)).toBeCloseTo(up, 6)
  })

  it('is rounded to the nearer neighbour, and a rounded size does not change again', () => {
    const sizes = fc.oneof(
      fc.double({ min: 0, max: 2000, noNaN: true }),
      fc.double({ min: 0, max: 2 ** 44, noNaN: true }),
    )
    fc.assert(
      fc.property(sizes, (bytes) => {
        const [down, near, up] = [roundSizeDown(bytes), roundSize(bytes), roundSizeUp(bytes)]
        expect(down).toBeLessThanOrEqual(bytes)
        expect(up).toBeGreaterThanOrEqual(bytes)
        expect([down, up]).toContain(near)
        expect([roundSizeDown(down), roundSizeUp(up)]).toEqual([down, up])
      }),
    )
  })
})

describe('a size of a few bytes', () => {
  it('is rounded to whole bytes below ten bytes', () => {
    expect([1.2, 1.6, 9.4].map(roundSize)).toEqual([1, 2, 9])
  })

  it('has four digits from ten bytes on', () => {
    for (const round of [roundSize, roundSizeUp, roundSizeDown]) expect(round(10.25)).toBe(10.25)
    expect(roundSize(12.346)).toBe(12.35)
  })
})

describe('a drawn number that is rounded up', () => {
  it('is the smallest number of four digits that is not below it, at any magnitude', () => {
    const magnitudes = fc.tuple(fc.double({ min: 1, max: 9.999, noNaN: true }), fc.integer({ min: -12, max: 12 }))
    fc.assert(
      fc.property(magnitudes, ([digits, power]) => {
        const value = digits * 10 ** power
        const up = roundUp(value)
        expect(up).toBeGreaterThanOrEqual(value)
        expect(up - value).toBeLessThan(1.0001 * 10 ** (power - 3))
        expect(Number(up.toPrecision(4))).toBe(up)
      }),
    )
  })

  it.each([
    [0.123412, 0.1235],
    [0.1234, 0.1234],
    [1.00001, 1.001],
    [99.991, 100],
    [0, 0],
  ])('of %d is %d', (value, up) => {
    expect(roundUp(value)).toBeCloseTo(up, 12)
  })
})
