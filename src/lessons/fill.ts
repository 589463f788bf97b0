import { formatShare, formatSize } from '../format.ts'
import { failed, failedAt, ok, type Problem, type Result } from '../result.ts'
import { clip } from '../units.ts'
import type { Experiment } from './experiment.ts'
import { compute } from './formula.ts'
import type { Quantity } from './measure.ts'
import { nameOf, showQuantity, showTimes } from './words.ts'

const TEMPLATE = /\{([^{}]*)\}/g
const FORM = /^(.*?)(?:\s+as\s+(\w+))?$/s

/** `{peakHeapBytes}` becomes `60.0 MiB`: so no number in a text can be wrong. */
export function fillText(text: string, experiment: Experiment): Result<string> {
  const problems: Problem[] = []
  const filled = toFilled(text, experiment, problems)
  return problems.length > 0 ? failed(problems) : ok(filled)
}

/** The text for readers: templates that could not be filled stay as written. @param problems receives the reasons */
export function toFilled(text: string, experiment: Experiment, problems: Problem[] = []): string {
  return text.replace(TEMPLATE, (whole, inner: string) => {
    const value = fillOne(inner, experiment)
    if (value.ok) return value.value
    problems.push(...value.problems)
    return whole
  })
}

function fillOne(inner: string, experiment: Experiment): Result<string> {
  const [, formula = '', form] = FORM.exec(inner) ?? []
  const quantity = compute(formula, experiment)
  if (!quantity.ok) return quantity
  if (quantity.value === null) return failedAt('', `this run has no ${clip(formula.trim())}`)
  return showAs(quantity.value, form)
}

function showAs(quantity: Quantity, form: string | undefined): Result<string> {
  const { value } = quantity
  if (form === undefined) return ok(showQuantity(quantity))
  if (form === 'name' && typeof value === 'string') return ok(nameOf(value))
  if (typeof value === 'number') {
    if (form === 'times') return ok(showTimes(value))
    if (form === 'tenths' && quantity.unit === 'bytes') return ok(formatSize(value))
    if (form === 'percent') return ok(formatShare(value))
    if (form === 'whole') return ok(showQuantity({ value: Math.round(value), unit: 'number' }))
  }
  return failedAt('', `"as ${clip(form)}" does not suit it; there is times, percent, whole, tenths and name`)
}
