import { BACKGROUND_UTILIZATION } from './constants.ts'
import type { Controller } from './controller.ts'
import { computeGoal } from './goal.ts'
import { revise } from './revise.ts'
import { divideWorkers } from './workers.ts'

/** What a mark phase took. Times in any one unit. */
interface MarkPhase {
  readonly duration: number
  readonly procs: number
  /** CPU time of assists and of idle workers. */
  readonly assistTime: number
  readonly idleTime: number
  /** Bytes scanned: heap, stacks and globals. */
  readonly scanWork: number
}

/** Starts marking (gcControllerState.startCycle). @param isPeriodic by the timer: idle processors then do not mark */
export function startCycle(c: Controller, procs: number, isPeriodic: boolean): void {
  const { dedicated, fractional } = divideWorkers(procs)
  c.triggered = c.heapLive
  c.dedicatedWorkers = dedicated
  c.fractionalUtilization = fractional
  // Without a dedicated worker, somebody must be able to mark even if all processors are idle.
  if (isPeriodic) c.maxIdleWorkers = dedicated > 0 ? 0 : 1
  else c.maxIdleWorkers = procs - dedicated
  revise(c, 0)
}

/**
 * Ends marking: the estimate of cons/mark (gcControllerState.endCycle). Call before `resetLive`.
 *
 *   allocated / (CPU of the program) over scanned / (CPU of marking), in shares of all CPUs:
 *
 *   (live − triggered) · (u + idle) / (work · (1 − u)),  u = 25 % + assists
 *
 * The largest of this cycle's and the last four is kept, so that one quiet cycle does not make the next start late. A
 * cycle in which nothing was allocated measures nothing and changes nothing.
 */
export function endCycle(c: Controller, phase: MarkPhase): void {
  c.lastHeapGoal = computeGoal(c)
  if (c.heapLive <= c.triggered) return

  const cpuTime = phase.duration * phase.procs
  let utilization = BACKGROUND_UTILIZATION
  let idleUtilization = 0
  if (phase.duration > 0) {
    utilization += phase.assistTime / cpuTime
    idleUtilization = phase.idleTime / cpuTime
  }
  const allocated = c.heapLive - c.triggered
  const current = (allocated * (utilization + idleUtilization)) / (phase.scanWork * (1 - utilization))

  const last = c.lastConsMark
  let largest = current
  for (let i = 0; i < last.length; i++) if (last[i]! > largest) largest = last[i]!
  c.consMark = largest
  for (let i = 1; i < last.length; i++) last[i - 1] = last[i]!
  last[last.length - 1] = current
}
