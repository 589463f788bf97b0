import type { Field } from '../../metrics/fields.ts'
import type { Scrape } from './timeline.ts'

/** A figure with the bounds between which it surely lies. */
export interface Ranged {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** A range around a value. @param error relative: 0.1 for 10 % */
export function around(value: number, error: number): Ranged {
  return { value, low: value / (1 + error), high: value * (1 + error) }
}

export function valuesOf(scrapes: readonly Scrape[], field: Field): number[] {
  return scrapes.flatMap(({ values }) => values.get(field) ?? [])
}

/** From this size on, a memory limit means no limit: math.MaxInt64 as a float. */
export const NO_LIMIT = 9.2e18

export function latest(scrapes: readonly Scrape[]): ReadonlyMap<Field, number> {
  const last = new Map<Field, number>()
  for (const { values } of scrapes) for (const [field, value] of values) last.set(field, value)
  return last
}

/** How much a counter grew between the first and the last scrape that have it. */
export function spanOf(scrapes: readonly Scrape[], field: Field): { grown: number; seconds: number } | undefined {
  const first = scrapes.find(({ values }) => values.has(field))
  const last = scrapes.findLast(({ values }) => values.has(field))
  if (!first || !last || first === last) return undefined
  return { grown: last.values.get(field)! - first.values.get(field)!, seconds: last.seconds - first.seconds }
}
