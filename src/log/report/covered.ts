import { beginsWithProcess } from '../../calibration/shape/series.ts'
import { formatSeconds } from '../../format.ts'
import type { MeasuredRun } from '../engine/jobs.ts'

interface Covered {
  readonly seconds: number
  /** Whether GC’s share of that time means anything: one cycle alone is all GC. */
  readonly hasShare: boolean
  readonly text: string
}

/** The time that a log covers: its sums do not include the time before its first cycle. */
export function toCovered({ columns, trace, figures }: Pick<MeasuredRun, 'columns' | 'trace' | 'figures'>): Covered {
  const isWhole = beginsWithProcess(columns, 0)
  const seconds = trace.result.wallSeconds - (isWhole ? 0 : columns.startSeconds[0]!)
  if (!isWhole && columns.count === 1) return { seconds, hasShare: false, text: 'of one cycle alone' }
  const text = isWhole ? 'to the end of the last cycle' : 'from the log’s first cycle to its last'
  // Comparisons include half a gap more, because the program may have continued for that long.
  const compared = figures?.wallSeconds ?? seconds
  const isLonger = compared > seconds && formatSeconds(compared) !== formatSeconds(seconds)
  return {
    seconds,
    hasShare: true,
    text: isLonger
      ? `${text}; compared as ${formatSeconds(compared)}, since the program ran on for an unknown time`
      : text,
  }
}
