import type { InferredSettings } from '../calibration/shape/infer-settings.ts'
import { countOf } from '../format.ts'

export type LimitSigns = Pick<InferredSettings, 'memoryLimit' | 'lowGoals'>

/** Whether a memory limit may have set some goals, but too few to infer the limit. */
export function mayHaveLimit({ memoryLimit, lowGoals }: LimitSigns): boolean {
  return memoryLimit.kind === 'off' && lowGoals > 0
}

/** Why we are not sure whether there is a memory limit, in words. */
export function whyUnsure({ lowGoals }: LimitSigns): string {
  return `GOGC does not explain ${countOf(lowGoals, 'goal')}: too few to be sure`
}
