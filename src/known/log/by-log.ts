import type { Calibration } from '../../calibration/calibrate.ts'
import { formatBriefSize } from '../../format.ts'
import { NO_GOAL_MIB } from '../../gctrace/goals.ts'
import { quantile } from '../../numbers.ts'
import { MIB } from '../../units.ts'
import type { Otherwise, Quantity } from '../quantities.ts'

/** What the sources of quantities of a log begin with. */
export const LOG = 'from the gctrace log'

/** GOGC, in percent: a value this far outside the range of a log may still be the same, because a log rounds sizes. */
const SLACK = 1

/** Whether a setting with this value cannot have produced the goals of the log. */
export function isRuledOut({ key, value: own, low, high }: Quantity, value: number | string): boolean {
  if (typeof value === 'number' && (low !== null || high !== null))
    return value < (low ?? 0) - SLACK || value > (high ?? Infinity) + SLACK
  // Goals may show whether a limit set them, and whether GOGC was on.
  return value === 'off' ? high !== null : key === 'gogc' && own === 'off'
}

/** The GOGC of a log may be a round value near the real one, so only this many times as much is another one than measured. */
const CLEARLY_OTHER = 1.5

/** Whether a log shows clearly another GOGC than the scrapes beside it have. */
export function isOfOtherRun({ key, value, source }: Quantity, measured: Quantity | undefined): boolean {
  if (key !== 'gogc' || measured?.sureness !== 'measured' || !source.startsWith(LOG)) return false
  const [ofLog, own] = [value, measured.value].map((one) => (typeof one === 'number' ? one : Infinity))
  return Math.max(ofLog! / own!, own! / ofLog!) >= CLEARLY_OTHER
}

/** A quantity as an alternative to the value in use, inferred from goals. */
export function toInferred({ key, value, low, high, source }: Quantity): Otherwise {
  const isLimit = key === 'memoryLimit' && (low !== null || high !== null)
  return { value: isLimit ? showBounds(low ?? 0, high ?? Infinity) : value, source, isInferred: true }
}

function showBounds(low: number, high: number): string {
  if (high === Infinity) return `at least ${formatBriefSize(low)}`
  return low === 0 ? `at most ${formatBriefSize(high)}` : `${formatBriefSize(low)} to ${formatBriefSize(high)}`
}

/**
 * Goals this far above the live heap show the room that a limit leaves. Go may have raised lower ones to the live heap.
 */
const CLEARLY_ABOVE = 2 * MIB

/**
 * The lowest limit, in bytes, under which GOGC can have set the goals. A limit keeps goals below it, unless the live
 * heap is above it or an allocation larger than the goal moves the goal. undefined if no goal shows it.
 */
export function leastLimit({ fitted }: Calibration): number | undefined {
  const { goal, live, heapStart } = fitted.workload.series
  const shown = goal.filter(
    (bytes, i) => i > 0 && bytes > live[i - 1]! + CLEARLY_ABOVE && bytes > heapStart[i]! && bytes < NO_GOAL_MIB * MIB,
  )
  return shown.length === 0 ? undefined : quantile([...shown], 0.75)
}
