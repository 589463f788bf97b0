import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexOf, levelOf, placeOf, toOrder } from '../../../src/explore/map/order.ts'

const grids = fc.record({ columns: fc.integer({ min: 1, max: 64 }), rows: fc.integer({ min: 1, max: 48 }) })
const asked = grids.chain((grid) =>
  fc.record({
    grid: fc.constant(grid),
    near: fc.record({ column: fc.nat(grid.columns - 1), row: fc.nat(grid.rows - 1) }),
  }),
)

describe('the order in which a map is simulated', () => {
  it('contains each cell once', () => {
    fc.assert(
      fc.property(asked, ({ grid, near }) => {
        const order = toOrder(grid, near)
        expect([...order].sort((a, b) => a - b)).toEqual(order.map((_, i) => i))
      }),
      { numRuns: 40 },
    )
  })

  it('finishes a coarse grid before a finer one, and starts with the nearest cells', () => {
    fc.assert(
      fc.property(asked, ({ grid, near }) => {
        const steps = toOrder(grid, near).map((index) => {
          const place = placeOf(index, grid)
          return { level: levelOf(place, grid), far: (place.column - near.column) ** 2 + (place.row - near.row) ** 2 }
        })
        for (let i = 1; i < steps.length; i++) {
          const [before, now] = [steps[i - 1]!, steps[i]!]
          expect(now.level > before.level || (now.level === before.level && now.far >= before.far)).toBe(true)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('starts with every fourth setting of both axes and off, then every second one', () => {
    const grid = { columns: 64, rows: 48 }
    const level = (column: number, row: number) => levelOf({ column, row }, grid)
    expect([level(0, 0), level(4, 8), level(63, 47), level(63, 4)]).toEqual([0, 0, 0, 0])
    expect([level(2, 0), level(4, 6), level(2, 2), level(63, 2)]).toEqual([1, 1, 1, 1])
    expect([level(1, 0), level(3, 3), level(4, 5), level(62, 46), level(9, 47)]).toEqual([2, 2, 2, 1, 2])
  })

  it('takes equally distant cells row by row', () => {
    const grid = { columns: 5, rows: 5 }
    const far = (index: number) => {
      const { column, row } = placeOf(index, grid)
      return `${levelOf({ column, row }, grid)} ${(column - 2) ** 2 + (row - 2) ** 2}`
    }
    const order = toOrder(grid, { column: 2, row: 2 })
    for (const [i, index] of order.slice(1).entries())
      if (far(index) === far(order[i]!)) expect(index).toBeGreaterThan(order[i]!)
    expect(new Set(order.map(far)).size).toBeLessThan(order.length)
  })

  it('numbers cells row by row', () => {
    const grid = { columns: 5, rows: 3 }
    for (let index = 0; index < 15; index++) expect(indexOf(placeOf(index, grid), grid)).toBe(index)
    expect(placeOf(7, grid)).toEqual({ column: 2, row: 1 })
  })

  it('has off in the coarsest grid, which is 1/16 of all cells', () => {
    const grid = { columns: 64, rows: 48 }
    const first = toOrder(grid, { column: 0, row: 0 }).filter((index) => levelOf(placeOf(index, grid), grid) === 0)
    expect(first.length).toBe(17 * 13)
    expect(first).toContain(64 * 48 - 1)
  })
})
