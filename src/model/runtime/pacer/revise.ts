import type { Controller } from './controller.ts'
import { computeGoal } from './goal.ts'

/* The assist ratio of Go 1.26, mgcpacer.go, gcControllerState.revise, and its constants. */

/** What GOGC=off counts as when the hard goal is set. */
const GC_PERCENT_WHEN_OFF = 100_000
/** maxOvershoot: if the heap has passed even the extended goal, the rest should be done by 1.1 times that goal. */
const MAX_OVERSHOOT = 1.1
/** The least scan work that is assumed to remain, in bytes, and the least distance to the goal. */
const MIN_WORK_LEFT = 1000
const MIN_DISTANCE = 1

const TWO_63 = 2 ** 63

/**
 * The assist ratio as marking stands: scan work left / bytes to allocate before the goal.
 *
 * Until the work done exceeds what was expected (the last cycle's), the goal is the heap goal (soft). After that, Go
 * expects to scan everything scannable, and moves the goal out in proportion, up to the hard goal:
 *
 *   extended = triggered + (goal − triggered) · all / expected,  at most goal · (1 + GOGC / 100)
 *
 * @param work bytes scanned so far in this cycle: heap, stacks and globals
 */
export function revise(c: Controller, work: number): void {
  computeGoal(c)
  reviseRatio(c, work)
}

/** The assist ratio for the goal computed last: without a memory limit the goal does not change while marking. */
export function reviseRatio(c: Controller, work: number): void {
  const { heapLive, triggered, globals } = c
  let { goal } = c
  let expected = c.lastHeapScan + c.lastStackScan + globals
  const all = c.heapScan + c.stacks + globals
  if (goal === Infinity) {
    c.assistRatio = 0
    return
  }
  if (work > expected) {
    const gcPercent = c.gcPercent === Infinity ? GC_PERCENT_WHEN_OFF : c.gcPercent
    const extended = toInt64(((goal - triggered) / expected) * all) + triggered
    const hard = toInt64((1 + gcPercent / 100) * goal)
    goal = Math.min(extended, hard)
    expected = all
  }
  if (heapLive > goal) {
    goal = toInt64(goal * MAX_OVERSHOOT)
    expected = all
  }
  const left = Math.max(expected - work, MIN_WORK_LEFT)
  let distance = goal - heapLive
  if (distance < -TWO_63) distance += 2 * TWO_63
  c.assistRatio = left / Math.max(distance, MIN_DISTANCE)
}

/**
 * Go's conversion of a float to int64 on amd64: a value that does not fit becomes the smallest int64. A cycle that
 * expects no work at all passes infinity; the arithmetic then wraps around to a distance near 2^63, and nobody assists.
 */
function toInt64(value: number): number {
  return value >= -TWO_63 && value < TWO_63 ? Math.trunc(value) : -TWO_63
}
