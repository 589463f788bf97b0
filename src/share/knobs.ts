import type { Result } from '../result.ts'
import type { Parameter } from '../scenario/parameter.ts'
import type { Scenario } from '../scenario/types.ts'
import { validateScenario } from '../scenario/validate.ts'
import { clip } from '../units.ts'
import { type BaseJson, KNOBS, knobOf } from './base.ts'
import type { Pairs } from './pairs.ts'
import { toRaw, toText } from './text.ts'

/**
 * Sets the knobs that pairs name in a valid base: all at once or, if they do not validate together, one by one in the
 * table's order (the model first). `kept`: `gogc=200` for each valid one.
 */
export function layOver(base: BaseJson, pairs: Pairs) {
  const knobs = KNOBS.filter(({ key }) => pairs.has(key))
  const set = (json: BaseJson, parameter: Parameter) => withKnob(json, parameter, pairs.get(parameter.key) ?? '')
  const asText = ({ key }: Parameter) => `${key}=${clip(pairs.get(key) ?? '')}`
  const whole = validateScenario(knobs.reduce(set, base))
  if (whole.ok) return { scenario: whole.value, problems: [], kept: knobs.map(asText) }

  let json = base
  let best: Result<Scenario> = validateScenario(base)
  const kept: string[] = []
  const refused: { readonly parameter: Parameter; readonly message: string }[] = []
  for (const parameter of knobs) {
    const next = validateScenario(set(json, parameter))
    if (next.ok) {
      json = set(json, parameter)
      best = next
      kept.push(asText(parameter))
    } else refused.push({ parameter, message: next.problems[0]?.message ?? '' })
  }
  if (!best.ok) throw new Error(`the base of a link is no scenario: ${JSON.stringify(best.problems)}`)
  const scenario = best.value
  const stays = (parameter: Parameter) => `; it stays at ${toText(parameter, knobOf(scenario, parameter.key))}`
  const problems = refused.map(({ parameter, message }) => ({
    path: parameter.key,
    message: message + stays(parameter),
  }))
  return { scenario, problems, kept }
}

function withKnob(json: BaseJson, parameter: Parameter, text: string): BaseJson {
  const { key, place } = parameter
  const raw = toRaw(parameter, text)
  return place === 'program' ? { ...json, program: { ...json.program, [key]: raw } } : { ...json, [key]: raw }
}
