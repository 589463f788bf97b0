import type { Series } from './shape/series.ts'
import { largest } from './shape/workload.ts'

/** What a recording shows of GC, without any model. */
export interface RecordedFigures {
  readonly cycles: number
  /** Largest heap at the end of a mark phase, in bytes. */
  readonly peakHeapBytes: number
  /** (assists + background + pauses) / (GOMAXPROCS · elapsed − idle marking), 0…1: as `compulsoryGcFraction` of a result. */
  readonly compulsoryGcFraction: number
}

export function toRecordedFigures(series: Series): RecordedFigures {
  const { count, procs, endSeconds, assist, background, pauseCpu, idle, heapEnd } = series
  const spent = sum(assist) + sum(background) + sum(pauseCpu)
  const offered = procs * endSeconds - sum(idle)
  return {
    cycles: count,
    peakHeapBytes: largest(heapEnd),
    compulsoryGcFraction: offered > 0 ? Math.min(1, spent / offered) : 0,
  }
}

function sum(column: Float64Array): number {
  return column.reduce((total, value) => total + value, 0)
}
