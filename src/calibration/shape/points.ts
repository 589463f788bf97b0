import { MINIMUM_GOAL_MIB } from '../../gctrace/goals.ts'
import { AT_ONCE_SECONDS } from '../../model/runtime/between.ts'
import { MAX_PHASES } from '../../scenario/params.ts'
import { type GcPercent, MIB, OFF } from '../../units.ts'
import { type Series, stalledCycles } from './series.ts'

/** A log gives sizes in whole MiB: we take two sizes that differ by at most two MiB as the same. */
export const ROUNDING = 1 << 20
export const NOISE = 2 * ROUNDING

/** We compute a reachable heap from three sizes, each off by up to half a MiB. */
export const REACHABLE_ERROR = 1.5 * ROUNDING

/** A moment of a log, from which we know allocation and reachable heap: each cycle's start, and both ends. */
export interface Point extends Place {
  /** Cycles that started before. */
  readonly before: number
  /** Whether we know that allocation and heap follow a straight line from here to the next point. */
  readonly isRigid: boolean
}

/** Seconds, bytes allocated so far, and bytes reachable: NaN if unknown. */
export interface Place {
  readonly time: number
  readonly allocated: number
  readonly reachable: number
}

/** Seconds of a phase in which the model allocates all its bytes at once, as one large object. */
export const INSTANT = 0.9 * AT_ONCE_SECONDS

/**
 * Time never falls. A cycle that the program delayed came just after it allocated a large object, which it then copied
 * or cleared. That takes as long under any setting. So the model allocates the object in an instant, which starts the
 * cycle, and nothing more until the cycle ends. A large first object starts the first cycle in the same way.
 */
export function toPoints(series: Series, gogc: GcPercent = OFF): Point[] {
  const { count, start, mark, allocated, reachable, initialLive } = series
  const delayed = delayedCycles(series)
  if (isFirstAtOnce(series, gogc)) delayed.add(0)
  const points: Point[] = [{ time: 0, allocated: 0, reachable: initialLive, before: 0, isRigid: delayed.has(0) }]
  const add = (seconds: number, bytes: number, live: number, before: number, isRigid = false) => {
    points.push({ time: Math.max(seconds, points.at(-1)!.time), allocated: bytes, reachable: live, before, isRigid })
  }
  for (let i = 0; i < count; i++) {
    const isDelayed = delayed.has(i)
    // A first object may come so early that a clock of milliseconds shows no time before its cycle.
    const at = isDelayed ? Math.max(start[i]!, INSTANT) : start[i]!
    if (isDelayed) add(at - INSTANT, bytesAfter(series, i - 1), points.at(-1)!.reachable, i, true)
    add(at, allocated[i]!, reachable[i]!, i, isDelayed || delayed.has(i + 1))
    if (isDelayed) add(at + mark[i]!, bytesAfter(series, i), reachable[i]!, i + 1, delayed.has(i + 1))
  }
  add(series.endSeconds, Math.max(series.endAllocated, points.at(-1)!.allocated), Number.NaN, count)
  return points
}

/** Bytes allocated per cycle, on average; at least what rounding hides. */
export function bytesPerCycle(points: readonly Point[]): number {
  const { allocated, before } = points.at(-1)!
  return Math.max(allocated / (before + 1), ROUNDING)
}

/**
 * Each delayed cycle needs three phases, and a fourth up to the next cycle. This many leave room for the rest of the
 * log.
 */
export const MOST_DELAYED = MAX_PHASES / 5

/** The cycles that the program delayed; if there are too many for a scenario, those that marked longest. */
function delayedCycles(series: Series): Set<number> {
  const longestFirst = stalledCycles(series).sort((a, b) => series.mark[b]! - series.mark[a]!)
  return new Set(longestFirst.slice(0, MOST_DELAYED))
}

/** Bytes allocated by the end of cycle i; 0 before the first cycle. */
function bytesAfter({ allocated, heapStart, heapEnd }: Series, i: number): number {
  return i < 0 ? 0 : allocated[i]! + heapEnd[i]! - heapStart[i]!
}

/**
 * If one object, or a few, fill the heap to over twice Go’s first goal, Go moves the goal to just above the heap. Small
 * objects would have started a cycle at the first goal, and another soon after.
 */
function isFirstAtOnce({ heapStart, goal, initialLive, forced }: Series, gogc: GcPercent): boolean {
  const least = gogc.kind === 'off' ? Infinity : (MINIMUM_GOAL_MIB * MIB * gogc.percent) / 100
  return initialLive === 0 && forced[0] === 0 && heapStart[0]! > Math.max(2 * least, goal[0]! - 1.5 * MIB)
}
