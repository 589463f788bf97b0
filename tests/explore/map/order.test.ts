import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { levelOf, placeOf, toOrder } from '../../../src/explore/map/order.ts'

const grids = fc.record({ columns: fc.integer({ min: 1, max: 64 }), rows: fc.integer({ min: 1, max: 48 }) })
const asked = grids.chain((grid) =>
  fc.record({
    grid: fc.constant(grid),
    near: fc.record({ column: fc.nat(grid.columns - 1), row: fc.nat(grid.rows - 1) }),
  }),
)

describe('the order in which a map is simulated', () => {
  it('takes each cell once', () => {
    fc.assert(
      fc.property(asked, ({ grid, near }) => {
        const order = toOrder(grid, near)
        expect([...order].sort((a, b) => a - b)).toEqual(order.map((_, i) => i))
      }),
      { numRuns: 40 },
    )
  })

  it('finishes a coarse grid before a finer one, and takes the nearest first', () => {
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

  it('has off on the coarsest grid, which is a sixteenth of the whole', () => {
    const grid = { columns: 64, rows: 48 }
    const first = toOrder(grid, { column: 0, row: 0 }).filter((index) => levelOf(placeOf(index, grid), grid) === 0)
    expect(first.length).toBe(17 * 13)
    expect(first).toContain(64 * 48 - 1)
  })
})
