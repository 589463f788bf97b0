import { liveLevels } from '../scenario/rates.ts'
import type { Scenario } from '../scenario/types.ts'
import { DENSE, LEAST_LIMIT, previousLimit, roundDown, roundUp, SPARSE, toGrid } from './limit-grid.ts'
import {
  createProbe,
  isCompleted,
  isSound,
  isSpent,
  isWithin,
  MAX_CYCLES,
  MAX_POINTS_OF_ALL,
  type Probe,
  type Tried,
  tryLimit,
  tryOnce,
} from './limit-probe.ts'
import { findRange, type LimitRange } from './limit-range.ts'
import { largestContainer } from './one-limit.ts'

/** Which GOMEMLIMIT this program can live with, in this container; every run that is spoken of was simulated. */
export interface LimitAdvice {
  /** The run without a memory limit. */
  readonly unlimited: Tried
  /** Limits at which the program ends well with GC CPU at or under the chosen share; null: none that was tried. */
  readonly range: LimitRange | null
  /** Where there is no such range: limits at which it ends well, at whatever share. */
  readonly sound: LimitRange | null
  /** Where there is none of those either: limits at which it completes, though thrashing or past the limit. Not to be offered. */
  readonly surviving: LimitRange | null
  /** The highest limit of the range (or of the sound one) never acts: every higher one gives the very same run. */
  readonly isOpenAbove: boolean
  /** A limit of the range (or of the sound one) that leaves 10 % of the container free, or 5 %; null: neither is in it. */
  readonly headroom: Tried | null
  /** The largest container limit of the run in bytes; Infinity where at some time there is none. */
  readonly container: number
  /** What was tried; or why nothing is known: the runs take too many cycles, or no limit is below the container's. */
  readonly searched: Searched | 'too long' | 'no room'
}

/** The lowest and highest limit that was tried, in bytes, and how many were. */
export interface Searched {
  readonly from: number
  readonly to: number
  readonly count: number
}

/** From so many points of a run on, fewer limits are tried. */
const MANY_POINTS = 10_000
/** A limit below the live heap cannot be kept to; so far below it the search begins. */
const BELOW_LIVE = 1.02
/** A limit that no longer acts is looked for in so many steps of 1.5. */
const STEPS_TO_NO_EFFECT = 8
/** Shares of the container that one would leave free. */
const HEADROOM = [0.1, 0.05]

/**
 * Looks for the limits that a program can live with, by simulation in the scenario's own model. Neither survival nor GC
 * CPU rises or falls steadily with the limit, so the whole range is tried before bounds are halved in on. A generator
 * that pauses after every run, so that a page can spread them over idle moments; its return value is the advice.
 *
 * One limit is looked for that holds for the whole run; changes of the container on the way stay as they are.
 *
 * @param share GC CPU share to stay at or under, 0…1
 * @param maxPointsOfAll points of all runs together after which the search gives up
 */
export function* searchLimits(
  scenario: Scenario,
  share: number,
  maxPointsOfAll = MAX_POINTS_OF_ALL,
): Generator<Tried, LimitAdvice> {
  const container = largestContainer(scenario)
  const unlimited = tryOnce(scenario, Infinity, MAX_CYCLES)
  yield unlimited
  const nothing = {
    unlimited,
    range: null,
    sound: null,
    surviving: null,
    isOpenAbove: false,
    headroom: null,
    container,
  }
  if (unlimited.verdict === 'stopped') return { ...nothing, searched: 'too long' }
  const probe = createProbe(scenario, MAX_CYCLES + unlimited.result.cycles, maxPointsOfAll)
  const most = yield* highestOf(probe, unlimited, container)
  if (most < LEAST_LIMIT) return { ...nothing, searched: 'no room' }
  const { points } = yield* tryLimit(probe, most)
  const density = Math.max(points, unlimited.points) > MANY_POINTS ? SPARSE : DENSE
  const grid = toGrid(liveBytes(scenario) / BELOW_LIVE, most, density)
  const range = yield* findRange(probe, grid, density, isWithin(share))
  const sound = range ? null : yield* findRange(probe, grid, density, isSound)
  const surviving = range || sound ? null : yield* findRange(probe, grid, density, isCompleted)
  const headroom = yield* findHeadroom(probe, range ?? sound, range ? isWithin(share) : isSound, container)
  if (isSpent(probe)) return { ...nothing, searched: 'too long' }
  const highest = (range ?? sound)?.to
  const isOpenAbove = highest !== undefined && isSameRun(highest, unlimited)
  const limits = [...probe.tried.keys()]
  const searched = { from: Math.min(...limits), to: Math.max(...limits), count: limits.length }
  return { unlimited, range, sound, surviving, isOpenAbove, headroom, container, searched }
}

/** Runs the search to its end. */
export function findLimits(scenario: Scenario, share: number): LimitAdvice {
  return toEnd(searchLimits(scenario, share))
}

/** Runs a search to its end, without a pause. */
export function toEnd<T>(search: Generator<unknown, T>): T {
  for (;;) {
    const step = search.next()
    if (step.done) return step.value
  }
}

/** The most that is live at any time, if the program runs to its end. */
function liveBytes({ program }: Scenario): number {
  return liveLevels(program).reduce((most, level) => Math.max(most, level), 0)
}

/**
 * The highest limit worth trying: the last one below the container; or the first that changes nothing any more, where
 * the program ends well without a limit and that comes earlier.
 */
function* highestOf(probe: Probe, unlimited: Tried, container: number): Generator<Tried, number> {
  const most = container === Infinity ? Infinity : lastBelow(container)
  const survives = unlimited.result.outcome.kind === 'completed'
  if (!survives && most < Infinity) return most
  let bytes = Math.max(LEAST_LIMIT, roundUp(1.05 * unlimited.result.peakMemoryBytes))
  for (let step = 0; step < STEPS_TO_NO_EFFECT && bytes < most; step++, bytes = roundUp(1.5 * bytes))
    if (isSameRun(yield* tryLimit(probe, bytes), unlimited)) return bytes
  return Math.min(bytes, most)
}

function lastBelow(container: number): number {
  const bytes = roundDown(container)
  return bytes < container ? bytes : previousLimit(bytes)
}

/** Whether the limit had no part in the run. */
function isSameRun(a: Tried, b: Tried): boolean {
  return (
    a.effectiveGogc === null &&
    a.result.totalSeconds === b.result.totalSeconds &&
    a.result.peakContainerBytes === b.result.peakContainerBytes
  )
}

function* findHeadroom(
  probe: Probe,
  range: LimitRange | null,
  isGood: (tried: Tried) => boolean,
  container: number,
): Generator<Tried, Tried | null> {
  if (!range || container === Infinity) return null
  for (const share of HEADROOM) {
    const bytes = roundDown(container * (1 - share))
    if (bytes < range.from.bytes || bytes > range.to.bytes) continue
    const tried = yield* tryLimit(probe, bytes)
    if (isGood(tried)) return tried
  }
  return null
}
