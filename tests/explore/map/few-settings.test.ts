import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GOGC_RANGE, limitRange, toAxes } from '../../../src/explore/map/axes.ts'
import { MIB, TIB } from '../../../src/units.ts'
import { scenarioOf } from '../support/scenarios.ts'

const program = { initialLive: '60MiB', phases: [{ duration: 1, allocRate: '50MiB' }] }

describe('a map of few settings', () => {
  it('stays within its range, to the container at most, with off as the last of each', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 121, max: 4000 }),
        (columns, rows, mib) => {
          const scenario = scenarioOf({ containerLimit: mib * MIB, program })
          const { gogcs, limits } = toAxes(scenario, { columns, rows })
          const { from, to } = limitRange(scenario)
          expect(to).toBe(mib * MIB)
          for (const [axis, least, most] of [
            [gogcs, GOGC_RANGE.from, GOGC_RANGE.to],
            [limits, from, to],
          ] as const) {
            expect(axis.at(-1)).toBe(Infinity)
            expect(axis.slice(0, -1).every(Number.isInteger)).toBe(true)
            for (const value of axis.slice(0, -1)) {
              expect(value).toBeGreaterThanOrEqual(least)
              expect(value).toBeLessThanOrEqual(most)
            }
          }
          // Two or more say where the range begins and ends.
          if (rows > 2) expect([limits[0], limits.at(-2)]).toEqual([from, to])
        },
      ),
      { numRuns: 40 },
    )
  })

  it('ends at the largest limit that a scenario may have, however much the program keeps', () => {
    for (const otherMemory of ['0B', '16TiB']) {
      const huge = scenarioOf({ program: { ...program, initialLive: '16TiB', otherMemory } })
      for (const rows of [3, 12]) {
        const { limits } = toAxes(huge, { columns: 1, rows })
        expect(limits.at(-2)).toBe(16 * TIB)
        expect(limits.at(-1)).toBe(Infinity)
      }
    }
  })

  it('keeps its steps where it puts limits on usual shares of the container', () => {
    for (const mib of [100, 200, 1000, 4000]) {
      const bytes = mib * MIB
      const scenario = scenarioOf({ containerLimit: bytes, program: { ...program, initialLive: '20MiB' } })
      const { from, to } = limitRange(scenario)
      for (const rows of [11, 12, 24]) {
        const limits = toAxes(scenario, { columns: 1, rows }).limits.slice(0, -1)
        expect(limits).toHaveLength(rows - 1)
        expect(limits.at(-1)).toBe(to)
        const step = (to / from) ** (1 / (rows - 2))
        for (const [i, limit] of limits.slice(1).entries()) expect(limit / limits[i]!).toBeLessThan(step ** 2)
      }
    }
  })
})
