import { AT_ONCE_SECONDS } from '../../model/runtime/between.ts'
import { MAX_PHASES } from '../../scenario/params.ts'
import { type Series, stalledCycles } from './series.ts'

/** A log gives sizes in whole MiB: we take two sizes that differ by at most two MiB as the same. */
export const ROUNDING = 1 << 20
export const NOISE = 2 * ROUNDING

/** We compute a reachable heap from three sizes, each off by up to half a MiB. */
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
  /** Whether we know that allocation and heap follow a straight line from a point to the next. */
  readonly isRigid: Uint8Array
  /** Bytes allocated per cycle, on average. */
  readonly perCycle: number
}

/** Seconds of a phase in which the model allocates all its bytes at once, as one large object. */
export const INSTANT = 0.9 * AT_ONCE_SECONDS

/**
 * The beginning, each cycle’s start, and the end of the work. Where the program held up a cycle, it had just allocated
 * a large object, which it then copied or cleared. So it allocates that object in an instant, which starts the cycle,
 * and nothing more until the cycle ends. The copying takes its time under any setting.
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
 * Each cycle that the program held up needs three phases of a scenario, and a fourth up to the next cycle. This many
 * leave room for the rest of the log.
 */
export const MOST_HELD_UP = MAX_PHASES / 5

/** The cycles that the program held up; if there are too many for a scenario, those that marked longest. */
function heldUpCycles(series: Series): ReadonlySet<number> {
  const longestFirst = stalledCycles(series).sort((a, b) => series.mark[b]! - series.mark[a]!)
  return new Set(longestFirst.slice(0, MOST_HELD_UP))
}

/** Bytes allocated by the end of cycle i’s mark phase; 0 before the first cycle. */
function bytesAfter({ allocated, heapStart, heapEnd }: Series, i: number): number {
  return i < 0 ? 0 : allocated[i]! + heapEnd[i]! - heapStart[i]!
}
