import type { Scenario } from '../types.ts'
import { SCENARIO_VERSION, validateScenario } from '../validate.ts'
import { knownPresets } from './all.ts'
import type { Preset } from './preset.ts'

export const DEFAULT_PRESET_ID = 'spike'

/** The preset of this id, as links and the command line name it. */
export function findPreset(id: string): Preset | undefined {
  return knownPresets().find((preset) => preset.id === id)
}

/** The preset of an id that our own code names. @throws Error where there is none */
export function presetNamed(id: string): Preset {
  const preset = findPreset(id)
  if (!preset) throw new Error(`no preset "${id}"`)
  return preset
}

/** Memory of the machine that a preset’s experiment was made on, in bytes; undefined where it is not known. */
export function machineMemoryOf(presetId: string | undefined): number | undefined {
  return presetId === undefined ? undefined : findPreset(presetId)?.machineMemory
}

/** A preset's scenario, every default filled in. @throws Error if the preset is invalid: our own mistake */
export function toScenario(preset: Preset): Scenario {
  const result = validateScenario({ version: SCENARIO_VERSION, title: preset.title, ...preset.json })
  if (result.ok) return result.value
  throw new Error(`preset ${preset.id}: ${result.problems.map((p) => `${p.path}: ${p.message}`).join('; ')}`)
}

export function defaultScenario(): Scenario {
  return toScenario(presetNamed(DEFAULT_PRESET_ID))
}
