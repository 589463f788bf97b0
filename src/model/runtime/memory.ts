import type { Program } from '../../scenario/types.ts'
import { endKilled } from './outcome.ts'
import type { Run } from './run.ts'
import { heapWithSlots, slotBytes } from './spans.ts'

/*
 * Four figures that must not be confused:
 *   live       the live heap that the last cycle found
 *   heap       live + allocated since, as the pacer counts it
 *   counted    what GOMEMLIMIT counts: mapped and not given back
 *            = other + stack memory + overhead + mapped heap (objects, unused slots beside them, or free)
 *   container  what the operating system sees: counted + memory outside Go
 *
 * The overhead (span structures, slots that no object fits) does not shrink with the heap: it follows the highest heap.
 */

/** Go 1.26 mgcscavenge.go: the background scavenger keeps 10 % more than the next goal needs (retainExtraPercent). */
const RETAIN_EXTRA = 1.1
/** Under a memory limit, it starts to give memory back at 95 % of the limit (reduceExtraPercent). */
const LIMIT_SHARE = 0.95
/** It takes 1 % of the CPU (scavengePercent); at some 10 µs per 64 KiB, measured, that is 64 MiB/s per processor. */
const GIVE_BACK_PER_PROC = 64 * 1024 * 1024

/** Go memory that is not heap, in bytes: memory that the limit cannot use for objects. */
export function nonHeapBytes(run: Run): number {
  return run.fixedMemory + run.overhead
}

/** Memory of the goroutines' stacks, in bytes: at least the part that is scanned. */
export function stackBytes({ stacks, stackMemory }: Program): number {
  return Math.max(stacks, stackMemory)
}

/** The memory that a heap of this size needs besides its objects. Large pointer-free objects fill their spans: none. */
export function overheadBytes(program: Program, heap: number): number {
  return program.heapOverhead * Math.max(0, heap - program.pointerFreeLive)
}

/** Bytes of spans in use: the heap, and the slots in its spans that no object fills. */
export function inUseBytes(run: Run, heap = run.heap): number {
  return heap + run.unused + slotBytes(run, heap)
}

export function countedBytes(run: Run): number {
  return nonHeapBytes(run) + run.mapped
}

/** The memory that the container counts. Untouched pages count towards GOMEMLIMIT, but take no memory. */
export function toContainer({ program, inForce }: Run, counted: number): number {
  return Math.max(0, counted - program.untouched) + inForce.outsideMemory
}

/** What the container would count with a heap so large, before anything is given back; Infinity for one without bounds. */
export function containerAt(run: Run, heap: number): number {
  if (heap === Infinity) return Infinity
  const overhead = Math.max(run.overhead, overheadBytes(run.program, heap))
  return toContainer(run, run.fixedMemory + overhead + Math.max(run.mapped, inUseBytes(run, heap)))
}

/**
 * Updates memory after `seconds` in which the heap may have grown: gives free memory back, and maps what is needed.
 * @param isForced whether allocation gives back what is above the memory limit
 */
export function settleMemory(run: Run, seconds: number, isForced: boolean): void {
  const isFree = inUseBytes(run) <= run.mapped
  giveBack(run, seconds, isForced)
  // If the heap fits into mapped memory and has been as high before, all four figures stay as they are.
  if (!isFree || run.heap > run.highestHeap) {
    mapHeap(run)
    notePeaks(run)
  }
}

export function mapHeap(run: Run): void {
  const needed = inUseBytes(run)
  if (needed > run.mapped) run.mapped = needed
  if (run.heap > run.highestHeap) {
    run.highestHeap = run.heap
    run.overhead = overheadBytes(run.program, run.heap)
  }
}

/** Updates the run's peaks with the present memory, and ends the run if that exceeds the container's limit. */
export function notePeaks(run: Run): void {
  const counted = countedBytes(run)
  const container = toContainer(run, counted)
  if (run.heap > run.peakHeap) run.peakHeap = run.heap
  const { peak } = run
  if (counted > peak.memory) peak.memory = counted
  if (container > peak.container) peak.container = container
  // If the heap stops exactly at the limit, rounding must not kill the program.
  if (container > run.containerLimit * (1 + 1e-12)) endKilled(run)
}

/**
 * The heap, in bytes, that fills the container; at least the heap that fits into memory already mapped.
 *
 *   other + stacks + outside + overhead · max(highest, h) + max(mapped, h + unused + slots(h)) = limit
 */
