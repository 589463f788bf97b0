import type { Sureness } from './sure.ts'

// Not in `sure.ts`: words need it, and a page shows them without the models that make predictions.

/** Whether all programs that fit the input survive in their container, without and with growth. */
export function isSure(sure: Sureness | undefined): boolean {
  return (sure?.grown.outlook?.kind ?? 'survives') === 'survives'
}
