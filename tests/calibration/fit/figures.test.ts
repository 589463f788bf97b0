import fc from 'fast-check'
import { expect, it } from 'vitest'
import { simulatedFigures, simulateFigures } from '../../../src/calibration/fit/figures.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { plausibleScenario } from '../../arbitraries/scenario.ts'

it('are to the last bit those of a run whose columns are kept', () => {
  fc.assert(
    fc.property(plausibleScenario({ model: 'runtime', maxPhases: 3 }), (scenario) => {
      const options = { maxCycles: 300, maxSteps: 100_000 }
      expect(simulateFigures(scenario, options)).toEqual(simulatedFigures(simulate(scenario, options)))
    }),
    { numRuns: 40 },
  )
})
