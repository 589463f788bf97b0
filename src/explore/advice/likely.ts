import { formatBriefSize } from '../../format.ts'
import type { VerdictKind } from '../../model/verdict.ts'
import type { Outlook } from '../../prediction/outlook.ts'
import type { Trial } from './trial.ts'

/* What the run of the likely program says of the real one: never more than the input shows. */

type Judged = Pick<Trial, 'verdict'>

/** The kind of verdict: no surer that the container kills the program than the outlook of all programs that fit the input. */
export function toVerdictKind(
  { verdict: { kind } }: Judged,
  sure: { readonly outlook: Outlook | undefined } | undefined,
): VerdictKind | 'could-be-killed' {
  return kind === 'killed' && sure?.outlook?.kind === 'could-be-killed' ? 'could-be-killed' : kind
}

/**
 * Whether a run that passes the inferred memory limit may be within the limit in force, which may be higher.
 * @param mostLimit the highest limit in bytes that the goals allow; 0 if the limit is known
 */
export function mayKeepLimit(
  { verdict, result }: Judged & { readonly result: Pick<Trial['result'], 'peakMemoryBytes'> },
  mostLimit = 0,
): boolean {
  return verdict.kind === 'over-limit' && result.peakMemoryBytes <= mostLimit
}

export function describeInferredLimit(mostLimit: number): string {
  return `only the goals of the log show the memory limit: it may be up to ${formatBriefSize(mostLimit)}`
}
