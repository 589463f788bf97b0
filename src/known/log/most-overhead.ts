import { largest } from '../../numbers.ts'
import type { Known } from '../known.ts'
import { TABLES, UNFILLED } from '../measure/memory.ts'

/**
 * The largest possible overhead of the heap, as a share of it; Infinity if nothing bounds it. The memory that Go took
 * from the system never shrinks, so it held the largest heap of the log and its overhead. A scrape just after a large
 * heap was freed shows slots which that heap had filled.
 */
export function mostOverhead({ scraped, calibration, lastCycle }: Known): number {
  const { heapEnd } = calibration?.fitted.workload.series ?? {}
  const after = Math.max(0, lastCycle - (scraped?.last.get('cycles') ?? lastCycle))
  const heaps = heapEnd?.subarray(0, Math.max(0, heapEnd.length - after))
  const [heap, taken] = [largest(heaps ?? []), scraped?.mostTaken ?? 0]
  return heap > 0 && taken > heap ? Math.max(TABLES + UNFILLED, taken / heap - 1) : Infinity
}
