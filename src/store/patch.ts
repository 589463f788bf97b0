import type { Scenario } from '../scenario/types.ts'
import type { Patch } from './state.ts'

/** A scenario with some settings changed; those of the program go where they belong. */
export function withPatch(scenario: Scenario, patch: Patch): Scenario {
  const entries = Object.entries(patch)
  const own = entries.filter(([key]) => key in scenario)
  const program = entries.filter(([key]) => !(key in scenario))
  if (program.length === 0) return { ...scenario, ...Object.fromEntries(own) }
  return { ...scenario, ...Object.fromEntries(own), program: { ...scenario.program, ...Object.fromEntries(program) } }
}
