import type { Series } from '../../calibration/shape/series.ts'
import { countOf } from '../../format.ts'
import { MANY_MISSING } from '../../gctrace/finding-flags.ts'

const MOST_TIMELESS = 0.9

/** Why a log does not show GC’s share of the CPU, although it prints CPU times; undefined if it shows it. */
export function whyShareHidden({ count, missing, assist, background, idle, pauseCpu }: Series): string | undefined {
  if (missing >= MANY_MISSING * (count + missing)) return `the log lacks ${countOf(missing, 'GC cycle')}`
  const timeless = assist.filter((seconds, i) => seconds + background[i]! + idle[i]! + pauseCpu[i]! === 0).length
  if (timeless <= MOST_TIMELESS * count) return undefined
  return `the log prints 0 ms of CPU for ${timeless} of ${countOf(count, 'GC cycle')}, so the clock is too coarse`
}