function killHeap(run: Run): number {
  const { program, inForce } = run
  const { unused } = run
  const beside = stackBytes(program) - program.untouched + unused
  const room = run.containerLimit - inForce.otherMemory - inForce.outsideMemory - beside
  const borne = heapWithSlots(run, run.mapped - unused)
  const withoutGrowth = heapWithSlots(run, room - run.overhead)
  if (withoutGrowth <= run.highestHeap) return Math.max(borne, withoutGrowth)
  const { heapOverhead, pointerFreeLive } = program
  if (room <= pointerFreeLive) return Math.max(borne, heapWithSlots(run, room))
  return Math.max(borne, heapWithSlots(run, room + heapOverhead * pointerFreeLive, heapOverhead))
}

/** Wall seconds until the heap, growing by `growth` bytes per second, fills the container; ends the run if it has. */
export function secondsToKill(run: Run, growth: number): number {
  if (run.containerLimit === Infinity) return Infinity
  const distance = killHeap(run) - run.heap
  if (distance > 1e-12 * run.heap) return distance / growth
  endKilled(run)
  return 0
}

/**
 * When memory is at its limit, allocation must give back as much as it newly takes from the system (mheap.go,
 * allocSpan), and the limiter counts that as assists. Measured at a limit: 8 % of all allocation, at 0.28 s/GiB.
 */
const GIVEN_BACK_SHARE = 0.08
const GIVE_BACK_SECONDS_PER_BYTE = 0.28 / 1024 ** 3

/** Near the limit, allocation gives memory back: in the model, from where the background scavenger starts. */
export function isScavenging(run: Run): boolean {
  if (run.memoryLimit === Infinity) return false
  const counted = countedBytes(run)
  needLimit(run, counted / LIMIT_SHARE)
  return counted >= LIMIT_SHARE * run.memoryLimit
}

/** Notes that only a limit of at least these bytes would have given the same run up to here. */
function needLimit({ controller }: Run, bytes: number): void {
  const need = bytes * (1 + 1e-9)
  if (need > controller.limitNeed) controller.limitNeed = need
}

export function scavengeSeconds(run: Run, allocated: number): number {
  if (!isScavenging(run)) return 0
  return allocated * GIVEN_BACK_SHARE * GIVE_BACK_SECONDS_PER_BYTE
}

/**
 * Sets how much memory the background scavenger keeps until the next cycle ends (mgcscavenge.go, gcPaceScavenger). What
 * this cycle frees is kept so long too: the scavenger leaves pages alone that were densely in use at the end of the last
 * cycle (shouldScavenge).
 * @param inUseAtEnd bytes of spans in use as marking ended, garbage and unused slots included
 */
export function paceScavenger(run: Run, lastGoal: number, goal: number, inUseAtEnd: number): void {
  // Without GOGC and limit, both goals are Infinity. In Go they are two equal large numbers.
  const ratio = goal === lastGoal ? 1 : goal / lastGoal
  const byGoal = lastGoal > 0 ? RETAIN_EXTRA * ratio * inUseAtEnd : Infinity
  const byLimit = LIMIT_SHARE * run.memoryLimit - nonHeapBytes(run)
  if (byLimit < Infinity) needLimit(run, (byGoal + nonHeapBytes(run)) / LIMIT_SHARE)
  run.retained = Math.max(inUseAtEnd, Math.min(byGoal, byLimit))
}

/**
 * Wall seconds until the background scavenger has given back what it does not retain: there the line of memory bends.
 * Infinity if there is nothing to give back.
 */
export function secondsToRetained(run: Run): number {
  const free = run.mapped - Math.max(run.retained, inUseBytes(run))
  return free > 0 ? free / (GIVE_BACK_PER_PROC * run.procs) : Infinity
}

/** Gives all free heap memory back at once (mheap.scavengeAll). */
export function freeAll(run: Run): void {
  run.mapped = Math.min(run.mapped, inUseBytes(run))
}

/**
 * Gives free heap memory back: slowly and, if forced, at once what is above the memory limit. Only allocation forces it
 * (mheap.go, allocSpan), unless the limiter is limiting.
 */
export function giveBack(run: Run, seconds: number, isForced: boolean): void {
  const limit = run.memoryLimit
  if (limit === Infinity && run.mapped <= run.retained && inUseBytes(run) <= run.mapped) return
  const slowly = Math.max(run.retained, run.mapped - GIVE_BACK_PER_PROC * run.procs * seconds)
  let target = Math.min(run.mapped, slowly)
  if (isForced && limit < Infinity) {
    needLimit(run, target + nonHeapBytes(run))
    target = Math.min(target, limit - nonHeapBytes(run))
  }
  run.mapped = Math.max(inUseBytes(run), target)
}
