import { DEFAULT_HEAP_MINIMUM } from '../../model/runtime/pacer/constants.ts'
import { medianOf } from '../../numbers.ts'
import { latest, type Ranged, spanOf, valuesOf } from './ranged.ts'
import type { ProcessRun, Scrape } from './timeline.ts'

export interface InferredGogc {
  /**
   * `default`: it explains the goals, and `live` follows from it. `open`: the mean allocation suggests another GOGC.
   */
  readonly kind: 'default' | 'open' | 'other'
  /** In percent: the range of all GOGC that explain the goals. Its high end is Infinity if any high GOGC does. */
  readonly gogc: Ranged
  /** Bytes. */
  readonly live: Ranged
}

/**
 * The share of the way from live heap to goal that a cycle allocates: at least 0.7 (Go 1.26, mgcpacer.go,
 * minTriggerRatioNum); measured: 0.75 to 0.92.
 */
export const RUNWAY = { low: 0.7, likely: 0.85, high: 1 } as const
/** A mean since the start includes the first, small cycles: about this many, but at most this share of all. */
const START_UP = { cycles: 10, most: 0.4 } as const
/**
 * In two programs whose live heap rises and falls, the mean since the start was a third and 1.5 times the present one.
 */
export const MEAN_OFF = 3
/** If the live heap may be below this share of the goal, any high GOGC explains the goal. */
const LEAST_LIVE = 0.01
/** The live heap is part of the heap. Go counts both, and they hardly differ by more than this right after a cycle. */
const LEAST_HEAP = 1.02
/** Rarer cycles need not be due to the goal: Go forces one every two minutes (runtime/proc.go, forcegcperiod). */
const RARE_SECONDS = 100
const DEFAULT = 100

/** If the gaps between its first and between its last cycles differ by this factor, the program does other work now. */
const DRIFT = 1.5
const FEWEST_GAPS = 8

/**
 * Means since the start do not show what a cycle allocates now if the cycle rate changed a lot, or if there were hardly
 * more than the small cycles of the start.
 */
export function hasOldMeans({ scrapes, pauseEnds: ends }: Pick<ProcessRun, 'scrapes' | 'pauseEnds'>): boolean {
  if (scrapes.length > 1 || ends.length === 0) return false
  if (ends.length <= FEWEST_GAPS) return latest(scrapes).get('cycles') === ends.length
  const middle = ends.length >> 1
  const gap = (from: number, to: number) => (ends[to]! - ends[from]!) / (to - from)
  const ratio = gap(middle, ends.length - 1) / gap(0, middle)
  return ratio > DRIFT || ratio < 1 / DRIFT
}

/**
 * From the bytes allocated per cycle, which are most of the way from live heap to goal. A memory limit that no input
 * shows looks like a lower GOGC.
 * @param cyclesPerSecond undefined if it is not known
 * @returns undefined if the counters do not show it, or if the cycles are so rare that Go’s timer may start them
 */
export function inferGogc(scrapes: readonly Scrape[], cyclesPerSecond: number | undefined): InferredGogc | undefined {
  const seen = allocatedPerCycle(scrapes)
  const goal = steadyGoal(scrapes)
  if (!seen || goal === undefined || isRare(seen.startUp, cyclesPerSecond)) return undefined
  const { bytes, cycles, startUp } = seen
  const isMean = seen.isMean || isBelowHeaps(scrapes, goal, bytes / (RUNWAY.low * (1 - 1 / seen.cycles)))
  const off = isMean ? MEAN_OFF : 1
  const least = RUNWAY.low * (1 - 1 / cycles) * (1 - startUp)
  const most = RUNWAY.high + 1 / cycles
  const liveAt = (share: number) => goal - bytes / share
  const gogcAt = (share: number) =>
    liveAt(share) > LEAST_LIVE * goal ? (100 * bytes) / share / liveAt(share) : Infinity
  if (!(gogcAt(most) < Infinity)) return undefined
  const isDefault = gogcAt(most) <= DEFAULT && DEFAULT <= gogcAt(least)
  const likely = gogcAt(RUNWAY.likely) < Infinity ? RUNWAY.likely : most
  const heap = isMean ? LEAST_HEAP * (latest(scrapes).get('heapAlloc') ?? Infinity) : Infinity
  const byDefault = goal / (1 + DEFAULT / 100)
  const mayBeDefault = gogcAt(most * off) <= DEFAULT && DEFAULT <= gogcAt(least / off) && byDefault <= heap
  // If the whole heap is smaller than the least live heap, the mean comes from cycles before the heap grew.
  const isOfSmallerHeap = liveAt(least) > heap && byDefault <= heap
  const lowest = isOfSmallerHeap ? 100 * (goal / heap - 1) : gogcAt(most)
  // The timer starts cycles before the heap is near its goal. If we do not know how rare the cycles are, they may be its.
  const mayBeTimers = cyclesPerSecond === undefined && gogcAt(least) < DEFAULT
  if (mayBeTimers || (isMean && !isDefault && (mayBeDefault || isOfSmallerHeap))) {
    const live = openLive({ low: liveAt(least), high: liveAt(most) }, byDefault, heap)
    return { kind: 'open', gogc: openGogc(lowest, gogcAt(least), mayBeTimers || isOfSmallerHeap), live }
  }
  return {
    kind: isDefault ? 'default' : 'other',
    gogc: { value: isDefault ? DEFAULT : Math.round(gogcAt(likely)), low: gogcAt(most), high: gogcAt(least) },
    live: {
      value: Math.min(heap, liveAt(likely)),
      low: Math.min(heap, Math.max(0, liveAt(least))),
      high: Math.min(heap, liveAt(most)),
    },
  }
}

