import type { InferredSettings } from '../../calibration/shape/infer-settings.ts'
import { countOf, formatBriefSize, formatSize } from '../../format.ts'
import { UNSEEN_STACKS } from '../../known/log/log-allowance.ts'
import type { Prediction } from '../../prediction/prediction.ts'

type LimitSigns = Pick<InferredSettings, 'memoryLimit' | 'lowGoals'>

/** Whether a memory limit may have set some goals, but too few to infer the limit. */
export function mayHaveLimit({ memoryLimit, lowGoals }: LimitSigns): boolean {
  return memoryLimit.kind === 'off' && lowGoals > 0
}

/** Why we are not sure whether there is a memory limit, in words. */
export function whyUnsure({ lowGoals }: LimitSigns): string {
  return `GOGC does not explain ${countOf(lowGoals, 'goal')}: too few to be sure`
}

/** Why the ranges of memory are wide, and what would narrow them: a sentence. */
export function whyWide(
  { besideHeap: { low, high } }: Pick<Prediction, 'besideHeap'>,
  inferred: LimitSigns | undefined,
): string {
  const assumed = `${formatSize(low)} to ${formatSize(high)}`
  const why =
    inferred?.memoryLimit.kind === 'bytes'
      ? `Goals under the limit show how much it leaves for the heap, not what uses the rest: we assume ${assumed} of memory outside the heap`
      : `${inferred && mayHaveLimit(inferred) ? 'Your program hardly reached a memory limit' : 'Your program never reached a memory limit'}, so the log does not show memory outside the heap: we assume ${assumed}`
  return `${why}. On the page “Your program”, /metrics or a MemStats dump narrows this.`
}

export const NOT_IN_A_LOG: readonly string[] = [
  'A log shows no memory outside Go (cgo, mmap).',
  `A log shows only the part of stacks that cycles scan. With thousands of goroutines, the rest may take ${formatBriefSize(UNSEEN_STACKS)} or more.`,
  'A log does not show whether the program writes to all of its heap. The container counts only written pages: one of 48 recorded programs survived for that reason.',
]

/** How sure we are of GC's share without idle marking. @param leavesCpuIdle `leavesCpuIdle` of its log */
export function howSureShare(leavesCpuIdle: boolean): string {
  return leavesCpuIdle
    ? 'As far as the log shows, this program keeps some CPUs busy and leaves others idle. Chance decides which of them mark, and so GC’s share without idle marking: in two recordings of one such job it was 0.2 and 10.4 %.'
    : 'GC’s share without idle marking is the least certain figure. It is too low for a program with many goroutines that each allocate little: compare it with the measured one.'
}
