import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countRun, toRun } from '../../../src/calibration/ensemble/run.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { OFF } from '../../../src/units.ts'
import { plausibleScenario } from '../../arbitraries/scenario.ts'

const MOST_STEPS = 50_000

it('counts of a run without columns what its trace says, to the last bit', () => {
  fc.assert(
    fc.property(plausibleScenario({ model: 'runtime' }), (scenario) => {
      const trace = simulate(scenario, { maxSteps: MOST_STEPS })
      expect(countRun(scenario, 0.5, MOST_STEPS)).toEqual(toRun(trace, scenario, 0.5))
    }),
    { numRuns: 60 },
  )
})

it('would have been allowed no byte more than it took, where GOGC is off and no limit sets a goal', () => {
  fc.assert(
    fc.property(plausibleScenario({ model: 'runtime' }), (any) => {
      const scenario = { ...any, gogc: OFF, memoryLimit: OFF, changes: [] }
      expect(countRun(scenario, 1, MOST_STEPS).moreAllowed).toBe(0)
    }),
    { numRuns: 5 },
  )
})
