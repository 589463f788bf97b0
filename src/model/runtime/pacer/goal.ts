import { GOAL_RULES } from '../../trace.ts'
import { HEADROOM_PERCENT } from './constants.ts'
import type { Controller } from './controller.ts'

/* The heap goal of Go 1.26, mgcpacer.go: the smaller of what GOGC and what the memory limit allow. */

/** mgcpacer.go, memoryLimitMinHeapGoalHeadroom, in bytes. */
const MIN_HEADROOM = 1024 * 1024

/** mgcpacer.go, minRunway in heapGoalInternal: a goal is at least this far beyond the heap at its cycle's start. */
const MIN_RUNWAY = 64 * 1024

const BY_GOGC = GOAL_RULES.indexOf('gogc')
const BY_LIMIT = GOAL_RULES.indexOf('memory-limit')
const BY_MINIMUM = GOAL_RULES.indexOf('minimum-heap')
const AT_LIVE_HEAP = GOAL_RULES.indexOf('live-heap-floor')
const BY_SWEEPING = GOAL_RULES.indexOf('sweep-distance')
const BY_RUNWAY = GOAL_RULES.indexOf('minimum-runway')

/**
 * The heap goal as memory stands (gcControllerState.heapGoalInternal). Sweep distance and minimum runway give way to
 * the memory limit.
 * @returns the goal in bytes; Infinity where neither GOGC nor a limit sets one
 */
export function computeGoal(c: Controller): number {
  const limitGoal = memoryLimitGoal(c)
  let goal = c.gcPercentGoal
  if (limitGoal < Infinity) needForGoal(c, goal)
  if (limitGoal < goal) {
    c.rule = limitGoal === c.heapMarked ? AT_LIVE_HEAP : BY_LIMIT
    c.minTrigger = 0
    c.goal = limitGoal
    return limitGoal
  }
  c.rule = goal > c.heapMinimum ? BY_GOGC : BY_MINIMUM
  if (c.sweepDistance > goal) {
    goal = c.sweepDistance
    c.rule = BY_SWEEPING
  }
  c.minTrigger = c.sweepDistance
  if (c.triggered !== Infinity && goal < c.triggered + MIN_RUNWAY) {
    goal = c.triggered + MIN_RUNWAY
    c.rule = BY_RUNWAY
  }
  c.goal = goal
  return goal
}

/**
 * Notes the least limit that leaves the heap this goal: memoryLimitGoal solved for the limit, plus rounding.
 *
 *   room − max(3 % of room, 1 MiB) ≥ goal   where   room ≥ max(goal / 0.97, goal + 1 MiB)
 */
function needForGoal(c: Controller, goal: number): void {
  const used = c.mappedReady - c.heapFree - c.heapAlloc
  const room = Math.max(goal / (1 - HEADROOM_PERCENT / 100), goal + MIN_HEADROOM) + ROUNDED
  const need = Math.max(c.mappedReady, used + room)
  if (need > c.limitNeed) c.limitNeed = need
}

/** More than all the rounding to whole bytes in a goal. */
const ROUNDED = 1024

/**
 * What the memory limit leaves for the heap (gcControllerState.memoryLimitHeapGoal), never below the live heap:
 *
 *   non-heap = mappedReady − heapFree − heapAlloc
 *   overage  = what is mapped beyond the limit already
 *   goal     = limit − non-heap − overage − headroom,  headroom = max(3 %, 1 MiB)
 *
 * @returns bytes; Infinity without a limit
 */
export function memoryLimitGoal(c: Controller): number {
  const { memoryLimit, mappedReady, heapMarked } = c
  if (memoryLimit === Infinity) return Infinity
  let unavailable = mappedReady - c.heapFree - c.heapAlloc
  if (mappedReady > memoryLimit) unavailable += mappedReady - memoryLimit
  if (unavailable >= memoryLimit) return heapMarked

  const room = memoryLimit - unavailable
  // Divided before it is multiplied, as Go does it.
  let headroom = Math.floor(room / 100) * HEADROOM_PERCENT
  if (headroom < MIN_HEADROOM) headroom = MIN_HEADROOM
  const goal = Math.max(room - headroom, headroom)
  return Math.max(goal, heapMarked)
}
