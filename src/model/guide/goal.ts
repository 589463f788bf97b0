import type { GcPercent } from '../../units.ts'
import { MIB } from '../../units.ts'

/** Go's minimum heap at GOGC=100 (Go 1.26, runtime/mgcpacer.go, defaultHeapMinimum). The guide does not scale it. */
const MINIMUM_HEAP = 4 * MIB

/** A cycle always lets this much be allocated, however far above the limit the live heap is (the guide's page). */
const LEAST_RUNWAY = MIB / 16

/** Indices into GOAL_RULES, as columns store them: literals, which the compiler folds. */
const GOGC = 0
const MEMORY_LIMIT = 1
const MINIMUM = 2
const FLOOR = 3

/** Everything besides the live heap that a goal depends on. Sizes in bytes, Infinity for an absent limit. */
export interface GoalSettings {
  /** 1 + GOGC/100; Infinity when GOGC is off. */
  readonly growth: number
  readonly isGcOff: boolean
  readonly memoryLimit: number
  readonly otherMemory: number
}

/** A goal in bytes, and its rule as an index in GOAL_RULES. Written in place: the loop computes one per cycle. */
export interface Goal {
  bytes: number
  rule: number
  /** The largest goal of GOGC alone so far, plus other memory, in bytes: a limit of at least this sets no goal. */
  asked: number
}

export function toGrowth(gogc: GcPercent): number {
  return gogc.kind === 'off' ? Infinity : 1 + gogc.percent / 100
}

/**
 * Sets the heap goal for a live heap L. The clamps act in this order, each on the result of those before it:
 *
 *   L · (1 + GOGC/100)  →  at most limit − other  →  at least 4 MiB unless GOGC is off  →  at least L + 1/16 MiB
 */
export function setGoal(goal: Goal, live: number, settings: GoalSettings): void {
  const { otherMemory, memoryLimit, isGcOff } = settings
  let bytes = isGcOff ? Infinity : live * settings.growth
  let rule = GOGC
  const asked = bytes + otherMemory
  if (asked > goal.asked) goal.asked = asked
  if (asked > memoryLimit) {
    bytes = memoryLimit - otherMemory
    rule = MEMORY_LIMIT
  }
  if (!isGcOff && bytes < MINIMUM_HEAP) {
    bytes = MINIMUM_HEAP
    rule = MINIMUM
  }
  if (bytes < live + LEAST_RUNWAY) {
    bytes = live + LEAST_RUNWAY
    rule = FLOOR
  }
  goal.bytes = bytes
  goal.rule = rule
}

/** The live heap assumed for the first goal: the one for which GOGC gives the minimum heap. */
export function assumedLive({ growth, isGcOff }: GoalSettings): number {
  return isGcOff ? 0 : MINIMUM_HEAP / growth
}
