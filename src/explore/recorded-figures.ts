import type { Series } from '../calibration/shape/series.ts'
import { whyShareHidden } from '../known/log/hidden-share.ts'
import { largest, sumOf } from '../numbers.ts'

export interface RecordedFigures {
  readonly cycles: number
  /** Largest heap at the end of a mark phase, in bytes. */
  readonly peakHeapBytes: number
  /** (assists + background + pauses) / (GOMAXPROCS · elapsed − idle marking), 0…1: like `compulsoryGcFraction`. */
  readonly compulsoryGcFraction: number
  /** Why the recording does not show this share; absent if it does. */
  readonly whyNoShare?: string | undefined
}

export function toRecordedFigures(series: Series): RecordedFigures {
  const { count, procs, endSeconds, assist, background, pauseCpu, idle, heapEnd } = series
  const spent = sumOf(assist) + sumOf(background) + sumOf(pauseCpu)
  const offered = procs * endSeconds - sumOf(idle)
  return {
    cycles: count,
    peakHeapBytes: largest(heapEnd),
    compulsoryGcFraction: offered > 0 ? Math.min(1, spent / offered) : 0,
    whyNoShare: whyShareHidden(series),
  }
}
