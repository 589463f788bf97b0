import { findPreset, toScenario } from '../../scenario/presets/catalogue.ts'
import type { Scenario } from '../../scenario/types.ts'

/** The scenario of a preset. @throws Error for an id that there is none of: our own mistake */
export function scenarioOf(preset: string): Scenario {
  const found = findPreset(preset)
  if (!found) throw new Error(`no preset "${preset}"`)
  return toScenario(found)
}
