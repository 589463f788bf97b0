import fc from 'fast-check'
import { expect, it } from 'vitest'
import { simulatedFigures, simulateFigures } from '../../../src/calibration/fit/figures.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { plausibleScenario } from '../../arbitraries/scenario.ts'

it('figures of a run without columns equal those of the same run with columns, to the last bit', () => {
  fc.assert(
    fc.property(plausibleScenario({ model: 'runtime', maxPhases: 3 }), (scenario) => {
      const options = { maxCycles: 300, maxSteps: 100_000 }
      expect(simulateFigures(scenario, options)).toEqual(simulatedFigures(simulate(scenario, options)))
    }),
    { numRuns: 40 },
  )
})
