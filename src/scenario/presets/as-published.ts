import { isSame } from '../same.ts'
import type { ModelKind, Scenario } from '../types.ts'
import { withModel } from '../with-model.ts'
import { knownPresets } from './all.ts'
import { toScenario } from './catalogue.ts'
import type { Preset } from './preset.ts'

/** A preset in the model that is being looked at, unless the preset names one: the model is the person's choice. */
export function presetScenario(preset: Preset, model: ModelKind): Scenario {
  const scenario = toScenario(preset)
  return 'model' in preset.json ? scenario : withModel(scenario, model)
}

/** Whether a scenario has the preset's own settings and program. The model is a choice of its own. */
export function isUnchanged(scenario: Scenario, preset: Preset): boolean {
  return isSame(scenario, knownScenario(preset, scenario.model))
}

/** Presets never change, and are compared with at every step of a drag. */
const KNOWN = { guide: new WeakMap<Preset, Scenario>(), runtime: new WeakMap<Preset, Scenario>() }

function knownScenario(preset: Preset, model: ModelKind): Scenario {
  const known = KNOWN[model].get(preset) ?? presetScenario(preset, model)
  KNOWN[model].set(preset, known)
  return known
}

/**
 * What to look for in a preset's run: a claim about the preset as it was published, so undefined for any other
 * settings, and for another model unless the preset has a sentence for it.
 */
export function lookOf(scenario: Scenario, preset: Preset): string | undefined {
  if (!isUnchanged(scenario, preset)) return undefined
  if (scenario.model === (preset.json.model ?? 'guide')) return preset.look
  return scenario.model === 'runtime' ? preset.lookRuntime : undefined
}

/** A scenario's name; one that has a preset's title, and other settings, says so. */
export function titleOf(scenario: Scenario): string {
  const { title } = scenario
  const preset = knownPresets().find((one) => one.title === title)
  if (title === '') return 'Custom program'
  return preset && !isUnchanged(scenario, preset) ? `${title} (changed)` : title
}
