import type { Outlook } from '../../prediction/outlook.ts'
import type { Outcomes } from '../../prediction/prediction.ts'

// Separate from `sure.ts`, because `words.ts` imports it, and pages load `words.ts` without the prediction models.

/** We advise a setting only if it gets at most this share of the programs killed: 90 % ranges leave one in twenty. */
export const MOST_KILLED = 0.05

/** A program whose run takes too long to simulate counts as killed, because nobody knows how it ends. */
export function areTooManyKilled({ completed }: Outcomes): boolean {
  return completed < 1 - MOST_KILLED
}

export function isSure(sure: { readonly grown: { readonly outlook: Outlook | undefined } } | undefined): boolean {
  return (sure?.grown.outlook?.kind ?? 'survives') === 'survives'
}

interface Foreseen {
  readonly outlook: Outlook | undefined
}

/** Says that a setting is less safe than the present one (`asIs`); empty if it is as safe. Begins with a space. */
export function whyRisky(sure: Foreseen | undefined, asIs: Foreseen | undefined): string {
  const isRisky = asIs?.outlook?.kind === 'survives' && sure?.outlook?.kind === 'could-be-killed'
  return isRisky ? ' The program surely survives as it is set now; with this it could be killed.' : ''
}
