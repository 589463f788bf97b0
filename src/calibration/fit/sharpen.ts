import { type GcPercent, MIB } from '../../units.ts'
import { GLOBALS, STACKS } from '../defaults.ts'
import { commonRounding } from '../shape/rounding.ts'
import { pacedOf, type Series } from '../shape/series.ts'

const HALF = MIB / 2
/** With fewer cycles, what their roundings have in common is chance. */
const FEWEST = 8
/** Heaps below this have only begun to build up. */
const SETTLED_SHARE = 0.5

/**
 * A series whose reachable heaps are free of what rounding does to all of them alike. Cycles of a steady program are all
 * rounded the same way, so that half a MiB too much in one line is half a MiB too much in each: of what was found live,
 * and of what was allocated while marking, the difference of two such sizes. The lines show 0 or 1 MiB of that where it
 * is a tenth; it is about what the same time brings between cycles, unless that is far more than they can hide.
 */
export function sharpen(series: Series, gogc: GcPercent): Series {
  const first = series.count >> 1
  if (series.count - first < FEWEST) return series
  const off = liveOff(series, gogc, first)
  const { rate, rounding } = markedAtMost(series, first)
  const largest = series.reachable.reduce((most, heap) => Math.max(most, heap), 0)
  const { heapStart, heapEnd, mark } = series
  const isSettled = (i: number) => series.reachable[i]! >= SETTLED_SHARE * largest
  const hidden = series.reachable.map((_, i) => rate * mark[i]! - (heapEnd[i]! - heapStart[i]!))
  const settled = hidden.filter((_, i) => i >= first && isSettled(i))
  const mean = settled.reduce((sum, bytes) => sum + bytes, 0) / Math.max(1, settled.length)
  // Far more than rounding hides was never allocated: marking slows this program down.
  const most = Math.abs(mean) <= 2 * rounding ? rounding : 0
  const reachable = series.reachable.map((heap, i) => {
    if (!isSettled(i)) return heap
    const sharper = heap + off - Math.min(most, Math.max(-most, hidden[i]!))
    return Math.max(0, Math.min(heapStart[i]!, sharper))
  })
  // What is the same in every line does not tell one from another.
  const own = 1 - rounding / MIB
  const reachableError = series.reachableError.map((error, i) => (isSettled(i) ? own * error : error))
  return { ...series, reachable, reachableError }
}

/**
 * What all live heaps are too small by. The goal that GOGC made of the live heap is told to a MiB too, and so tells the
 * live heap to a part of one:
 *
 *   goal = live + (live + stacks + globals) · GOGC / 100
 */
function liveOff(series: Series, gogc: GcPercent, first: number): number {
  if (gogc.kind === 'off') return 0
  const growth = gogc.percent / 100
  const roots = (series.stacks > 0 ? series.stacks : STACKS) + GLOBALS
  let off = 0
  let told = 0
  for (let i = first; i + 1 < series.count; i++) {
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
  return told < FEWEST || told < first * SETTLED_SHARE ? 0 : off / told
}

/** How fast allocation goes on while marking, at most, and how far what the lines show of it may be off in common. */
function markedAtMost(series: Series, first: number) {
  const { count, start, mark, pause, heapStart, heapEnd, live } = series
  let allocated = 0
  let between = 0
  for (let i = first; i + 1 < count; i++) {
    allocated += heapStart[i + 1]! - live[i]!
    between += start[i + 1]! - start[i]! - mark[i]! - pause[i]!
  }
  const common = (sizes: Float64Array) => commonRounding(pacedOf(series, sizes, first))
  const rate = between > 0 ? Math.max(0, allocated / between) : 0
  return { rate, rounding: common(heapStart) + common(heapEnd) }
}
