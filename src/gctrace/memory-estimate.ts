import { HEADROOM_PERCENT } from '../model/runtime/pacer/constants.ts'
import { MIB } from '../units.ts'

/** Runtime memory beside the heap, in bytes: the median of 41 recorded programs. */
export const OTHER_MEMORY = 4.6 * MIB
export const HEAP_OVERHEAD = 0.06
/** Memory allocated for stacks, as a multiple of the stacks scanned: 313 of 206 MiB for 10,000 deep goroutines. */
export const STACKS_ALLOCATED = 1.5

/*
 * Bounds of memory outside the heap, from recorded programs whose memory was measured: other memory of the runtime, in
 * bytes; slots and spans that no object fills, as a share of the highest heap; allocated stacks over scanned stacks.
 */
export const OTHER_BOUNDS = { least: 2.5 * MIB, most: 14 * MIB }
export const UNFILLED_BOUNDS = { least: 0.02, most: 0.5 }
export const STACKS_BOUNDS = { least: 1.1, most: 4 }
/**
 * Resident memory that Go does not count: pages of the program’s file, in bytes. Measured: 1.5 MiB for the smallest
 * program (Go 1.26, linux/amd64), 8 to 10 MiB for services.
 */
export const LEAST_FILE_PAGES = 1.5 * MIB
export const FILE_PAGES = 4.5 * MIB
export const MOST_FILE_PAGES = 2 * FILE_PAGES
/** Memory that Go counts but that is not resident: a share. */
export const MOST_UNTOUCHED = 0.05

/** Memory that GOMEMLIMIT counts, in bytes. gctrace does not report it: the most likely value and its bounds. */
export interface MemoryEstimate {
  readonly low: number
  readonly likely: number
  readonly high: number
}

/** What a log shows about memory at one moment, in bytes. */
interface HeapSeen {
  readonly heap: number
  /** Highest heap up to now: Go gives back memory slowly after the heap has shrunk. */
  readonly highest: number
  readonly ofCycle: number
  readonly stacks: number
  /** Infinity for none. */
  readonly memoryLimit: number
  /** The goal of this cycle if the memory limit set it. */
  readonly goalOfLimit: number | undefined
}

/*
 * These bounds contain the measured peaks (/memory/classes/total less heap/released) of 26 recordings of five programs.
 */
const LEAST_OTHER = 2 * MIB
const MOST_OTHER = 12 * MIB
const MOST_OVERHEAD = 0.08
const MOST_STACKS = 1.6

/**
 * Estimates the memory that counts towards the memory limit, from the heap and from the goals:
 *
 *   goal = (limit − non-heap) · 0.97      where the limit set it (Go 1.26, mgcpacer.go, memoryLimitHeapGoal)
 *
 * Under a limit Go gives free memory back, and exceeds the limit only by what the heap needs at the time.
 */
export function estimateMemory(seen: HeapSeen): MemoryEstimate {
  const { heap, highest, ofCycle, stacks, memoryLimit, goalOfLimit } = seen
  const free = {
    low: heap + stacks + LEAST_OTHER,
    likely: withOverhead(highest) + stacks,
    high: (1 + MOST_OVERHEAD) * highest + MOST_STACKS * stacks + MOST_OTHER,
  }
  if (memoryLimit === Infinity) return free
  const nonHeap = goalOfLimit === undefined ? undefined : memoryLimit - goalOfLimit / (1 - HEADROOM_PERCENT / 100)
  const needed = nonHeap === undefined ? withOverhead(ofCycle) + stacks : ofCycle + Math.max(0, nonHeap)
  const most = (1 + MOST_OVERHEAD) * ofCycle + MOST_STACKS * stacks + MOST_OTHER
  const likely = Math.min(free.likely, Math.max(memoryLimit, needed))
  return {
    low: Math.min(free.low, likely),
    likely,
    high: Math.max(likely, Math.min(free.high, Math.max(memoryLimit, most))),
  }
}

function withOverhead(heap: number): number {
  return OTHER_MEMORY + (1 + HEAP_OVERHEAD) * heap
}
