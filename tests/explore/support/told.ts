import { FACTS } from '../../../src/scenario/presets/published/facts/all.ts'
import type { Facts } from '../../../src/scenario/presets/published/facts/facts.ts'

export function findFacts(preset: string): Facts | undefined {
  return FACTS.find((facts) => facts.preset === preset)
}

/** What is told of a setting, that of the settings it is like included. */
export function toldOf(facts: Facts): Pick<Facts, 'given' | 'chosen'> {
  const like = facts.like === undefined ? undefined : findFacts(facts.like)
  const shared = like ? toldOf(like) : { given: [], chosen: [] }
  return { given: [...facts.given, ...shared.given], chosen: [...facts.chosen, ...shared.chosen] }
}
