import type { Simulator } from '../simulators.ts'
import { simulateRuntime, simulateRuntimeInSlices } from './simulate.ts'

/** The concurrent model. */
export const RUNTIME: Simulator = Object.assign<Simulator, Pick<Simulator, 'inSlices'>>(
  (scenario, options) => simulateRuntime(scenario, options),
  { inSlices: simulateRuntimeInSlices },
)
