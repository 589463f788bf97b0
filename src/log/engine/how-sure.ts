import { formatSize } from '../../format.ts'
import type { Prediction } from '../../prediction/predict.ts'

/** Why ranges of memory are as wide as they are, and what would narrow them. */
export function whyWide({ besideHeap: { low, high } }: Pick<Prediction, 'besideHeap'>, isLimitSeen: boolean): string {
  const assumed = `${formatSize(low)} to ${formatSize(high)}`
  const why = isLimitSeen
    ? `Goals under the limit tell what was left for the heap, not what took the rest: memory outside the heap is taken to be ${assumed}`
    : `Your log never met a limit: memory outside the heap is assumed to be ${assumed}`
  return `${why}; paste /metrics or a MemStats dump to narrow it.`
}

/** How surely GC's share is told where idle marking does not count. @param leavesCpuIdle `leavesCpuIdle` of its log */
export function howSureShare(leavesCpuIdle: boolean): string {
  return leavesCpuIdle
    ? 'This program keeps whole CPUs busy and leaves others idle. Chance decides which of them mark, and so GC’s share without idle marking: in two recordings of one such job it was 0.2 and 10.4 %.'
    : 'GC’s share without idle marking is told least surely, and too low where many goroutines allocate little each: compare it with the measured one.'
}
