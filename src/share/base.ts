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

/** What a version 1 link that names no preset starts from. Frozen, whatever the page’s own default becomes. */
export const LINK_PRESET_ID = 'spike'

/** The parameters that are keys of a readable link. */
export const KNOBS = PARAMETERS.filter(({ place }) => place === 'scenario' || place === 'program')

type Fields = Readonly<Record<string, unknown>>

/** Scenario JSON whose program is there. */
export type BaseJson = Fields & { readonly program: Fields }

/**
 * What a readable link's pairs are laid over: the preset's JSON as it ships, before defaults. So a default that
 * depends on the model follows the link's model: `preset=spike&model=runtime` has the GC CPU limit on, as Go has,
 * while `thrash-capped` keeps the one that it states itself.
 */
export function toBaseJson({ title, json }: Preset): BaseJson {
  return { version: SCENARIO_VERSION, title, ...json, program: json.program as Fields }
}

/** A preset and the pairs that turn it into a scenario. */
interface Variation {
  readonly presetId: string
  readonly knobs: readonly (readonly [string, string])[]
}

/**
 * The scenario as a variation of the preset that has its title, and no other preset has that
 * (tests/scenario/catalogue.test.ts). undefined: its title, phases or changes are no preset's.
 */
export function findVariation(scenario: Scenario): Variation | undefined {
  const preset = knownPresets().find(({ title }) => title === scenario.title)
  if (!preset || toFrame(scenario) !== toFrame(toScenario(preset))) return undefined
  const base = validateScenario({ ...toBaseJson(preset), model: scenario.model })
  if (!base.ok) return undefined
  const values = knobValues(scenario)
  // The base already has the scenario's model: whether to state it is a matter of the preset's own.
  const standards: typeof values = { ...knobValues(base.value), model: toScenario(preset).model }
  const knobs = KNOBS.flatMap((parameter) => {
    const { key } = parameter
    const value = takeValue(values, key)
    const isStated = isChosenByGo(key, values)
    return !isStated && isSameValue(value, takeValue(standards, key)) ? [] : [[key, toText(parameter, value)] as const]
  })
  return { presetId: preset.id, knobs }
}

/** A scenario's value of a knob, wherever in the scenario it stands. */
export function knobOf(scenario: Scenario, key: string): Value {
  return takeValue(knobValues(scenario), key)
}

function takeValue(values: ReturnType<typeof knobValues>, key: string): Value {
  const value = values[key]
  if (value === undefined) throw new Error(`the scenario has no "${key}"`)
  return value
}

/** What no knob can change, as text to compare: title, phases and changes. */
function toFrame(scenario: Scenario): string {
  const knobs = new Set(KNOBS.map(({ key }) => key as string))
  return JSON.stringify([...toColumns(scenario)].filter(([key]) => !knobs.has(key)))
}
