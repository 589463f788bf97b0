import type { Estimate } from '../../calibration/estimates.ts'
import { formatCount, formatSize, fromTo } from '../../format.ts'
import type { WhatIfSettings } from '../../known/what-if.ts'
import { sumOf } from '../../numbers.ts'
import type { Spread } from '../../prediction/spread.ts'
import type { Scenario } from '../../scenario/types.ts'
import { toEnvLines } from '../../share/export/env.ts'
import { MIB } from '../../units.ts'
import type { MeasuredRun } from '../engine/jobs.ts'

/** The name of the number of cycles in tables. They do not count forced cycles, which other settings do not change. */
export function cyclesName({ columns }: Pick<MeasuredRun, 'columns'>): string {
  return sumOf(columns.forced) > 0 ? 'GC cycles, forced ones not counted' : 'GC cycles'
}

/** A range of sizes in whole MiB, as goals are printed. A range from 0 shows only its upper end. */
export function showWithin({ low, high }: { readonly low: number; readonly high: number }): string {
  if (low === 0) return `at most ${formatCount(Math.ceil(high / MIB))} MiB`
  return `${formatCount(Math.floor(low / MIB))} to ${formatCount(Math.ceil(high / MIB))} MiB`
}

/** A size of the log: `bytes` is the midpoint of what the log allows; shows the whole MiB as the log prints it. */
export function showWholeMiB(bytes: number): string {
  return `${formatCount(Math.floor(bytes / MIB))} MiB`
}

/** The range of sizes that a log rounds down to this whole MiB: `41 to 42 MiB`. Differences use its middle. */
export function showMiBRange(bytes: number): string {
  const least = Math.floor(bytes / MIB)
  return `${formatCount(least)} to ${formatCount(least + 1)} MiB`
}

/**
 * The settings as environment variables, to copy. If the log gives only an upper bound of the limit, we leave the limit
 * out until somebody types one, because it is not a setting of the program.
 */
export function toCopied(scenario: Scenario, estimates: readonly Estimate[], asked: WhatIfSettings): string {
  const lines = toEnvLines(scenario)
  const within = estimates.find(({ name }) => name === 'memoryLimit')?.within
  if (asked.memoryLimit || within?.low !== 0) return lines
  return lines.replace(/GOMEMLIMIT=.*/, `# GOMEMLIMIT unknown: ${showWithin(within)}`)
}

/** The answer in a few words: `healthy · 76.3 to 98.7 MiB in the container`. */
export function showAnswer(label: string, { peakContainerBytes: { low, high } }: MemoryRanges): string {
  return `${label} · ${fromTo(formatSize(low), formatSize(high))} in the container`
}

interface MemoryRanges {
  readonly peakMemoryBytes: Spread
  readonly peakContainerBytes: Spread
}

/** Why the container may count less than GOMEMLIMIT does, if a range says so; else empty. */
export function whyLessInContainer({ peakMemoryBytes: counted, peakContainerBytes: container }: MemoryRanges): string {
  const isLess = container.low < counted.low || container.high < counted.high
  return isLess ? 'A container may use less than GOMEMLIMIT counts, which includes memory that Go never touched.' : ''
}
