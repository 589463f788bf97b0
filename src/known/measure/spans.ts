import type { Field } from '../../metrics/fields.ts'
import type { Scrape } from './timeline.ts'

export function valuesOf(scrapes: readonly Scrape[], field: Field): number[] {
  return scrapes.flatMap(({ values }) => values.get(field) ?? [])
}

/** The newest value of each field. */
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
