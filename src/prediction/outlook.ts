import { doubtsOf, isDoubted, SURE } from './doubts.ts'
import type { Prediction } from './prediction.ts'
import { EDGE, type Spread } from './spread.ts'

export interface Outlook {
  readonly kind: 'survives' | 'could-be-killed' | 'would-be-killed'
  /** `could be killed (3 of 10)`; without a share where no simulated program is killed. */
  readonly label: string
  /** How many of the simulated programs are killed. */
  readonly share?: string
  readonly need?: Spread | undefined
  readonly isNoneKilled?: true
  /** Whether more simulated programs are killed than the label says: it never says 10 of 10. */
  readonly isNearlyAll?: boolean
}

/** We prefer “could be killed” to a wrong certainty. undefined if no container limits the program. */
export function toOutlook(prediction: Prediction): Outlook | undefined {
  const { scenario, outcomes, need } = prediction
  if (scenario.containerLimit.kind === 'off') return undefined
  const killed = outcomes['oom-killed']
  const doubts = doubtsOf(prediction)
  if (killed >= SURE && !isDoubted(doubts, 'kill')) return { kind: 'would-be-killed', label: 'would be killed', need }
  if (killed <= 0 && !isDoubted(doubts, 'survival')) return { kind: 'survives', label: 'survives' }
  // The warnings say why the real program could be killed, although no simulated program is.
  if (killed <= 0) return { kind: 'could-be-killed', label: 'could be killed', need, isNoneKilled: true }
  // If so few are killed, the 90 % range of memory may end below the limit, because the range leaves out as many
  // programs.
  const tenths = Math.round(10 * killed)
  const share = killed <= EDGE ? 'fewer than 1 of 10' : `${Math.min(9, tenths)} of 10`
  return { kind: 'could-be-killed', label: `could be killed (${share})`, share, need, isNearlyAll: tenths > 9 }
}

/** What an outlook says where it stands alone: its label, or first that no simulated program is killed. */
export function showOutlook({ label, isNoneKilled }: Outlook): string {
  return isNoneKilled ? 'no simulated program is killed, but the real one could be' : label
}

const WORST_FIRST: readonly Outlook['kind'][] = ['would-be-killed', 'could-be-killed', 'survives']

/**
 * The worse of two outlooks. Of two that “could be killed”, the one with the larger share: a grown program may do
 * better by chance, since its cycles come at other moments.
 */
export function worseOutlook(one: Prediction, other: Prediction): Outlook | undefined {
  const [first, second] = [toOutlook(one), toOutlook(other)]
  if (!first || !second) return first ?? second
  const isWorse = one.outcomes['oom-killed'] > other.outcomes['oom-killed']
  if (first.kind === second.kind) return isWorse ? first : second
  return WORST_FIRST.indexOf(first.kind) < WORST_FIRST.indexOf(second.kind) ? first : second
}
