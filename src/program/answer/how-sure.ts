import type { Calibration } from '../../calibration/calibrate.ts'
import { COMPARED, type Differences } from '../../calibration/trust.ts'
import { formatBriefSize, formatDifference, formatSize, fromTo } from '../../format.ts'
import type { Known } from '../../known/known.ts'
import { UNSEEN_STACKS } from '../../known/log/log-allowance.ts'
import type { Prediction } from '../../prediction/prediction.ts'
import { parameter } from '../../scenario/params.ts'
import { showValue } from '../../scenario/show.ts'

/**
 * Why the ranges of memory are wide, and what would narrow them: a sentence. undefined without a log, or if other
 * inputs show the memory of the runtime.
 */
export function whyWide(
  { calibration, quantities }: Pick<Known, 'calibration' | 'quantities'>,
  { besideHeap: { low, high } }: Pick<Prediction, 'besideHeap'>,
): string | undefined {
  const isAssumed = quantities.some(({ key, sureness }) => key === 'heapOverhead' && sureness === 'assumed')
  if (!calibration || !isAssumed) return undefined
  const why =
    calibration.scenario.memoryLimit.kind === 'bytes'
      ? 'The goals show how much the memory limit leaves for the heap, not what uses the rest'
      : 'No memory limit set a goal in this log, so it tells nothing about memory outside the heap'
  return `${why}. We assume ${fromTo(formatSize(low), formatSize(high))}. Paste /metrics or a MemStats dump to narrow this.`
}

/** What the ranges from a log alone rely on, as sentences. */
export const NOT_IN_A_LOG: readonly string[] = [
  'A log shows no memory outside Go (cgo, mmap).',
  `A log shows only the part of stacks that cycles scan. With thousands of goroutines, the rest may take ${formatBriefSize(UNSEEN_STACKS)} or more.`,
  'A log does not show whether the program writes to all of its heap. The container counts only written pages: one of 48 recorded programs survived for that reason.',
]

/** What the ranges from any log rely on, as sentences. */
export const OF_ANY_LOG: readonly string[] = [
  'Nine of ten programs like those we recorded lay within such ranges.',
  'Under the log’s own settings, the ranges of GC cycles and of the peak heap cover only the usual difference between two runs of one program.',
  'The range of GC CPU also holds if other processes keep the machine busier than it was.',
]

/** How sure we are of GC's share without idle marking. @param leavesCpuIdle `leavesCpuIdle` of its log */
export function howSureShare(leavesCpuIdle: boolean): string {
  return leavesCpuIdle
    ? 'As far as the log shows, this program keeps some CPUs busy and leaves others idle. Chance decides which of them mark, and so GC’s share without idle marking: in two recordings of one such job it was 0.2 and 10.4 %.'
    : 'GC’s share without idle marking is the least certain figure. It is too low for a program with many goroutines that each allocate little: compare it with the measured one.'
}

/**
 * How much the simulation of a log differs from the log: a sentence.
 * @param isShownRun `isRunOfTrust` of the run that the page shows: if it is another one, the sentence says which run it is
 */
export function describeDifferences(differences: Differences, isShownRun: boolean): string {
  const how = isShownRun ? '' : ' with the log’s own settings and no container,'
  return `Simulated${how} against measured: ${COMPARED.map(({ of, name }) => `${name} ${formatDifference(differences[of])}`).join(', ')}.`
}

/** What a log shows of a program beside the known quantities. */
const ALSO_FOUND = ['pace', 'pauseCost', 'pointerArrayShare', 'peakAllocRate', 'warmMarking', 'sweepRate'] as const

/** The values that we found in a log, or assumed for it, and that are no known quantities: a sentence or two for each. */
export function describeOthers({ estimates, scenario }: Pick<Calibration, 'estimates' | 'scenario'>): string[] {
  return ALSO_FOUND.flatMap((key) => {
    const found = estimates.find(({ name }) => name === key)
    if (!found) return []
    const info = parameter(key)
    return [`${info.label}: ${showValue(info, found.value, scenario)} (${found.sureness}). ${found.text}`]
  })
}
