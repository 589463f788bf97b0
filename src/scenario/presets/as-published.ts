import { isSame } from '../same.ts'
import type { ModelKind, Scenario } from '../types.ts'
import { withModel } from '../with-model.ts'
import { knownPresets } from './all.ts'
import { toScenario } from './catalogue.ts'
import type { Preset } from './preset.ts'

/** A preset in the model that the user has chosen, unless the preset states its own. */
export function presetScenario(preset: Preset, model: ModelKind): Scenario {
  const scenario = toScenario(preset)
  return 'model' in preset.json ? scenario : withModel(scenario, model)
}

/** Whether a scenario has the preset's own settings and program, in whichever model. */
export function isUnchanged(scenario: Scenario, preset: Preset): boolean {
  return isSame(scenario, knownScenario(preset, scenario.model))
}

/** A cache: presets never change, and every step of a drag compares with them. */
const KNOWN = { guide: new WeakMap<Preset, Scenario>(), runtime: new WeakMap<Preset, Scenario>() }

function knownScenario(preset: Preset, model: ModelKind): Scenario {
  const known = KNOWN[model].get(preset) ?? withModel(toScenario(preset), model)
  KNOWN[model].set(preset, known)
  return known
}

/**
 * What to look for in a preset's run. The sentence is about the preset as published: undefined for the other model,
 * unless the preset has a sentence for that.
 */
export function lookOf({ json, look, lookRuntime }: Preset, model: ModelKind): string | undefined {
  if (model === (json.model ?? 'guide')) return look
  return model === 'runtime' ? lookRuntime : undefined
}

/** A scenario's name. If it has a preset's title but other settings, the name says so. */
export function titleOf(scenario: Scenario): string {
  const { title } = scenario
  const preset = knownPresets().find((one) => one.title === title)
  if (title === '') return 'Custom program'
  return preset && !isUnchanged(scenario, preset) ? `${title} (changed)` : title
}
