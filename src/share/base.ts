import { knobValues } from '../scenario/json.ts'
import { PARAMETERS } from '../scenario/params.ts'
import { knownPresets } from '../scenario/presets/all.ts'
import { toScenario } from '../scenario/presets/catalogue.ts'
import type { Preset } from '../scenario/presets/preset.ts'
import type { Scenario } from '../scenario/types.ts'
import { SCENARIO_VERSION, validateScenario } from '../scenario/validate.ts'
import { isSameValue, type Value } from '../scenario/value.ts'
import { isChosenByGo, toColumns } from './columns.ts'
import { toText } from './text.ts'

/** The preset of a version 1 link that names none. Frozen, whatever the page’s own default becomes. */
export const LINK_PRESET_ID = 'spike'

export const KNOBS = PARAMETERS.filter(({ place }) => place === 'scenario' || place === 'program')

type Fields = Readonly<Record<string, unknown>>

export type BaseJson = Fields & { readonly program: Fields }

/**
 * The preset's JSON, before defaults: a default that depends on the model then follows the link's model.
 * `preset=spike&model=runtime` has the GC CPU limit on, as Go has, while `thrash-capped` keeps the one that it states
 * itself.
 */
export function toBaseJson({ title, json }: Preset): BaseJson {
  return { version: SCENARIO_VERSION, title, ...json, program: json.program as Fields }
}

/**
 * The scenario as a variation of the preset with the same title (titles are unique), and the pairs that make it that.
 * undefined: no preset has this title, these phases and these changes.
 */
export function findVariation(scenario: Scenario) {
  const preset = knownPresets().find(({ title }) => title === scenario.title)
  if (!preset || toFrame(scenario) !== toFrame(toScenario(preset))) return undefined
  const base = validateScenario({ ...toBaseJson(preset), model: scenario.model })
  if (!base.ok) return undefined
  const values = knobValues(scenario)
  // The base already has the scenario's model. Whether the link must state the model depends on the preset's own model.
  const standards: typeof values = { ...knobValues(base.value), model: toScenario(preset).model }
  const knobs = KNOBS.flatMap((parameter) => {
    const { key } = parameter
    const value = takeValue(values, key)
    const isStated = isChosenByGo(key, values)
    return !isStated && isSameValue(value, takeValue(standards, key)) ? [] : [[key, toText(parameter, value)] as const]
  })
  return { presetId: preset.id, knobs }
}

export function knobOf(scenario: Scenario, key: string): Value {
  return takeValue(knobValues(scenario), key)
}

function takeValue(values: ReturnType<typeof knobValues>, key: string): Value {
  const value = values[key]
  if (value === undefined) throw new Error(`the scenario has no "${key}"`)
  return value
}

/** The part of a scenario that no knob can change, as text to compare: title, phases and changes. */
function toFrame(scenario: Scenario): string {
  const knobs = new Set(KNOBS.map(({ key }) => key as string))
  return JSON.stringify([...toColumns(scenario)].filter(([key]) => !knobs.has(key)))
}
