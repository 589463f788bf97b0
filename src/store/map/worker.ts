import { simulateCell } from '../../explore/map/cell.ts'
import { CELL_BOUNDS, type MapAnswer, type MapJob } from './question.ts'

/** The part of a worker's global scope that is used here; the page's own DOM types have another `postMessage`. */
interface WorkerScope {
  onmessage: ((event: { readonly data: MapJob }) => void) | null
  postMessage(message: MapAnswer): void
}

const scope = globalThis as unknown as WorkerScope

scope.onmessage = ({ data: { id, scenario, settings } }) => {
  const begun = performance.now()
  const cells = settings.map(
    ([index, gogc, limit]) => [index, simulateCell(scenario, gogc, limit, CELL_BOUNDS)] as const,
  )
  scope.postMessage({ id, cells, took: performance.now() - begun })
}
