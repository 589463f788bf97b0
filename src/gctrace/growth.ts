import { medianOf } from '../numbers.ts'
import type { CycleColumns } from './columns.ts'

/** A live heap that still grew as its run ended, in the unit of the sizes given. */
interface Growth {
  /** The median live heap in the third and in the last quarter of the run; of a few cycles, the last two heaps. */
  readonly before: number
  readonly now: number
  /** Whether quarters of the run show nothing, but each cycle found more than the one before it. */
  readonly isOfFew: boolean
  /** Index of the first cycle of the last quarter. */
  readonly first: number
  /** How many times as large the last live heap would be if it grew as fast for as long again. */
  readonly factor: number
}

/** A quarter’s live heap is larger than that of the quarter before by this factor, or the heap does not grow. */
const STEP = 1.1
/** Whole MiB do not show smaller steps. */
const LEAST_STEP_MIB = 2
const FEWEST_CYCLES = 8
/** Fewer cycles than this show no growth, even if each finds more than the one before. */
const FEWEST_RISING = 4

/** Whether the live heap of a log still grew, in MiB. */
export function growthOfLog({ startSeconds, heapLiveMiB, heapStartMiB, heapEndMiB }: CycleColumns): Growth | undefined {
  return findGrowth(startSeconds, heapLiveMiB, 1, { from: heapStartMiB, to: heapEndMiB })
}

/**
 * Whether the live heap grows through all four quarters of a run (of a few cycles, through each), so that nothing shows
 * how large it becomes if the program goes on. undefined if it does not, or if there are too few cycles.
 * @param start when each cycle started, in seconds
 * @param live what each cycle found live
 * @param mib a MiB, in the unit of `live`
 * @param heap its size as each cycle started to mark and ended. All that was allocated meanwhile counts as live, so live
 * heaps that are higher only because marking took longer show no growth
 */
export function findGrowth(
  start: ArrayLike<number>,
  live: ArrayLike<number>,
  mib: number,
  heap?: { readonly from: ArrayLike<number>; readonly to: ArrayLike<number> },
): Growth | undefined {
  const reached = heap && Array.from(live, (size, i) => Math.max(0, size - Math.max(0, heap.to[i]! - heap.from[i]!)))
  return reached && !growth(start, reached, mib) ? undefined : growth(start, live, mib)
}

function growth(start: ArrayLike<number>, live: ArrayLike<number>, mib: number): Growth | undefined {
  const count = start.length
  if (count < FEWEST_CYCLES) return ofFew(live, mib)
  const from = start[0]!
  const quarter = (start[count - 1]! - from) / 4
  const found: number[][] = [[], [], [], []]
  for (let i = 0; i < count; i++) found[Math.min(3, Math.floor((start[i]! - from) / quarter))]?.push(live[i]!)
  // If a heap doubles, its cycles come further and further apart, so some quarter of the run may have none.
  if (found.some(({ length }) => length === 0)) return ofFew(live, mib)
  const medians = found.map(medianOf)
  const grows = (k: number) => medians[k]! >= STEP * medians[k - 1]!
  const [, , before, now] = medians
  if (before === undefined || now === undefined || now - before < LEAST_STEP_MIB * mib) return undefined
  if (!grows(1) || !grows(2) || !grows(3) || live[count - 1]! < before) return undefined
  return {
    before,
    now,
    isOfFew: false,
    first: count - found[3]!.length,
    factor: 1 + (4 * (now - before)) / live[count - 1]!,
  }
}

/** The live heap of a few cycles that only rises: as of a program that has just started. It may at least double. */
function ofFew(live: ArrayLike<number>, mib: number): Growth | undefined {
  const count = live.length
  if (count < FEWEST_RISING) return undefined
  for (let i = 1; i < count; i++) if (live[i]! < STEP * live[i - 1]!) return undefined
  const [before, now] = [live[count - 2]!, live[count - 1]!]
  return now - live[0]! < LEAST_STEP_MIB * mib ? undefined : { before, now, isOfFew: true, first: count - 1, factor: 2 }
}
