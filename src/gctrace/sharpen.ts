import { type GcPercent, MIB } from '../units.ts'
import { GLOBALS, STACKS } from './defaults.ts'
import type { Series } from './series.ts'

const HALF = MIB / 2
/** With fewer cycles, what their roundings have in common is chance. */
const FEWEST = 8
/** Heaps below this have only begun to build up. */
const SETTLED_SHARE = 0.5

/**
 * A series whose reachable heaps are free of what rounding does to all of them alike. Cycles of a steady program are all
 * rounded the same way, so that half a MiB too much in one line is half a MiB too much in each. The goal that GOGC made of
 * the live heap is told to a MiB too, and so tells the live heap to a part of one:
 *
 *   goal = live + (live + stacks + globals) · GOGC / 100
 */
export function sharpen(series: Series, gogc: GcPercent): Series {
  if (gogc.kind === 'off') return series
  const growth = gogc.percent / 100
  const roots = (series.stacks > 0 ? series.stacks : STACKS) + GLOBALS
  let off = 0
  let told = 0
  for (let i = series.count >> 1; i + 1 < series.count; i++) {
    const live = series.live[i]!
    const byGoal = (series.goal[i + 1]! - growth * roots) / (1 + growth)
    const width = HALF / (1 + growth)
    const least = Math.max(live - HALF, byGoal - width)
    const most = Math.min(live + HALF, byGoal + width)
    // Any other goal comes from something else: a limit, or the smallest heap.
    if (most <= least) continue
    off += (least + most) / 2 - live
    told++
  }
  if (told < FEWEST || told < (series.count >> 1) * SETTLED_SHARE) return series
  const largest = series.reachable.reduce((most, heap) => Math.max(most, heap), 0)
  const reachable = series.reachable.map((heap, i) =>
    heap < SETTLED_SHARE * largest ? heap : Math.min(series.heapStart[i]!, heap + off / told),
  )
  return { ...series, reachable }
}
