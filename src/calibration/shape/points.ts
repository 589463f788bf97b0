import { AT_ONCE_SECONDS } from '../../model/runtime/between.ts'
import { MAX_PHASES } from '../../scenario/params.ts'
import { type Series, stalledCycles } from './series.ts'

/** Every size is known to a MiB at best, and two that are closer than two are the same. */
export const ROUNDING = 1 << 20
export const NOISE = 2 * ROUNDING

/** Three sizes make a reachable heap, each half a MiB off at most. */
export const REACHABLE_ERROR = 1.5 * ROUNDING

/** Allocation and reachable heap over time, as far as a log shows them: at each cycle's start, and at both ends. */
export interface Points {
  /** Seconds; never falls. */
  readonly time: Float64Array
  /** Bytes allocated so far. */
  readonly allocated: Float64Array
  /** Bytes; NaN where nothing is known. */
  readonly reachable: Float64Array
  /** Cycles that started before each point. */
  readonly before: Uint32Array
  /** Whether what lies between a point and the next is known, and straight. */
  readonly isRigid: Uint8Array
  /** Bytes allocated per cycle, on average. */
  readonly perCycle: number
}

/** A large object is allocated all at once: so the model takes a phase of so many seconds. */
export const INSTANT = 0.9 * AT_ONCE_SECONDS

/**
 * The beginning, each cycle's start, and the end of the work. Where the program held a cycle up, it had just allocated
 * what it then copied or cleared: all of it in an instant, which started the cycle, and nothing until the cycle ended.
 * It would take its time under any setting.
 */
export function toPoints(series: Series): Points {
  const { count, start, mark, allocated, reachable, initialLive } = series
  const heldUp = heldUpCycles(series)
  const time = [0]
  const sum = [0]
  const heap = [initialLive]
  const before = [0]
  const rigid = [0]
  const add = (seconds: number, bytes: number, live: number, cycles: number, isRigid = false) => {
    time.push(Math.max(seconds, time.at(-1)!))
    sum.push(bytes)
    heap.push(live)
    before.push(cycles)
    rigid.push(isRigid ? 1 : 0)
  }
  for (let i = 0; i < count; i++) {
    const isHeldUp = heldUp.has(i)
    if (isHeldUp) {
      rigid[rigid.length - 1] = 1
      add(start[i]! - INSTANT, bytesAfter(series, i - 1), heap.at(-1)!, i, true)
    }
    add(start[i]!, allocated[i]!, reachable[i]!, i, isHeldUp)
    if (isHeldUp) add(start[i]! + mark[i]!, bytesAfter(series, i), reachable[i]!, i + 1)
  }
  add(series.endSeconds, Math.max(series.endAllocated, sum.at(-1)!), Number.NaN, count)
  return {
    time: Float64Array.from(time),
    allocated: Float64Array.from(sum),
    reachable: Float64Array.from(heap),
    before: Uint32Array.from(before),
    isRigid: Uint8Array.from(rigid),
    perCycle: Math.max(series.endAllocated / (count + 1), ROUNDING),
  }
}

/**
 * Each cycle that the program held up takes three phases of a scenario, and a fourth up to the next: so many leave room
 * for all else that happens.
 */
export const MOST_HELD_UP = MAX_PHASES / 5

/** The cycles that the program held up: all, or those that marked longest where there are too many for a scenario. */
function heldUpCycles(series: Series): ReadonlySet<number> {
  const longestFirst = stalledCycles(series).sort((a, b) => series.mark[b]! - series.mark[a]!)
  return new Set(longestFirst.slice(0, MOST_HELD_UP))
}

/** Allocated by the end of cycle i's marking; nothing before the first. */
function bytesAfter({ allocated, heapStart, heapEnd }: Series, i: number): number {
  return i < 0 ? 0 : allocated[i]! + heapEnd[i]! - heapStart[i]!
}
