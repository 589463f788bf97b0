import { liveLevels } from '../scenario/rates.ts'
import type { Scenario } from '../scenario/types.ts'
import { limitBytes } from '../units.ts'
import { findNeed, type Need } from './limit-container.ts'
import type { Tried } from './limit-probe.ts'
import { type LimitAdvice, searchLimits, toEnd } from './limits.ts'

/** The limits that do; and where none does, what the program needs instead. */
export interface Advice extends LimitAdvice {
  /** Largest accepted share of the CPU for the collector, 0…1. */
  readonly share: number
  /** Only looked for where no limit does. */
  readonly need: Need | null
  /** The live heap that the program reaches, where that alone is more than its container: no limit can help. Bytes. */
  readonly outgrown: number | null
}

/** As `searchLimits`, and where no limit does it looks for what does: a larger container, or another GOGC. */
export function* searchAdvice(scenario: Scenario, share: number): Generator<Tried, Advice> {
  const advice = yield* searchLimits(scenario, share)
  const isWanting = !advice.range && advice.searched !== 'too long'
  return {
    ...advice,
    share,
    need: isWanting ? yield* findNeed(scenario, share) : null,
    outgrown: findOutgrown(scenario),
  }
}

/**
 * What is live is never collected, and memory is never less than it: a program whose phases keep more alive than its
 * container holds is killed whatever GOGC and the memory limit are. This says nothing where the container changes while
 * the program runs, where some of the heap is never touched (nobody counts that), and where work that comes late is
 * dropped (the live heap may then stay smaller).
 */
export function findOutgrown({ program, containerLimit, changes }: Scenario): number | null {
  if (changes.some((change) => change.containerLimit)) return null
  if (program.untouched > 0 || program.phases.some(({ dropsLate }) => dropsLate)) return null
  const live = Math.max(...liveLevels(program))
  return live > limitBytes(containerLimit) ? live : null
}

/** Runs the search to its end. */
export function findAdvice(scenario: Scenario, share: number): Advice {
  return toEnd(searchAdvice(scenario, share))
}
