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
 * The figures of one process. If there are too many samples, we keep one time in each slot, the same of all figures: so
 * all figures of a scrape are kept, or none.
 */
export class Columns {
  readonly columns = new Map<Field, Column>()
  private slots: Slots | undefined
  /** The last sample of a figure, if its time was not chosen. */
  private readonly newest = new Map<Field, readonly [time: number, value: number]>()

  /** @returns how many samples were added; negative if some were dropped */
  add(field: Field, time: number, value: number): number {
    if (this.slots && !isChosen(time, this.slots)) {
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
    const { slots = slotsFor(full.times) } = this
    let dropped = 0
    if (slots) {
      this.slots = { ...slots, seconds: 2 * slots.seconds, chosen: new Map() }
      const isKept = (time: number) => isChosen(time, this.slots!)
      // The longest column comes first: its times are chosen.
      for (const [field, column] of [...this.columns].toSorted(([, a], [, b]) => b.times.length - a.times.length)) {
        const [time, value] = [column.times.at(-1)!, column.values.at(-1)!]
        dropped += keepOnly(column, (i) => isKept(column.times[i]!))
        if (!this.newest.has(field) && !isKept(time)) this.newest.set(field, [time, value])
      }
    }
    // The samples have no times, or nearly all have the same time.
    if (full.times.length > 0.75 * MOST_SAMPLES) dropped += keepOnly(full, (i) => i % 2 === 0)
    return dropped
  }
}

/** Slots of time, and the time that was chosen in each: its first. */
interface Slots {
  readonly first: number
  readonly seconds: number
  readonly chosen: Map<number, number>
}

/** Slots of time, as wide as the median step between samples; undefined if most steps are 0, or no sample has a time. */
function slotsFor(times: readonly number[]): Slots | undefined {
  const timed = times.filter(Number.isFinite)
  const seconds = medianOf(timed.slice(1).map((time, i) => Math.abs(time - timed[i]!))) ?? 0
  return seconds > 0 ? { first: timed[0]!, seconds, chosen: new Map() } : undefined
}

/** Chooses the first time of each slot, wherever times are further apart or closer. A sample without a time stays. */
function isChosen(time: number, { first, seconds, chosen }: Slots): boolean {
  if (Number.isNaN(time)) return true
  const slot = Math.floor((time - first) / seconds)
  const own = chosen.get(slot)
  if (own === undefined) chosen.set(slot, time)
  return own === undefined || own === time
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
