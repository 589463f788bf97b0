import { describe, expect, it } from 'vitest'
import { evenly } from '../../src/prediction/sequence.ts'
import { weightedQuantile } from '../../src/prediction/spread.ts'

describe('points that fill a cube', () => {
  it('fill every axis evenly, and are the same in every run', () => {
    for (let axis = 0; axis < 20; axis++) {
      const points = Array.from({ length: 100 }, (_, k) => evenly(k, axis))
      for (let tenth = 0; tenth < 10; tenth++) {
        const inside = points.filter((at) => Math.floor(10 * at) === tenth).length
        expect(Math.abs(inside - 10)).toBeLessThanOrEqual(4)
      }
    }
    expect(evenly(0, 3)).toBe(0.5)
  })

  it('fill every two axes evenly, so that draws along them are independent', () => {
    const fourth = (k: number, axis: number) => Math.floor(4 * evenly(k, axis))
    for (let a = 0; a < 20; a++)
      for (let b = 0; b < a; b++) {
        const cells = new Set(Array.from({ length: 400 }, (_, k) => 4 * fourth(k, a) + fourth(k, b)))
        expect(cells.size, `axes ${b} and ${a}`).toBe(16)
      }
  })
})

describe('a weighted quantile', () => {
  it('is the value that this share of weight lies at or below, in any order', () => {
    const values = [3, 1, 2].map((value) => ({ value, weight: value }))
    expect(weightedQuantile(values, 0.05)).toBe(1)
    expect(weightedQuantile(values, 0.5)).toBe(2)
    expect(weightedQuantile(values, 0.51)).toBe(3)
    expect(weightedQuantile([{ value: 7, weight: 0 }], 0.5)).toBeNaN()
  })
})
