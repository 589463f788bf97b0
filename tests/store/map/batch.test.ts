import { describe, expect, it } from 'vitest'
import type { Cell } from '../../../src/explore/map/cell.ts'
import { simulateBatch } from '../../../src/store/map/batch.ts'

/** Cells that take so many milliseconds each. */
function simulate(costs: readonly number[]) {
  const clock = { now: 0 }
  const settings = costs.map((cost, index) => [index, cost, 1] as const)
  const cellOf = (gogc: number, memoryLimit: number) => {
    clock.now += gogc
    return { gogc, memoryLimit } as Cell
  }
  const { cells, took } = simulateBatch(settings, cellOf, () => clock.now)
  return { done: cells.map(([index]) => index), took }
}

describe('a batch of cells', () => {
  it('has all requested cells if these take little time', () => {
    expect(simulate([0, 1, 0, 2, 0])).toEqual({ done: [0, 1, 2, 3, 4], took: 3 })
  })

  it('ends with the cell that uses up its time, but has at least one', () => {
    expect(simulate([0, 0, 0, 4, 40, 40])).toEqual({ done: [0, 1, 2, 3, 4], took: 44 })
    expect(simulate([100, 1])).toEqual({ done: [0], took: 100 })
  })
})
