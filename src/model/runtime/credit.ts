import { isLimiting } from './cpu-limit.ts'
import { giveBack, isScavenging, mapHeap } from './memory.ts'
import { computeGoal } from './pacer/goal.ts'
import { reviseRatio } from './pacer/revise.ts'
import { showMemory } from './planning.ts'
import type { Run } from './run.ts'

/*
 * Waiting on credit: at GOMAXPROCS 1, 2, 3 and 6 nobody marks between two turns of the fractional workers, and while
 * there is credit nobody assists. All that happens is that the heap grows towards the goal, so the assist ratio r rises
 * and credit is used up. Followed in steps of h seconds that is a sum over equal steps,
 *
 *   used(n) = A · h · Σ r(i · h),   i = 0 … n − 1,   A bytes allocated per second
 *
 * which a mark phase of minutes has a hundred thousand terms of. The work left stays the same, so r is one over a
 * distance that shrinks evenly: 1 / r(t) = (1 − u · t / T) / r(0) for T = n · h, and by Euler and Maclaurin
 *
 *   used(n) = A · (T · mean − h/2 · (r(T) − r(0)) + h²/12 · (r′(T) − r′(0))),   mean = r(0) · −ln(1 − u) / u
 *
 * to within (h · r′ / r)⁴ / 720 of it. So one long step gives what n short ones give, not another result.
 */

/** Fewer short steps than this are taken one by one. */
const LEAST_STEPS = 4
/** The distance to the goal is so many times what a short step allocates, or the series above would not do. */
const FAR = 50
/** A distance that shrinks as evenly as this, relative to itself, is taken to shrink evenly. */
const EVEN = 1e-5

/** Wall seconds, 0 where short steps have to be taken one by one, and the bytes of credit that they use up. */
interface Wait {
  readonly seconds: number
  readonly used: number
}

/**
 * How many short steps may be taken at once from here, and what of the credit they use.
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
  // The last short step is left over: what follows finds the controller as that has left it.
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

/** Credit that so many seconds of short steps use up, in bytes; Infinity where the distance does not shrink evenly. */
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

/** The assist ratio when the program has allocated for so many seconds and nobody has marked; NaN where more changes. */
function ratioAfter(run: Run, allocation: number, seconds: number): number {
  const { heap, mapped, highestHeap, overhead } = run
  const wasScavenging = isScavenging(run)
  run.heap = heap + allocation * seconds
  giveBack(run, seconds, false)
  mapHeap(run)
  const ratio = isScavenging(run) === wasScavenging ? assistRatio(run) : Number.NaN
  run.heap = heap
  run.mapped = mapped
  run.highestHeap = highestHeap
  run.overhead = overhead
  return ratio
}

/** What an allocated byte costs in scan work as the run stands: bytes to scan. Writes the controller's goal and ratio. */
export function assistRatio(run: Run): number {
  const { mark, controller } = run
  showMemory(run, run.heap)
  if (run.memoryLimit < Infinity) computeGoal(controller)
  reviseRatio(controller, Math.floor(mark.rootsDone + mark.heapDone))
  return isLimiting(run) ? 0 : controller.assistRatio
}