/** The default, in a range that reaches to the GOGC that the mean cycle suggests. */
function openGogc(low: number, high: number, isAnyHigher: boolean): Ranged {
  return { value: DEFAULT, low: Math.min(DEFAULT, low), high: isAnyHigher ? Infinity : Math.max(DEFAULT, high) }
}

/** The live heap under the default, in a range that reaches to that under the GOGC that the mean cycle suggests. */
function openLive({ low, high }: Pick<Ranged, 'low' | 'high'>, byDefault: number, heap: number): Ranged {
  const value = Math.min(heap, byDefault)
  return { value, low: Math.max(0, Math.min(low, value)), high: Math.min(heap, Math.max(high, value)) }
}

/**
 * Whether some scrape shows a heap that is smaller than its live heap would be. Then the mean cycle does not belong to
 * these goals: other cycles allocated less, for example because a cache was cleared.
 * @param room the most bytes from the live heap to the goal, if the mean cycle belongs to the goals
 */
function isBelowHeaps(scrapes: readonly Scrape[], goal: number, room: number): boolean {
  return scrapes.some(({ values }) => {
    const [heap, own] = [values.get('heapAlloc'), values.get('goal')]
    return heap !== undefined && own !== undefined && LEAST_HEAP * heap < (own * (goal - room)) / goal
  })
}

/** The highest goal over the lowest. If it is larger, the mean goal does not match the mean cycle. */
export const STEADY = 1.2

function steadyGoal(scrapes: readonly Scrape[]): number | undefined {
  const goals = Float64Array.from(valuesOf(scrapes, 'goal')).sort()
  return goals.at(-1)! <= STEADY * goals[0]! ? medianOf([...goals]) : undefined
}

/** Bytes allocated per cycle between two scrapes, or, with one scrape, the mean since the start. */
function allocatedPerCycle(scrapes: readonly Scrape[]) {
  const [alloc, count] = [spanOf(scrapes, 'allocTotal'), spanOf(scrapes, 'cycles')]
  if (alloc && count && count.grown > 1)
    return { bytes: alloc.grown / count.grown, cycles: count.grown, startUp: 0, isMean: false }
  const last = latest(scrapes)
  const [total, cycles] = [last.get('allocTotal') ?? 0, last.get('cycles') ?? 0]
  if (!(total > 0 && cycles > 1)) return undefined
  return { bytes: total / cycles, cycles, startUp: startUpOf(cycles), isMean: true }
}

/** The share of all cycles since the start that are of the start-up. */
function startUpOf(cycles: number): number {
  return Math.min(START_UP.most, START_UP.cycles / cycles)
}

/** The share of all cycles that came after the start-up. All of them if two scrapes show the cycles. */
export function shareAfterStart(scrapes: readonly Scrape[]): number {
  return scrapes.length > 1 ? 1 : 1 - startUpOf(latest(scrapes).get('cycles') ?? 0)
}

function isRare(startUp: number, cyclesPerSecond: number | undefined): boolean {
  return cyclesPerSecond !== undefined && 1 / (cyclesPerSecond * (1 - startUp)) > RARE_SECONDS
}

/** With fewer cycles after its start, a dump shows no mean. */
const FEWEST_AFTER_START = 8

/**
 * The mean live heap of a process since its start, in bytes, from one dump, whose goal shows only one moment. If GOGC
 * sets the goals, the mean allocation per cycle is most of GOGC/100 times the live heap.
 * @param live the live heap when the dump was taken, in bytes
 * @param share GOGC/100
 * @param cyclesPerSecond undefined if it is not known: then we take it that Go’s timer starts none of the cycles
 * @returns undefined if the dump does not show it, or if the cycles are so rare that Go’s timer may start them
 */
export function meanLive(
  run: ProcessRun,
  live: number,
  share: number,
  cyclesPerSecond: number | undefined,
): number | undefined {
  if (run.scrapes.length !== 1 || !(share > 0)) return undefined
  if (isRare(1 - shareAfterStart(run.scrapes), cyclesPerSecond)) return undefined
  const last = latest(run.scrapes)
  // As the heap grows from the minimum to the live heap, each goal is 1 + share times the one before.
  const first = Math.log(Math.max(1, live / (DEFAULT_HEAP_MINIMUM * share))) / Math.log1p(share)
  const cycles = (last.get('cycles') ?? 0) - first
  const allocated = (last.get('allocTotal') ?? 0) - live
  return cycles >= FEWEST_AFTER_START && allocated > 0 ? allocated / cycles / (RUNWAY.likely * share) : undefined
}
