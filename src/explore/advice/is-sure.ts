import type { Sureness } from './sure.ts'

// Separate from `sure.ts`, because `words.ts` imports it, and pages load `words.ts` without the prediction models.

/** Whether all programs that fit the input survive in their container, without and with growth. */
export function isSure(sure: Sureness | undefined): boolean {
  return (sure?.grown.outlook?.kind ?? 'survives') === 'survives'
}
