import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastAtMost, lowerBound } from '../../src/model/search.ts'

/** Few values, so that many are equal. */
const inOrder = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 }).map((all) => all.sort((a, b) => a - b))

describe('searching in ordered values', () => {
  it('counts the values before a given one', () => {
    fc.assert(
      fc.property(inOrder, fc.integer({ min: -1, max: 10 }), (all, x) => {
        expect(lowerBound(all.length, (i) => all[i]! < x)).toBe(all.filter((value) => value < x).length)
      }),
    )
  })

  it('finds the last value that is at most a given one, or the first value if none is', () => {
    fc.assert(
      fc.property(inOrder, fc.integer({ min: -1, max: 10 }), (all, x) => {
        const expected = Math.max(
          0,
          all.findLastIndex((value) => value <= x),
        )
        expect(lastAtMost(Float64Array.from(all), all.length, x)).toBe(expected)
      }),
    )
  })
})
