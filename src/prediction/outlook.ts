import type { Verdict, VerdictKind } from '../model/verdict.ts'
import type { Prediction } from './predict.ts'

/** Whether a container would kill the program, as far as its input tells. */
export interface Outlook {
  readonly kind: 'survives' | 'could-be-killed' | 'would-be-killed'
  /** `could be killed (3 of 10)` */
  readonly label: string
}

/** Programs are few: when hardly any of them differs, what one would do is not sure. */
const SURE = 0.995

/**
 * What becomes of a program in its container; undefined where it has no limit. Rather “could be” than a wrong certainty:
 * a range that reaches the limit says so though each of the programs stays below it.
 */
export function toOutlook({ scenario, outcomes, mayFill }: Prediction): Outlook | undefined {
  if (scenario.containerLimit.kind === 'off') return undefined
  const killed = outcomes['oom-killed']
  if (killed >= SURE) return { kind: 'would-be-killed', label: 'would be killed' }
  if (killed <= 0 && !mayFill) return { kind: 'survives', label: 'survives' }
  const tenths = Math.min(9, Math.round(10 * killed))
  const share = tenths === 0 ? 'fewer than 1 of 10' : `${tenths} of 10`
  return { kind: 'could-be-killed', label: `could be killed (${share})` }
}

/** The verdict of a program that is known within bounds: that some of its programs may be killed comes before how the likely one went. */
export function withOutlook(verdict: Verdict, outlook: Outlook | undefined): Verdict {
  if (!outlook || outlook.kind === 'survives') return verdict
  const reason = `as far as is known. The likely program: ${verdict.label}. ${verdict.reason}`
  return { kind: kindOf(verdict, outlook), label: outlook.label, reason }
}

/** Never a better one than the likely program’s. */
function kindOf({ kind }: Verdict, outlook: Outlook): VerdictKind {
  if (outlook.kind === 'would-be-killed') return 'killed'
  return kind === 'healthy' || kind === 'uncollected' ? 'tight' : kind
}
