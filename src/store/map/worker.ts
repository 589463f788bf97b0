import { createSharedCells, type SimulateCell } from '../../explore/map/shared-cells.ts'
import { CELL_BOUNDS, type MapAnswer, type MapJob } from './question.ts'
import { simulateBatch } from './task.ts'

/** The part of a worker's global scope that is used here; the page's own DOM types have another `postMessage`. */
interface WorkerScope {
  onmessage: ((event: { readonly data: MapJob }) => void) | null
  postMessage(message: MapAnswer): void
}

const scope = globalThis as unknown as WorkerScope
/** The map that is simulated: jobs of one map have one id, and runs of one serve the next. */
const maps = new Map<number, SimulateCell>()

scope.onmessage = ({ data: { id, scenario, circumstances, settings } }) => {
  const cellOf = maps.get(id) ?? createSharedCells(scenario, circumstances, CELL_BOUNDS)
  if (!maps.has(id)) maps.clear()
  maps.set(id, cellOf)
  scope.postMessage({ id, ...simulateBatch(settings, cellOf, () => performance.now()) })
}
