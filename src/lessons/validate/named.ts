import { findParameter, PARAMETERS } from '../../scenario/params.ts'
import { didYouMean } from '../../share/suggest.ts'
import { parseFormula } from '../formula.ts'
import type { Fields } from './fields.ts'

/** Names of settings that have a control. */
export function keysOf(fields: Fields, key: string): readonly string[] {
  return fields.texts(key).filter((name, i) => {
    const isKnown = CONTROLS.includes(name)
    const where = findParameter(name) ? 'has no control' : `is no setting${didYouMean(name, CONTROLS)}`
    if (!isKnown) fields.refuse(`${key}[${i}]`, `"${name}" ${where}`)
    return isKnown
  })
}

/** The text of a formula that can be read. */
export function validateFormula(fields: Fields, key: string): string | undefined {
  const text = fields.text(key)
  if (text === undefined) return undefined
  const formula = parseFormula(text)
  if (formula.ok) return text
  for (const { message } of formula.problems) fields.refuse(key, message)
  return undefined
}

/** Chosen by other means than a slider. */
const WITHOUT_CONTROL: readonly string[] = ['model', 'cpuQuota']

/** The settings that a lesson may put beside its figure: those that have a slider, and the switch of the limiter. */
export const CONTROLS: readonly string[] = PARAMETERS.filter(
  (parameter) =>
    (parameter.place === 'scenario' && !WITHOUT_CONTROL.includes(parameter.key)) ||
    (parameter.place === 'program' && parameter.model === 'runtime' && 'slider' in parameter) ||
    parameter.key === 'otherMemory',
).map(({ key }) => key)
