import { isLimiting } from './cpu-limit.ts'
import { giveBack, isScavenging, mapHeap } from './memory.ts'
import { computeGoal } from './pacer/goal.ts'
import { reviseRatio } from './pacer/revise.ts'
import { showMemory } from './planning.ts'
import type { Run } from './run.ts'

/*
 * Waiting on credit. At GOMAXPROCS 1, 2 and 3 there is no dedicated worker, so nobody marks between two turns of the
 * fractional workers, and nobody assists while there is credit. Only the heap grows towards the goal, so the assist
 * ratio r rises and uses up credit. In steps of h seconds that is a sum over equal steps,
 *
 *   used(n) = A · h · Σ r(i · h),   i = 0 … n − 1,   A bytes allocated per second
 *
 * with a hundred thousand terms for a mark phase of minutes. The work left stays the same, so 1 / r is proportional to
 * a distance that shrinks linearly: 1 / r(t) = (1 − u · t / T) / r(0) for T = n · h, and by Euler and Maclaurin
 *
 *   used(n) = A · (T · mean − h/2 · (r(T) − r(0)) + h²/12 · (r′(T) − r′(0))),   mean = r(0) · −ln(1 − u) / u
 *
 * with a relative error of (h · r′ / r)⁴ / 720. So one long step gives the same result as n short ones.
 */

/** Fewer short steps than this are taken one by one. */
const LEAST_STEPS = 4
/** The least distance to the goal, in a short step's allocations. If it is nearer, the series is not exact enough. */
const FAR = 50
/** The relative deviation up to which the distance counts as shrinking linearly. */
const EVEN = 1e-5

/** Wall seconds (0: short steps have to be taken one by one), and the bytes of credit that they use up. */
interface Wait {
  readonly seconds: number
  readonly used: number
}

/**
 * The short steps that may be taken at once from here, as seconds, and the credit that they use up.
 * @param ratio the assist ratio now
 * @param allocation bytes per wall second
 * @param most wall seconds until something else happens
 * @param step length of a short step, in wall seconds
 */
export function waitOnCredit(run: Run, ratio: number, allocation: number, most: number, step: number): Wait {
  const { controller, mark } = run
  const distance = controller.goal - run.heap
  const isFar = distance <= 0 || distance >= FAR * allocation * step
  const enough = distance > 0 && allocation > 0 ? Math.min(most, distance / allocation / 2) : most
  // One short step is left over, so that the controller is then in the state in which short steps leave it.
  let steps = Math.ceil(enough / step) - 1
  if (allocation * ratio > 0) steps = Math.min(steps, mark.credit / (allocation * ratio * step))
  if (!isFar || steps < LEAST_STEPS || steps === Infinity) return NONE
  let found = NONE
  for (; steps >= LEAST_STEPS && found === NONE; steps /= 2) {
    const seconds = Math.floor(steps) * step
    const used = allocation > 0 ? creditUsed(run, ratio, allocation, seconds, step) : 0
    if (used === 0 || used < mark.credit) found = { seconds, used }
  }
  assistRatio(run)
  return found
}

const NONE: Wait = { seconds: 0, used: 0 }

/** Credit that these seconds of short steps use up, in bytes; Infinity if the distance does not shrink linearly. */
function creditUsed(run: Run, ratio: number, allocation: number, seconds: number, step: number): number {
  const middle = ratioAfter(run, allocation, seconds / 2)
  const end = ratioAfter(run, allocation, seconds)
  if (ratio === 0 && end === 0) return 0
  if (!(end >= ratio && Math.abs(1 / ratio + 1 / end - 2 / middle) <= EVEN / ratio)) return Infinity
  const shrunk = 1 - ratio / end
  if (shrunk * step * FAR > seconds) return Infinity
  const mean = shrunk > 0 ? (ratio * -Math.log1p(-shrunk)) / shrunk : ratio
  const slope = shrunk / (ratio * seconds)
  const rise = slope * (end * end - ratio * ratio)
  return allocation * (seconds * mean - (step / 2) * (end - ratio) + ((step * step) / 12) * rise)
}

/** The assist ratio after `seconds` of allocation without marking; NaN if scavenging starts or stops by then. */
function ratioAfter(run: Run, allocation: number, seconds: number): number {
  const { heap, mapped, highestHeap, overhead } = run
  const wasScavenging = isScavenging(run)
  run.heap = heap + allocation * seconds
  giveBack(run, seconds, true)
  mapHeap(run)
  const ratio = isScavenging(run) === wasScavenging ? assistRatio(run) : Number.NaN
  run.heap = heap
  run.mapped = mapped
  run.highestHeap = highestHeap
  run.overhead = overhead
  return ratio
}

/** The assist ratio now: bytes to scan per allocated byte. Writes the controller's goal and ratio. */
export function assistRatio(run: Run): number {
  const { mark, controller } = run
  showMemory(run, run.heap)
  if (run.memoryLimit < Infinity) computeGoal(controller)
  reviseRatio(controller, Math.floor(mark.rootsDone + mark.heapDone))
  return isLimiting(run) ? 0 : controller.assistRatio
}
