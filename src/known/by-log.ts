import type { Calibration } from '../calibration/calibrate.ts'
import { formatBriefSize } from '../format.ts'
import { NO_GOAL_MIB } from '../gctrace/goals.ts'
import { quantile } from '../numbers.ts'
import { MIB } from '../units.ts'
import type { Otherwise, Quantity } from './quantities.ts'

/** Rounded sizes leave GOGC open by its error; a whole percent more is no other value either. */
const SLACK = 1

/** Whether a setting with this value cannot have made the goals of the log from which the quantity is inferred. */
export function isRuledOut({ key, value: own, low, high }: Quantity, value: number | string): boolean {
  if (typeof value === 'number' && (low !== null || high !== null))
    return value < (low ?? 0) - SLACK || value > (high ?? Infinity) + SLACK
  // Some goals show that a limit was at work, or none, or that GOGC was on or off.
  return value === 'off' ? high !== null : key === 'gogc' && own === 'off'
}

/** The value that the goals show, beside another one; of a limit its bounds, since it is known only within them. */
export function toInferred({ key, value, low, high, source }: Quantity): Otherwise {
  const isLimit = key === 'memoryLimit' && (low !== null || high !== null)
  return { value: isLimit ? showBounds(low ?? 0, high ?? Infinity) : value, source, isInferred: true }
}

function showBounds(low: number, high: number): string {
  if (high === Infinity) return `at least ${formatBriefSize(low)}`
  return low === 0 ? `at most ${formatBriefSize(high)}` : `${formatBriefSize(low)} to ${formatBriefSize(high)}`
}

/** Goals this far above the live heap show that a memory limit leaves that much: at less, Go may have raised them. */
const CLEARLY_ABOVE = 2 * MIB

/**
 * The least memory limit that lets GOGC set its goals, in bytes: no limit lets a goal pass it, unless it is below the
 * live heap or an allocation that passes the goal moves it. undefined if no goal shows it.
 */
export function leastLimit({ fitted }: Calibration): number | undefined {
  const { goal, live, heapStart } = fitted.workload.series
  const shown = goal.filter(
    (bytes, i) => i > 0 && bytes > live[i - 1]! + CLEARLY_ABOVE && bytes > heapStart[i]! && bytes < NO_GOAL_MIB * MIB,
  )
  return shown.length === 0 ? undefined : quantile([...shown], 0.75)
}
