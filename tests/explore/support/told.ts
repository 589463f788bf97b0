import { FACTS } from '../../../src/scenario/presets/published/facts/all.ts'
import type { Facts } from '../../../src/scenario/presets/published/facts/facts.ts'

export function findFacts(preset: string): Facts | undefined {
  return FACTS.find((facts) => facts.preset === preset)
}

/** The given values and choices of a setting, including those of the setting that it refers to (`like`). */
export function toldOf(facts: Facts): Pick<Facts, 'given' | 'chosen'> {
  const like = facts.like === undefined ? undefined : findFacts(facts.like)
  const shared = like ? toldOf(like) : { given: [], chosen: [] }
  return { given: [...facts.given, ...shared.given], chosen: [...facts.chosen, ...shared.chosen] }
}
