import type { Scenario } from '../../scenario/types.ts'
import { parseSize } from '../../units.ts'
import { withSettings } from '../experiment.ts'
import type { Goal, Predicate } from '../lesson.ts'
import type { Fields } from './fields.ts'
import { keysOf, validateFormula } from './named.ts'

const BOUNDS = ['atMost', 'atLeast', 'is'] as const
const MAX_STARS = 2

/** The challenge of a step. `checkLesson` runs it to see whether it can be solved. */
export function validateGoal(fields: Fields, scenario: Scenario): Goal | undefined {
  const all = fields.objects('all').flatMap((predicate) => validatePredicate(predicate) ?? [])
  if (all.length === 0) fields.refuse('all', 'holds no predicate: any run would solve it')
  const stars = validateStars(fields)
  const changes = keysOf(fields, 'changes')
  const most = fields.has('most') ? fields.number('most', 1, 100) : undefined
  const hints = fields.texts('hints', false)
  const solution = validateSolution(fields, scenario, changes)
  return { all, stars, changes, most, hints, solution }
}

function validateStars(fields: Fields): readonly (readonly Predicate[])[] {
  const raw = fields.raw('stars')
  if (raw === undefined) return []
  if (!Array.isArray(raw) || raw.length > MAX_STARS || !raw.every(Array.isArray)) {
    fields.refuse('stars', `is not a list of up to ${MAX_STARS} lists of predicates`)
    return []
  }
  return raw.map((list: unknown[], i) =>
    list.flatMap((predicate, k) => {
      const path = `stars[${i}][${k}]`
      const inner = fields.within(predicate, path)
      return inner ? (validatePredicate(inner) ?? []) : []
    }),
  )
}

function validatePredicate(fields: Fields): Predicate | undefined {
  const of = validateFormula(fields, 'of')
  const given = BOUNDS.filter((bound) => fields.has(bound))
  const [bound] = given
  if (bound === undefined || given.length > 1) {
    fields.refuse('', 'takes exactly one of atMost, atLeast and is')
    return undefined
  }
  const value = toValue(fields.raw(bound), bound)
  if (value === undefined) fields.refuse(bound, 'is neither a number, a size such as 60MiB nor, for is, a word')
  return of === undefined || value === undefined ? undefined : { of, bound, value }
}

function toValue(raw: unknown, bound: (typeof BOUNDS)[number]): number | string | undefined {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : undefined
  if (typeof raw !== 'string') return undefined
  const size = parseSize(raw)
  if (size.ok) return size.value
  return bound === 'is' ? raw : undefined
}

function validateSolution(
  fields: Fields,
  scenario: Scenario,
  changes: readonly string[],
): Readonly<Record<string, string>> {
  const raw = fields.raw('solution')
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    fields.refuse('solution', 'is not an object such as {"gogc": 200}')
    return {}
  }
  const solution = Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, String(value)]))
  for (const key of Object.keys(solution))
    if (!changes.includes(key)) fields.refuse(`solution.${key}`, 'is none of the settings that "changes" allows')
  const solved = withSettings(scenario, solution)
  if (!solved.ok) for (const { path, message } of solved.problems) fields.refuse(`solution.${path}`, message)
  return solution
}
