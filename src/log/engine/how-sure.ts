import type { InferredSettings } from '../../calibration/shape/infer-settings.ts'
import { countOf, formatBriefSize, formatSize } from '../../format.ts'
import { UNSEEN_STACKS } from '../../known/log-allowance.ts'
import type { Prediction } from '../../prediction/prediction.ts'

type LimitSigns = Pick<InferredSettings, 'memoryLimit' | 'lowGoals'>

/** Whether a memory limit may have set some goals, but too few to infer the limit. */
export function mayHaveLimit({ memoryLimit, lowGoals }: LimitSigns): boolean {
  return memoryLimit.kind === 'off' && lowGoals > 0
}

export function whyUnsure({ lowGoals }: LimitSigns): string {
  return `GOGC does not explain ${countOf(lowGoals, 'goal')}: too few to tell`
}

/** Why ranges of memory are as wide as they are, and what would narrow them. */
export function whyWide(
  { besideHeap: { low, high } }: Pick<Prediction, 'besideHeap'>,
  inferred: LimitSigns | undefined,
): string {
  const assumed = `${formatSize(low)} to ${formatSize(high)}`
  const why =
    inferred?.memoryLimit.kind === 'bytes'
      ? `Goals under the limit tell what was left for the heap, not what took the rest: memory outside the heap is taken to be ${assumed}`
      : `${inferred && mayHaveLimit(inferred) ? 'Your log hardly met a limit' : 'Your log never met a limit'}: memory outside the heap is assumed to be ${assumed}`
  return `${why}; /metrics or a MemStats dump of the program narrows it (on the page “Your program”).`
}

export const NOT_IN_A_LOG: readonly string[] = [
  'A log shows no memory outside Go (cgo, mmap).',
  `Nor does it show what stacks take beside what cycles scan: with thousands of goroutines ${formatBriefSize(UNSEEN_STACKS)} and more.`,
  'Nor does it show whether the program writes to all of its heap: the container does not count pages that nothing was written to, and one of 48 recorded programs lived so where it should have been killed.',
]

/** How sure we are of GC's share without idle marking. @param leavesCpuIdle `leavesCpuIdle` of its log */
export function howSureShare(leavesCpuIdle: boolean): string {
  return leavesCpuIdle
    ? 'As far as its log tells, this program keeps whole CPUs busy and leaves others idle. Chance decides which of them mark, and so GC’s share without idle marking: in two recordings of one such job it was 0.2 and 10.4 %.'
    : 'GC’s share without idle marking is the least certain figure, and too low for a program with many goroutines that each allocate little: compare it with the measured one.'
}
