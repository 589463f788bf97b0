import { sumOf } from '../numbers.ts'
import type { CycleColumns } from './columns.ts'

/*
 * Go’s clocks do not stop while no CPU runs a cycle: while a CPU quota stops the process, or other programs use the
 * CPUs. Such a cycle takes several times as long as those near it.
 */

/** A wait, in seconds: where it is shorter, a cycle may have had more to do. */
const LEAST_WAIT = 0.025
/** A waiting cycle takes at least this many times the usual time for its live heap (see `QUICK`). */
const LEAST_TIMES = 3
/** How many cycles before and after it are near. */
const REACH = 7
/** The usual time per MiB is the lower quartile of the near cycles, because most of these may wait too. */
const QUICK = 0.25
/** Fewer cycles, or a smaller share of them, may have another cause. */
const FEWEST = 4
const LEAST_SHARE = 0.15
const LEAST_OF_TIME = 0.3

/**
 * Seconds that each cycle waited. All are 0 if too few cycles waited, or if they waited for too short a time in all.
 */
export function cpuWaits(columns: CycleColumns): Float64Array {
  const { count, forced } = columns
  const least = Math.max(FEWEST, LEAST_SHARE * count)
  const mayWait = (i: number) => forced[i] === 0 && lengthSeconds(columns, i) >= LEAST_WAIT
  let long = 0
  for (let i = 0; i < count; i++) if (mayWait(i)) long++
  if (long < least) return new Float64Array(count)
  const waits = Float64Array.from({ length: count }, (_, i) => (mayWait(i) ? waitOf(columns, i) : 0))
  const waiting = waits.filter((wait) => wait > 0).length
  const isMuch = waiting >= least && sumOf(waits) >= LEAST_OF_TIME * allSeconds(columns)
  return isMuch ? waits : waits.fill(0)
}

function waitOf(columns: CycleColumns, i: number): number {
  const { count, heapLiveMiB, forced } = columns
  const length = lengthSeconds(columns, i)
  const costOf = (j: number) => lengthSeconds(columns, j) / Math.max(1, heapLiveMiB[j]!)
  const near: number[] = []
  for (let j = Math.max(0, i - REACH); j < Math.min(count, i + REACH + 1); j++)
    if (forced[j] === 0) near.push(costOf(j))
  near.sort((a, b) => a - b)
  const usual = near[Math.floor(QUICK * near.length)]! * Math.max(1, heapLiveMiB[i]!)
  // A coarse clock may print 0 for all cycles but those that a tick falls into.
  return usual > 0 && length >= LEAST_TIMES * usual && length - usual >= LEAST_WAIT ? length - usual : 0
}

export function allSeconds(columns: CycleColumns): number {
  return sumOf(Float64Array.from({ length: columns.count }, (_, i) => lengthSeconds(columns, i)))
}

/** How long cycle i took, in seconds of elapsed time: both pauses, and marking. */
export function lengthSeconds({ sweepTermUs, markUs, markTermUs }: CycleColumns, i: number): number {
  return (sweepTermUs[i]! + markUs[i]! + markTermUs[i]!) / 1e6
}
