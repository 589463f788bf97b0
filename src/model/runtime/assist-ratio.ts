import { isLimiting } from './cpu-limit.ts'
import { computeGoal } from './pacer/goal.ts'
import { reviseRatio } from './pacer/revise.ts'
import { showMemory } from './planning.ts'
import type { Run } from './run.ts'

/** What an allocated byte costs in scan work as the run stands: bytes to scan. Writes the controller's goal and ratio. */
export function assistRatio(run: Run): number {
  const { mark, controller } = run
  showMemory(run, run.heap)
  if (run.memoryLimit < Infinity) computeGoal(controller)
  reviseRatio(controller, Math.floor(mark.rootsDone + mark.heapDone))
  return isLimiting(run) ? 0 : controller.assistRatio
}
