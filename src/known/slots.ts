import type { Program } from '../scenario/types.ts'
import { type Known, numberOf } from './known.ts'
import { TABLES, UNFILLED } from './measure/memory.ts'

/** With so many objects in a span almost all garbage leaves slots rather than free spans. More objects make no difference. */
const MOST_MIXED = 32

/**
 * The parameters of a program that follow from the heap overhead in a scrape, as it is half way through a cycle (measure/memory.ts).
 * Most slots were freed by the last cycle, and new objects fill them before the heap reaches its goal. Let the
 * live heap be a share r of the goal, and let half of the slots be filled half way to it. Then the slots were a share s of the
 * goal just after the cycle, and k objects share a span (src/model/runtime/spans.ts):
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

/** The live heap as a share of the goal: from GOGC at that time; with GOGC off, from the bytes allocated per cycle. */
function liveShare(known: Known): number {
  const watched = known.watched.get('gogc')?.value ?? 100
  const gogc = typeof watched === 'number' ? watched : undefined
  const live = numberOf(known, 'liveHeap') ?? 0
  const cycle = (numberOf(known, 'allocRate') ?? 0) / (numberOf(known, 'cyclesPerSecond') ?? Number.NaN)
  const share = gogc === undefined && live > 0 && cycle > 0 ? live / (live + cycle) : 100 / (100 + (gogc ?? 100))
  return Math.min(0.95, Math.max(0.05, share))
}
