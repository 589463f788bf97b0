import { findParameter } from '../../scenario/params.ts'
import { didYouMean } from '../../share/suggest.ts'
import { CONTROLS } from '../controls.ts'
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
