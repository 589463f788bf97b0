import { ABSENT, type Draft } from '../columns.ts'
import { NO_GOAL_MIB } from '../goals.ts'

/** The last two cycles of a process, as far as they tell what its next one looks like. Sizes in MiB. */
export interface Trail {
  cycles: number
  lastStart: number
  lastHeapStart: number
  lastLive: number
  lastGoal: number
  /** Stacks and globals, which count towards the goal. */
  lastRoots: number
  /** Of the cycle before the last. */
  beforeStart: number
  beforeLive: number
}

export function follow(trail: Trail, draft: Draft): void {
  trail.beforeStart = trail.lastStart
  trail.beforeLive = trail.lastLive
  trail.lastStart = draft.startSeconds
  trail.lastHeapStart = draft.heapStartMiB
  trail.lastLive = draft.heapLiveMiB
  trail.lastGoal = draft.goalMiB
  trail.lastRoots = draft.stacksMiB === ABSENT ? 0 : draft.stacksMiB + draft.globalsMiB
}

/**
 * How badly a cycle fits as the next of a process: about the logarithm of how unlikely it is. Each figure counts by its
 * distance from the likely one, in units of the usual distance.
 *
 *   goal = live + (live + stacks + globals) · share     where GOGC sets it: the share stays the same
 *   goal = the last goal                                 where a memory limit does, more or less
 */
export function misfitOf(trail: Trail, draft: Draft): number {
  const { lastLive, lastGoal, cycles } = trail
  const seconds = draft.startSeconds - trail.lastStart
  const live = unlikely((draft.heapLiveMiB - lastLive) / (LIVE_USUAL * lastLive + ROUNDING))
  if (cycles < 2) return live + 2 * UNKNOWN
  const share = (lastGoal - trail.beforeLive) / (trail.beforeLive + trail.lastRoots + 1)
  const isNone = draft.goalMiB >= NO_GOAL_MIB || lastGoal >= NO_GOAL_MIB
  const byShare = lastLive + share * (lastLive + trail.lastRoots + 1)
  const off = Math.min(Math.abs(draft.goalMiB - byShare), Math.abs(draft.goalMiB - lastGoal))
  const goal = isNone && draft.goalMiB === lastGoal ? 0 : unlikely(off / (GOAL_USUAL * draft.goalMiB + ROUNDING))
  const before = rateOf(trail.lastHeapStart - trail.beforeLive, trail.lastStart - trail.beforeStart)
  const now = rateOf(draft.heapStartMiB - lastLive, seconds)
  return live + goal + unlikely(Math.log(now / before) / RATE_USUAL)
}

// The usual distances are rough: of all pairs of 33 recorded logs, mixed, 17 of 22,000 runs went wrong unnoticed.

/** Whole MiB: two sizes that are each rounded down differ by one more or less. */
const ROUNDING = 1
const LIVE_USUAL = 0.1
const GOAL_USUAL = 0.02
/** The usual change of the allocation rate from one cycle to the next, as a logarithm. */
const RATE_USUAL = 0.4
/** What a figure that cannot be compared adds to the misfit. */
const UNKNOWN = 0.7

/** A distance has no bound: programs change at times, and then by any amount. */
function unlikely(distance: number): number {
  return Math.log1p(distance * distance)
}

function rateOf(grown: number, seconds: number): number {
  return (Math.max(grown, 0) + ROUNDING) / (Math.max(seconds, 0) + 0.001)
}
