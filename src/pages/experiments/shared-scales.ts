import { fitScales, type Scales } from '../../charts/scales.ts'
import type { Trace } from '../../model/trace.ts'

/** A run that is so many times as large as the next would flatten all others: it is cut off instead. */
const OUTLIER = 6
/** How far beyond the next largest the scale then goes. */
const BEYOND = 1.6

/** One scale for several runs, and which of them it does not hold. */
export interface SharedScales extends Scales {
  readonly cut: readonly Trace[]
}

/** The scales on which all runs can be compared. @param traces at least one */
export function toSharedScales(traces: readonly Trace[]): SharedScales {
  const scales = traces.map((trace) => fitScales(trace, undefined))
  const timeEnd = Math.max(...scales.map((own) => own.timeEnd))
  const [largest = 0, next = largest] = scales.map(({ memoryMax }) => memoryMax).toSorted((a, b) => b - a)
  const memoryMax = largest > OUTLIER * next ? BEYOND * next : largest
  return { timeEnd, memoryMax, cut: traces.filter((_, i) => (scales[i]?.memoryMax ?? 0) > memoryMax) }
}
