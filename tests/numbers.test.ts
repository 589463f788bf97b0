import { describe, expect, it } from 'vitest'
import { largest, medianOf, quantile, smallest, sumOf } from '../src/numbers.ts'

describe('columns of numbers', () => {
  it('have a sum, 0 of none', () => {
    expect(sumOf(Uint32Array.of(3, 7, 5))).toBe(15)
    expect(sumOf([])).toBe(0)
  })

  it('have a maximum, at least a given one', () => {
    expect(largest(Float64Array.of(3, 7, 5))).toBe(7)
    expect(largest(Float64Array.of(3, 7, 5), 9)).toBe(9)
    expect(largest(new Float64Array())).toBe(0)
  })

  it('have a minimum, also below 0', () => {
    expect(smallest([3, -7, 5])).toBe(-7)
    expect(smallest([])).toBe(Infinity)
  })

  it('have a median, also of even count', () => {
    expect(medianOf([9, 1, 5])).toBe(5)
    expect(medianOf([9, 1, 5, 6])).toBe(5.5)
    expect(medianOf([10, 9])).toBe(9.5)
    expect(medianOf([])).toBeUndefined()
  })

  it('have a quantile for each share', () => {
    expect(quantile([10, 9, 100, 1], 0.75)).toBe(100)
    expect(quantile([10, 9, 100, 1], 0.74)).toBe(10)
    expect(quantile([7], 0.9)).toBe(7)
  })
})
