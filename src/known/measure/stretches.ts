import type { Field } from '../../metrics/fields.ts'
import { medianOf } from '../../numbers.ts'
import { latest, valuesOf } from './ranged.ts'
import { liveBelow, scannedStacks } from './stacks.ts'
import type { ProcessRun, Scrape } from './timeline.ts'

/** A piece of time in which the program hardly changes. */
export interface Stretch {
  readonly seconds: number
  readonly allocRate: number
  /** Live heap inferred from the goals, in bytes; undefined if they do not show it. */
  readonly live: number | undefined
}

/** The most phases, even of a day of five-second scrapes. */
const MOST_STRETCHES = 40
/** We join neighbours that differ by less than this share of the mean rate and of the live heap. */
const SAME = 0.12
/** Fewer intervals show a mean, but no change over time. */
const LEAST_INTERVALS = 4
/** The most intervals, even of a long time. */
const MOST_INTERVALS = 2000

/** The stretches of a program that changes over time; undefined for a steady one. */
export function toStretches({ scrapes, clock }: ProcessRun): readonly Stretch[] | undefined {
  if (clock === 'none' || clock === 'last-gc' || clock === 'log') return undefined
  const fine = toIntervals(scrapes)
  if (fine.length < LEAST_INTERVALS) return undefined
  const stretches = merge(fine)
  return stretches.length > 1 ? stretches : undefined
}

function toIntervals(scrapes: readonly Scrape[]): Stretch[] {
  const rows = scrapes.filter(({ values }) => values.has('allocTotal'))
  const step = Math.max(1, Math.ceil(rows.length / MOST_INTERVALS))
  const intervals: Stretch[] = []
  for (let i = 0; i + step < rows.length; i += step) {
    const [from, to] = [rows[i]!, rows[i + step]!]
    const seconds = to.seconds - from.seconds
    if (!(seconds > 0)) continue
    const grown = to.values.get('allocTotal')! - from.values.get('allocTotal')!
    intervals.push({ seconds, allocRate: Math.max(0, grown / seconds), live: liveOf(rows.slice(i + 1, i + step + 1)) })
  }
  return intervals
}

function liveOf(scrapes: readonly Scrape[]): number | undefined {
  const exact = medianOf(valuesOf(scrapes, 'heapLive'))
  if (exact !== undefined) return exact
  const get = (field: Field) => medianOf(valuesOf(scrapes, field))
  const goal = get('goal')
  const gogc = get('gogc') ?? 100
  // If a memory limit may have set the goal, the goal does not show the live heap.
  const limit = get('memoryLimit')
  if (goal === undefined || !(gogc > 0) || (limit !== undefined && goal > 0.8 * limit)) return undefined
  return liveBelow(goal, gogc / 100, scannedStacks(latest(scrapes))).value
}

/** Joins the two neighbours that differ least, until few are left and all differ. */
function merge(fine: readonly Stretch[]): Stretch[] {
  const stretches = [...fine]
  const total = fine.reduce((sum, { seconds }) => sum + seconds, 0)
  const mean = fine.reduce((sum, { seconds, allocRate }) => sum + seconds * allocRate, 0) / total
  while (stretches.length > 1) {
    let nearest = 1
    let least = Infinity
    for (let i = 1; i < stretches.length; i++) {
      const distance = distanceOf(stretches[i - 1]!, stretches[i]!, mean, total)
      if (distance < least) [least, nearest] = [distance, i]
    }
    const isSame = differenceOf(stretches[nearest - 1]!, stretches[nearest]!, mean) < SAME
    if (stretches.length <= MOST_STRETCHES && !isSame) break
    stretches.splice(nearest - 1, 2, join(stretches[nearest - 1]!, stretches[nearest]!))
  }
  return stretches
}

function differenceOf(a: Stretch, b: Stretch, mean: number): number {
  const rate = Math.abs(a.allocRate - b.allocRate) / Math.max(mean, 1)
  if (a.live === undefined || b.live === undefined) return rate
  return Math.max(rate, Math.abs(a.live - b.live) / Math.max(a.live, b.live, 1))
}

/** How much joining two stretches loses: Ward’s distance, which keeps a short, high spike. */
function distanceOf(a: Stretch, b: Stretch, mean: number, total: number): number {
  const difference = differenceOf(a, b, mean)
  return ((a.seconds * b.seconds) / (a.seconds + b.seconds) / total) * difference * difference
}

function join(a: Stretch, b: Stretch): Stretch {
  const seconds = a.seconds + b.seconds
  const mix = (x: number, y: number) => (a.seconds * x + b.seconds * y) / seconds
  const live = a.live !== undefined && b.live !== undefined ? mix(a.live, b.live) : (a.live ?? b.live)
  return { seconds, allocRate: mix(a.allocRate, b.allocRate), live }
}
