import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GOGC_RANGE, limitRange, toAxes } from '../../../src/explore/map/axes.ts'
import { MIB } from '../../../src/units.ts'
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
})
