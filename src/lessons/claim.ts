import { failedAt, ok, type Result } from '../result.ts'
import { clip } from '../units.ts'
import type { Experiment } from './experiment.ts'
import { compute } from './formula.ts'
import type { Quantity } from './measure.ts'

const CLAIM = /^(.+?)\s(<=|>=|<|>|=|~)\s(.+)$/

/** Within this share two values are about the same. */
const NEAR = 0.1

/**
 * Whether a claim holds of a run: two formulas and < <= > >= = or ~ (equal within 10 %) between them, such as
 * `cycles with gogc=200 < cycles`. A value that the run does not have makes it false.
 */
export function checkClaim(text: string, experiment: Experiment): Result<boolean> {
  const [, left, sign, right] = CLAIM.exec(text.trim()) ?? []
  if (left === undefined || sign === undefined || right === undefined)
    return failedAt('', `"${clip(text)}" is no claim; write for example cycles with gogc=200 < cycles`)
  const a = compute(left, experiment)
  const b = compute(right, experiment)
  if (!a.ok) return a
  if (!b.ok) return b
  return ok(a.value !== null && b.value !== null && holds(a.value, sign, b.value))
}

function holds({ value: a }: Quantity, sign: string, { value: b }: Quantity): boolean {
  if (typeof a === 'string' || typeof b === 'string') return sign === '=' && a === b
  switch (sign) {
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    case '>=':
      return a >= b
    case '=':
      return a === b
    default:
      return Math.abs(a - b) <= NEAR * Math.abs(b)
  }
}
