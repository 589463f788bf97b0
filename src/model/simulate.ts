import type { Scenario } from '../scenario/types.ts'
import { simulateGuideInSlices } from './guide/simulate.ts'
import { simulateRuntimeInSlices } from './runtime/simulate.ts'
import type { SimulateOptions, Simulator } from './simulators.ts'
import { finish } from './slices.ts'
import type { Trace } from './trace.ts'

/** Runs a scenario in its model. Importing this file loads both models; the page loads each when it needs it. */
export function simulate(scenario: Scenario, options: SimulateOptions = {}): Trace {
  return finish(simulateInSlices(scenario, options))
}

export const simulateInSlices: Simulator = (scenario, options, stepsPerSlice) =>
  scenario.model === 'runtime'
    ? simulateRuntimeInSlices(scenario, options, stepsPerSlice)
    : simulateGuideInSlices(scenario, options)
