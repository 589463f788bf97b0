import { findParameter, PARAMETERS } from '../../scenario/params.ts'
import { didYouMean } from '../../share/suggest.ts'
import { parseFormula } from '../formula.ts'
import type { Fields } from './fields.ts'

/** The names in a list, without those of settings that have no control: these are problems. */
export function keysOf(fields: Fields, key: string): readonly string[] {
  return fields.texts(key).filter((name, i) => {
    const isKnown = CONTROLS.includes(name)
    const where = findParameter(name) ? 'has no control' : `is no setting${didYouMean(name, CONTROLS)}`
    if (!isKnown) fields.refuse(`${key}[${i}]`, `"${name}" ${where}`)
    return isKnown
  })
}

/** The text of a formula; undefined if it cannot be parsed, which is a problem. */
export function validateFormula(fields: Fields, key: string): string | undefined {
  const text = fields.text(key)
  if (text === undefined) return undefined
  const formula = parseFormula(text)
  if (formula.ok) return text
  for (const { message } of formula.problems) fields.refuse(key, message)
  return undefined
}

/** Settings that have no slider. */
const WITHOUT_CONTROL: readonly string[] = ['model', 'cpuQuota']

/** The settings that a lesson may show beside its figure: those with a slider, and the switch of the limiter. */
export const CONTROLS: readonly string[] = PARAMETERS.filter(
  (parameter) =>
    (parameter.place === 'scenario' && !WITHOUT_CONTROL.includes(parameter.key)) ||
    (parameter.place === 'program' && parameter.model === 'runtime' && 'slider' in parameter) ||
    parameter.key === 'otherMemory',
).map(({ key }) => key)
