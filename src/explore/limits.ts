import type { RunResult } from '../model/result.ts'
import { simulate } from '../model/simulate.ts'
import type { Scenario } from '../scenario/types.ts'
import { KIB, limitBytes, MIB, OFF, toLimit } from '../units.ts'

/** A bound on GOMEMLIMIT, and the run at it. */
export type LimitBound =
  | { readonly kind: 'bytes'; readonly bytes: number; readonly result: RunResult }
  /** Met without any memory limit. */
  | { readonly kind: 'any'; readonly result: RunResult }
  /** Met by no memory limit; the run that comes nearest. */
  | { readonly kind: 'none'; readonly result: RunResult }

/** The numbers to leave with: which GOMEMLIMIT this program can live with, in this container. */
export interface LimitAdvice {
  /** Smallest GOMEMLIMIT that keeps GC CPU at or under the chosen share. */
  readonly smallest: LimitBound
  /** Largest GOMEMLIMIT that survives the container limit; null where there is no container limit. */
  readonly largest: LimitBound | null
  /** 90 and 95 % of the container limit: the headroom that is usually left below it. Bytes. */
  readonly headroom: readonly [number, number] | null
  /** False where no limit both survives and keeps the share: this program does not fit this container. */
  readonly fits: boolean
}

/** Searches stop here: a limit is then known to this share of itself, finer than anybody sets one. */
const PRECISION = 0.005
const LEAST_LIMIT = 64 * KIB
const MOST_LIMIT = 2 ** 44
/** A run that needs more cycles than this is far over any share one would choose. */
const MAX_CYCLES = 20_000

/**
 * Finds both bounds by bisection with the scenario's own model. A generator that pauses after every run, so that a
 * page can spread the twenty to fifty runs over idle moments; its return value is the advice.
 *
 * GC CPU falls as the limit rises and the risk of a kill grows with it, up to single cycles: near a bound a run may
 * fall on either side, so bounds are rounded to the safe side (up for the smallest, down for the largest).
 *
 * @param share GC CPU share to stay under, 0…1
 */
export function* searchLimits(scenario: Scenario, share: number): Generator<RunResult, LimitAdvice> {
  const container = limitBytes(scenario.containerLimit)
  // The smallest limit is a matter of CPU alone; a kill would cut the run short and flatter its share.
  const uncontained = withoutContainer(scenario)
  const smallest = yield* searchSmallest(uncontained, (result) => result.gcCpuFraction <= share && isWhole(result))
  const largest = Number.isFinite(container) ? yield* searchLargest(scenario, container) : null
  return {
    smallest,
    largest,
    headroom: Number.isFinite(container) ? [container * 0.9, container * 0.95] : null,
    fits: doFit(smallest, largest),
  }
}

/** Runs the search to its end. */
export function findLimits(scenario: Scenario, share: number): LimitAdvice {
  const search = searchLimits(scenario, share)
  for (;;) {
    const step = search.next()
    if (step.done) return step.value
  }
}

function doFit(smallest: LimitBound, largest: LimitBound | null): boolean {
  if (smallest.kind === 'none' || largest?.kind === 'none') return false
  if (smallest.kind === 'any' && smallest.result.outcome.kind === 'completed' && !largest) return true
  if (!largest || largest.kind === 'any') return true
  return bytesOf(smallest) <= bytesOf(largest)
}

function bytesOf(bound: LimitBound): number {
  return bound.kind === 'bytes' ? bound.bytes : 0
}

function* searchSmallest(scenario: Scenario, isGood: (result: RunResult) => boolean): Generator<RunResult, LimitBound> {
  const unlimited = yield* runAt(scenario, Infinity)
  if (!isGood(unlimited)) return { kind: 'none', result: unlimited }
  const tightest = yield* runAt(scenario, LEAST_LIMIT)
  if (isGood(tightest)) return { kind: 'any', result: tightest }
  // A limit at the peak of the unlimited run changes little; one that still is not good enough is doubled.
  let good = Math.max(2 * LEAST_LIMIT, unlimited.peakMemoryBytes)
  let result = yield* runAt(scenario, good)
  while (!isGood(result) && good < MOST_LIMIT) {
    good *= 2
    result = yield* runAt(scenario, good)
  }
  let bad = LEAST_LIMIT
  while (good / bad > 1 + PRECISION) {
    const middle = Math.sqrt(good * bad)
    const tried = yield* runAt(scenario, middle)
    if (isGood(tried)) {
      good = middle
      result = tried
    } else bad = middle
  }
  const bytes = roundUp(good)
  return { kind: 'bytes', bytes, result: bytes === good ? result : yield* runAt(scenario, bytes) }
}

function* searchLargest(scenario: Scenario, container: number): Generator<RunResult, LimitBound> {
  const unlimited = yield* runAt(scenario, Infinity)
  if (hasSurvived(unlimited)) return { kind: 'any', result: unlimited }
  let good = LEAST_LIMIT
  let result = yield* runAt(scenario, good)
  if (!hasSurvived(result)) return { kind: 'none', result }
  let bad = Math.max(2 * LEAST_LIMIT, container)
  const atContainer = yield* runAt(scenario, bad)
  if (hasSurvived(atContainer)) return { kind: 'bytes', bytes: container, result: atContainer }
  while (bad / good > 1 + PRECISION) {
    const middle = Math.sqrt(good * bad)
    const tried = yield* runAt(scenario, middle)
    if (hasSurvived(tried)) {
      good = middle
      result = tried
    } else bad = middle
  }
  const bytes = roundDown(good)
  // The search may have stopped just short of a limit that one would write down.
  const next = bytes + grain(bytes)
  const atNext = yield* runAt(scenario, next)
  if (next <= container && hasSurvived(atNext)) return { kind: 'bytes', bytes: next, result: atNext }
  return { kind: 'bytes', bytes, result: bytes === good ? result : yield* runAt(scenario, bytes) }
}

function* runAt(scenario: Scenario, limit: number): Generator<RunResult, RunResult> {
  const { result } = simulate(withLimit(scenario, limit), { maxCycles: MAX_CYCLES })
  yield result
  return result
}

/** The limit everywhere: changes of it on the way would answer another question. */
function withLimit(scenario: Scenario, limit: number): Scenario {
  const changes = scenario.changes.map(({ memoryLimit: _, ...change }) => change)
  return { ...scenario, memoryLimit: toLimit(limit), changes }
}

function withoutContainer(scenario: Scenario): Scenario {
  const changes = scenario.changes.map(({ containerLimit: _, ...change }) => change)
  return { ...scenario, containerLimit: OFF, changes }
}

function isWhole(result: RunResult): boolean {
  return result.outcome.kind === 'completed'
}

function hasSurvived(result: RunResult): boolean {
  return result.outcome.kind !== 'oom-killed'
}

/** To whole MiB from 16 MiB on, to sixteenths below: what one would write into a deployment. */
function roundUp(bytes: number): number {
  return Math.ceil(bytes / grain(bytes)) * grain(bytes)
}

function roundDown(bytes: number): number {
  return Math.floor(bytes / grain(bytes)) * grain(bytes)
}

function grain(bytes: number): number {
  return bytes >= 16 * MIB ? MIB : MIB / 16
}
