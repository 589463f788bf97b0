import type { Scenario } from '../scenario/types.ts'
import { GUIDE } from './guide/simulator.ts'
import { RUNTIME } from './runtime/simulator.ts'
import type { SimulateOptions } from './simulators.ts'
import type { Trace } from './trace.ts'

/**
 * Runs a scenario in its model. Importing this file loads both models. The page's first screen does not import it: it
 * loads each model when it needs it.
 */
export function simulate(scenario: Scenario, options: SimulateOptions = {}): Trace {
  return scenario.model === 'runtime' ? RUNTIME(scenario, options) : GUIDE(scenario, options)
}
