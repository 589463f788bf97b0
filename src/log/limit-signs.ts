import type { InferredSettings } from '../calibration/shape/infer-settings.ts'
import { countOf } from '../format.ts'

type LimitSigns = Pick<InferredSettings, 'memoryLimit' | 'lowGoals'>

export function mayHaveLimit({ memoryLimit, lowGoals }: LimitSigns): boolean {
  return memoryLimit.kind === 'off' && lowGoals > 0
}

/** Why we are not sure whether there is a memory limit, in words. */
export function whyLimitUnsure({ lowGoals }: LimitSigns): string {
  return `GOGC does not explain ${countOf(lowGoals, 'goal')}: too few to be sure`
}

/** With fewer cycles, none can follow another often, and no goal shows a limit. */
const FEWEST_TELLING = 3

/**
 * Says that no memory limit is in effect only if no goal shows one.
 * @param inferred the settings that the log shows; undefined if it shows none
 * @param hasForced whether the last cycle was forced: one such cycle is not a finding
 * @param count how many cycles it has
 */
export function nothingUnusual(
  inferred: (LimitSigns & Pick<InferredSettings, 'isUnclear'>) | undefined,
  hasForced: boolean,
  count: number,
): string {
  if (count < FEWEST_TELLING) return `${countOf(count, 'cycle')}: too little to show anything unusual.`
  const isUnsure = inferred !== undefined && mayHaveLimit(inferred)
  const hasNoLimit = !isUnsure && !inferred?.isUnclear && inferred?.memoryLimit.kind !== 'bytes'
  const limit = hasNoLimit ? 'no memory limit in effect, ' : ''
  const others = 'no thrashing, no back-to-back cycles, no heavy assists, no heap far beyond its goal after the start'
  const forced = `no forced cycles${hasForced ? ' except the last one' : ''}`
  const unsure = isUnsure ? ` There may be a memory limit: ${whyLimitUnsure(inferred)}.` : ''
  return `Nothing unusual: ${limit}${others}, ${forced}.${unsure}`
}
