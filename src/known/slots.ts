import type { Program } from '../scenario/types.ts'
import { type Known, numberOf } from './known.ts'
import { TABLES } from './measure/memory.ts'

/** What no object fills at any time: 4 to 5 % of a heap of small objects (tests/fixtures/metrics). */
const UNFILLED = 0.045

/** With so many objects in a span next to all garbage leaves slots: more make no difference. */
const MOST_MIXED = 32

/**
 * What a scrape shows beside the objects, as parameters of a program. A scrape comes at any time: most slots that it sees
 * were freed by the last cycle, and are filled by the time the heap is at its goal. With a live heap of the share r of that
 * goal, and half of the slots filled half way, they were s of the goal at first; k objects share a span then
 * (src/model/runtime/spans.ts):
 *
 *   s = unused · (1 + r)        1 − (1 − r)^k = r + s
 */
export function fromOverhead(known: Known): Pick<Program, 'heapOverhead' | 'mixedPerSpan'> {
  const overhead = Math.min(1, numberOf(known, 'heapOverhead') ?? 0)
  const r = liveShare(known)
  const slots = Math.max(0, overhead - TABLES - UNFILLED) * (1 + r)
  const free = Math.max(0, 1 - r - slots)
  const mixed = free > 0 ? Math.log(free) / Math.log(1 - r) : MOST_MIXED
  return { heapOverhead: Math.min(overhead, TABLES + UNFILLED), mixedPerSpan: Math.min(MOST_MIXED, Math.max(1, mixed)) }
}

/** The live heap as a share of the goal: by GOGC as it was then, or under a memory limit alone by what a cycle allocates. */
function liveShare(known: Known): number {
  const watched = known.watched.get('gogc')?.value ?? 100
  const gogc = typeof watched === 'number' ? watched : undefined
  const live = numberOf(known, 'liveHeap') ?? 0
  const cycle = (numberOf(known, 'allocRate') ?? 0) / (numberOf(known, 'cyclesPerSecond') ?? Number.NaN)
  const share = gogc === undefined && live > 0 && cycle > 0 ? live / (live + cycle) : 100 / (100 + (gogc ?? 100))
  return Math.min(0.95, Math.max(0.05, share))
}
