import { formatBriefSize } from '../../format.ts'
import type { VerdictKind } from '../../model/verdict.ts'
import type { Outlook } from '../../prediction/outlook.ts'
import type { Trial } from './trial.ts'

/* What the run of the likely program says of the real one: never more than the input shows. */

type Judged = Pick<Trial, 'verdict'>
type Ended = Judged & { readonly result: Pick<Trial['result'], 'peakMemoryBytes'> }

/** The kind of verdict: no surer that the container kills the program than the outlook of all programs that fit the input. */
export function toVerdictKind(
  { verdict: { kind } }: Judged,
  sure: { readonly outlook: Outlook | undefined } | undefined,
): VerdictKind | 'could-be-killed' {
  return kind === 'killed' && sure?.outlook?.kind === 'could-be-killed' ? 'could-be-killed' : kind
}

/**
 * The verdict in words: the label of the run’s verdict, or of the outlook where that is less sure of a kill.
 * @param mostLimit as in `mayKeepLimit`
 */
export function toVerdictLabel(trial: Ended, sure: Parameters<typeof toVerdictKind>[1], mostLimit?: number): string {
  const { kind, label } = trial.verdict
  if (toVerdictKind(trial, sure) === 'could-be-killed') return sure?.outlook?.label ?? label
  if (kind === 'stopped') return TOO_MANY_CYCLES
  return mayKeepLimit(trial, mostLimit) ? `could be ${label}` : label
}

/** Instead of “stopped”: only the search stops such a run, and the program runs on. */
export const TOO_MANY_CYCLES = 'too many GC cycles to search'

/**
 * Whether a run that passes the inferred memory limit may be within the limit in force, which may be higher.
 * @param mostLimit the highest limit in bytes that the goals allow; 0 if the limit is known
 */
export function mayKeepLimit({ verdict, result }: Ended, mostLimit = 0): boolean {
  return verdict.kind === 'over-limit' && result.peakMemoryBytes <= mostLimit
}

export function describeInferredLimit(mostLimit: number): string {
  return `only the goals of the log show the memory limit: it may be up to ${formatBriefSize(mostLimit)}`
}
