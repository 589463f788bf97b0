import type { RunResult } from '../model/result.ts'
import { simulate } from '../model/simulate.ts'
import { toEffectiveGogc } from '../model/verdict.ts'
import type { Scenario } from '../scenario/types.ts'
import { toLimit } from '../units.ts'
import { type LimitAdvice, type LimitBound, searchLimits } from './limits.ts'

/** Both bounds, and what GOGC amounts to at each of them where the limit sets goals there. */
export interface Advice extends LimitAdvice {
  /** In percent: the lowest of any cycle; null where the limit rules no cycle, or there is no such bound. */
  readonly effectiveGogc: { readonly smallest: number | null; readonly largest: number | null }
}

/** As `searchLimits`, with two more runs for the effective GOGC. */
export function* searchAdvice(scenario: Scenario, share: number): Generator<RunResult, Advice> {
  const advice = yield* searchLimits(scenario, share)
  const smallest = yield* effectiveAt(scenario, advice.smallest)
  const largest = yield* effectiveAt(scenario, advice.largest)
  return { ...advice, effectiveGogc: { smallest, largest } }
}

/** Runs the search to its end. */
export function findAdvice(scenario: Scenario, share: number): Advice {
  const search = searchAdvice(scenario, share)
  for (;;) {
    const step = search.next()
    if (step.done) return step.value
  }
}

function* effectiveAt(scenario: Scenario, bound: LimitBound | null): Generator<RunResult, number | null> {
  if (bound?.kind !== 'bytes') return null
  const changes = scenario.changes.map(({ memoryLimit: _, ...change }) => change)
  // Those that the program forces are not among the result's.
  const forced = changes.filter(({ forceGC }) => forceGC).length
  const trace = simulate(
    { ...scenario, memoryLimit: toLimit(bound.bytes), changes },
    { maxCycles: bound.result.cycles + forced + 1 },
  )
  yield trace.result
  return toEffectiveGogc(trace)?.lowest ?? null
}
