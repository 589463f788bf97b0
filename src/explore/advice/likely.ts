import type { VerdictKind } from '../../model/verdict.ts'
import type { Outlook } from '../../prediction/outlook.ts'
import type { Advice, AdviceOption } from './advice.ts'
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

/** A limit inferred from goals is known within bounds only, and the program takes less than the upper one. */
export function mayKeepLimit(
  { verdict, result }: Judged & { readonly result: Pick<Trial['result'], 'peakMemoryBytes'> },
  { name }: Pick<AdviceOption, 'name'>,
  { mostLimit = 0 }: Pick<Advice, 'mostLimit'>,
): boolean {
  return verdict.kind === 'over-limit' && name === 'as-is' && result.peakMemoryBytes <= mostLimit
}
