import type { Scenario } from '../scenario/types.ts'
import { findNeed, type Need } from './limit-container.ts'
import type { Tried } from './limit-probe.ts'
import { type LimitAdvice, searchLimits, toEnd } from './limits.ts'

/** The limits that do; and where none does, what the program needs instead. */
export interface Advice extends LimitAdvice {
  /** Largest accepted share of the CPU for the collector, 0…1. */
  readonly share: number
  /** Only looked for where no limit does. */
  readonly need: Need | null
}

/** As `searchLimits`, and where no limit does it looks for what does: a larger container, or another GOGC. */
export function* searchAdvice(scenario: Scenario, share: number): Generator<Tried, Advice> {
  const advice = yield* searchLimits(scenario, share)
  const isWanting = !advice.range && advice.searched !== 'too long'
  return { ...advice, share, need: isWanting ? yield* findNeed(scenario, share) : null }
}

/** Runs the search to its end. */
export function findAdvice(scenario: Scenario, share: number): Advice {
  return toEnd(searchAdvice(scenario, share))
}
