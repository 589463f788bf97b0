import type { RunResult } from '../model/result.ts'
import { simulate } from '../model/simulate.ts'
import { toEffectiveGogc, toVerdict, type VerdictKind } from '../model/verdict.ts'
import type { Scenario } from '../scenario/types.ts'
import { withOneLimit } from './one-limit.ts'

/** One memory limit for the whole run, and what became of that very run. */
export interface Tried {
  /** The limit in bytes; Infinity: none. */
  readonly bytes: number
  readonly result: RunResult
  readonly verdict: VerdictKind
  /** What GOGC amounts to where the limit sets the goal, in percent: the lowest of any cycle; null where it sets none. */
  readonly effectiveGogc: number | null
  /** How many points the run took: what it cost to simulate. */
  readonly points: number
}

/** A question about limits, with every answer that has been simulated so far. */
export interface Probe {
  readonly scenario: Scenario
  /** Tried limits by their bytes. */
  readonly tried: Map<number, Tried>
  /** GC cycles after which a run is given up. */
  readonly maxCycles: number
  /** Points that may still be simulated: a search ends, however long its runs are. */
  pointsLeft: number
}

/** A run that needs more cycles than this is far over any share of CPU that one would choose, or long. */
export const MAX_CYCLES = 20_000
/** The same in steps, where a cycle takes many: a third of a second. */
const MAX_STEPS = 1_000_000
/** Points of all runs of one search together: two or three seconds. */
export const MAX_POINTS_OF_ALL = 1_500_000

export function createProbe(scenario: Scenario, maxCycles: number, pointsLeft = MAX_POINTS_OF_ALL): Probe {
  return { scenario, tried: new Map(), maxCycles, pointsLeft }
}

/**
 * Simulates one limit; yields a run that was made. A limit that is known is not simulated again. Once the probe is spent
 * a run is stopped at its first cycle, and the search soon ends without an answer.
 */
export function* tryLimit(probe: Probe, bytes: number): Generator<Tried, Tried> {
  const known = probe.tried.get(bytes)
  if (known) return known
  const tried = tryOnce(probe.scenario, bytes, Math.max(1, Math.min(probe.maxCycles, probe.pointsLeft)))
  probe.pointsLeft -= tried.points
  probe.tried.set(bytes, tried)
  yield tried
  return tried
}

/** Whether so much was simulated that no more is: what was found then is not the whole answer. */
export function isSpent({ pointsLeft }: Probe): boolean {
  return pointsLeft <= 0
}

/** Simulates a scenario at one limit for the whole run. */
export function tryOnce(scenario: Scenario, bytes: number, maxCycles: number): Tried {
  const trace = simulate(withOneLimit(scenario, bytes), { maxCycles, maxSteps: MAX_STEPS })
  return {
    bytes,
    result: trace.result,
    verdict: toVerdict(trace).kind,
    effectiveGogc: toEffectiveGogc(trace)?.lowest ?? null,
    points: trace.points.count,
  }
}

/** Seen to its end, in whatever state. */
export function isCompleted({ result }: Tried): boolean {
  return result.outcome.kind === 'completed'
}

/** Ends well: neither killed nor thrashing, seen to its end, and its memory kept to the limit. */
export function isSound({ verdict }: Tried): boolean {
  return verdict === 'healthy' || verdict === 'tight' || verdict === 'uncollected'
}

/** Ends well, with no more than this share of the CPU for the collector. */
export function isWithin(share: number): (tried: Tried) => boolean {
  return (tried) => isSound(tried) && tried.result.compulsoryGcFraction <= share
}
