import { simulate } from '../../src/model/simulate.ts'
import type { Trace } from '../../src/model/trace.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { validateScenario } from '../../src/scenario/validate.ts'

/** A scenario from JSON fields (without the version); a problem in it is a mistake of the test. */
export function scenarioOf(fields: Record<string, unknown>): Scenario {
  const result = validateScenario({ version: 1, ...fields })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.value
}

/** Runs a scenario given as JSON fields. */
export function run(fields: Record<string, unknown>): Trace {
  return simulate(scenarioOf(fields))
}
