import { DEFAULT_HEAP_MINIMUM } from './constants.ts'
import type { Controller } from './controller.ts'
import { computeGoal } from './goal.ts'

/** mgcpacer.go, minTriggerRatioNum, maxTriggerRatioNum and triggerRatioDen: about 0.7 and 0.95. */
const MIN_RATIO = 45
const MAX_RATIO = 61
const RATIO = 64

/**
 * The heap at which the next cycle starts (gcControllerState.trigger): the runway before the goal, within bounds.
 *
 *   at least  marked + 45/64 of the way to the goal; the sweep distance
 *   at most   marked + 61/64 of the way, or goal − 4 MiB where that is more
 *
 * @returns the trigger in bytes, at most the goal; the goal itself where the live heap has reached it
 */
export function computeTrigger(c: Controller): number {
  const goal = computeGoal(c)
  const { heapMarked, runway } = c
  if (heapMarked >= goal || goal === Infinity) {
    c.trigger = goal
    return goal
  }
  const step = Math.floor((goal - heapMarked) / RATIO)
  const min = Math.max(c.minTrigger, step * MIN_RATIO + heapMarked)
  // 4 MiB whatever GOGC is: in a large heap, that is runway enough for a cycle with little to scan.
  const max = Math.max(step * MAX_RATIO + heapMarked, goal - DEFAULT_HEAP_MINIMUM, min)
  c.trigger = Math.min(Math.max(goal - runway, min), max)
  return c.trigger
}
