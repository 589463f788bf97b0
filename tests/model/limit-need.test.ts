import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { simulate } from '../../src/model/simulate.ts'
import { type Limit, OFF, toLimit } from '../../src/units.ts'
import { plausibleScenario } from '../arbitraries/scenario.ts'
import { digestOf } from '../support/run.ts'

describe('the least memory limit that changes nothing', () => {
  it.each(['guide', 'runtime'] as const)(
    '%s: is one: the run with it is that with any more, and that without',
    (model) => {
      let count = 0
      fc.assert(
        fc.property(plausibleScenario({ model, maxChanges: 0 }), (scenario) => {
          const runWith = (memoryLimit: Limit) =>
            simulate({ ...scenario, memoryLimit }, { maxCycles: 300, maxSteps: 50_000 })
          const columns = (memoryLimit: Limit) => ({ ...digestOf(runWith(memoryLimit)), segments: [] })
          const { limitNeed = Infinity } = runWith(toLimit(2 ** 50))
          if (limitNeed > 2 ** 50) return
          count++
          const least = columns(toLimit(limitNeed))
          expect(least).toEqual(columns(toLimit(1.5 * limitNeed)))
          expect(least).toEqual(columns(OFF))
        }),
        { numRuns: 60 },
      )
      expect(count).toBeGreaterThan(20)
    },
  )
})
