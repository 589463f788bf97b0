import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'

/** A preset with some of its settings changed. */
export function preset(id: string, more: Partial<Scenario> = {}): Scenario {
  const found = findPreset(id)
  if (!found) throw new Error(id)
  return { ...toScenario(found), ...more }
}

/** A scenario as JSON has it, the version left out. */
export function scenarioOf(json: object): Scenario {
  const result = validateScenario({ version: 1, ...json })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.value
}
