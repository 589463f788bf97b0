import type { Sureness } from './sure.ts'

// Not in `sure.ts`: `words.ts` needs it, and a page loads that without the prediction models.

/** Whether all programs that fit the input survive in their container, without and with growth. */
export function isSure(sure: Sureness | undefined): boolean {
  return (sure?.grown.outlook?.kind ?? 'survives') === 'survives'
}
