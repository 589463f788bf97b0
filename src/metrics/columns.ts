import { medianOf } from '../numbers.ts'
import type { Field } from './fields.ts'

/** One figure over time. `times` are Unix seconds; NaN if the scrape has no time. */
export interface Column {
  readonly times: number[]
  readonly values: number[]
}

/** We keep at most this many samples of a figure; then we drop about half of them. 40 phases need no more. */
const MOST_SAMPLES = 6000

/**
 * The figures of one process. If there are too many samples, we drop the same times of all figures: so all figures of
 * a scrape are kept, or none.
 */
export class Columns {
  readonly columns = new Map<Field, Column>()
  private spacing: Spacing | undefined
  private step = 1
  /** The last sample of a figure, if its time was not chosen. */
  private readonly newest = new Map<Field, readonly [time: number, value: number]>()

  /** @returns how many samples were added; negative if some were dropped */
  add(field: Field, time: number, value: number): number {
    if (!isChosen(time, this.spacing, this.step)) {
      this.newest.set(field, [time, value])
      return 0
    }
    const column = this.columns.get(field) ?? { times: [], values: [] }
    this.columns.set(field, column)
    this.newest.delete(field)
    push(column, time, value)
    return column.times.length < MOST_SAMPLES ? 1 : 1 - this.thin(column)
  }

  /** Adds the last sample of each figure. */
  finish(): void {
    for (const [field, [time, value]] of this.newest) {
      const column = this.columns.get(field) ?? { times: [], values: [] }
      this.columns.set(field, column)
      push(column, time, value)
    }
    this.newest.clear()
  }

  /** @returns how many samples were dropped */
  private thin(full: Column): number {
    this.spacing ??= spacingOf(full.times)
    this.step *= 2
    const isKept = (time: number) => isChosen(time, this.spacing, this.step)
    let dropped = 0
    for (const [field, column] of this.columns) {
      const [time, value] = [column.times.at(-1)!, column.values.at(-1)!]
      if (!this.newest.has(field) && !isKept(time)) this.newest.set(field, [time, value])
      dropped += keepOnly(column, (i) => isKept(column.times[i]!))
    }
    // The samples have no times, or nearly all have the same time.
    if (full.times.length > 0.75 * MOST_SAMPLES) dropped += keepOnly(full, (i) => i % 2 === 0)
    return dropped
  }
}

/** Times at about equal distances. */
interface Spacing {
  readonly first: number
  readonly secondsBetween: number
}

/** @returns undefined if there is no time between the times */
export function spacingOf(times: readonly number[]): Spacing | undefined {
  const secondsBetween = medianOf(times.slice(1).map((time, i) => Math.abs(time - times[i]!))) ?? 0
  return secondsBetween > 0 ? { first: times[0]!, secondsBetween } : undefined
}

/**
 * Chooses about one in `step` times. It depends on nothing but the time, so it chooses the same times of all figures,
 * even if some of them start later.
 */
export function isChosen(time: number, spacing: Spacing | undefined, step: number): boolean {
  if (spacing === undefined || Number.isNaN(time)) return true
  return Math.round((time - spacing.first) / spacing.secondsBetween) % step === 0
}

function push({ times, values }: Column, time: number, value: number): void {
  times.push(time)
  values.push(value)
}

/** @returns how many samples were dropped */
function keepOnly({ times, values }: Column, isKept: (i: number) => boolean): number {
  const before = times.length
  let kept = 0
  for (let i = 0; i < before; i++) {
    if (!isKept(i)) continue
    times[kept] = times[i]!
    values[kept] = values[i]!
    kept++
  }
  times.length = kept
  values.length = kept
  return before - kept
}
