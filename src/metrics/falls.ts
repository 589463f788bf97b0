import type { Field } from './fields.ts'

/** Figures that never fall while a process lives. */
export const COUNTERS: readonly Field[] = ['allocTotal', 'cycles', 'processCpu']

export type Point = readonly [time: number, value: number]

/** A counter over time: its points with a new value in the order of their times, and how often it falls. */
export interface CounterSeries {
  readonly points: readonly Point[]
  readonly falls: number
}

/** Leaves out repeated values: Prometheus repeats a scrape until the next, before which another series may have one. */
export function toCounterSeries(points: readonly Point[]): CounterSeries {
  const changes = points.toSorted(([a], [b]) => a - b).filter(([, value], i, all) => value !== all[i - 1]?.[1])
  return { points: changes, falls: changes.filter(([, value], i) => value < (changes[i - 1]?.[1] ?? 0)).length }
}

/**
 * Whether a counter falls more than `most` times more often where two series are put together in the order of their
 * times. Those of one process stay in step. Those of two take turns, so that it falls at nearly each time. Of two points
 * at one time the smaller is taken for the earlier: it was scraped some seconds before.
 */
export function fallsBetween(a: CounterSeries, b: CounterSeries, most = 0): boolean {
  let falls = -a.falls - b.falls
  let before = 0
  for (let i = 0, j = 0; i < a.points.length || j < b.points.length; ) {
    const [time, value] = a.points[i] ?? [Infinity, 0]
    const [other, otherValue] = b.points[j] ?? [Infinity, 0]
    const isFirst = time < other || (time === other && value <= otherValue)
    const now = isFirst ? value : otherValue
    if (now < before) falls++
    if (falls > most) return true
    before = now
    if (isFirst) i++
    else j++
  }
  return false
}
