import type { Scenario } from '../scenario/types.ts'
import { GUIDE } from './guide/simulator.ts'
import { RUNTIME } from './runtime/simulator.ts'
import type { SimulateOptions } from './simulators.ts'
import type { Trace } from './trace.ts'

/**
 * Runs a scenario in its model; both models are at hand where this is imported. The page's first screen does not: it
 * takes them one by one.
 */
export function simulate(scenario: Scenario, options: SimulateOptions = {}): Trace {
  return scenario.model === 'runtime' ? RUNTIME(scenario, options) : GUIDE(scenario, options)
}
