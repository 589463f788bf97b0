import { createSharedCells, type SimulateCell } from '../../explore/map/shared-cells.ts'
import { CELL_BOUNDS, type MapQuestion } from '../../store/map/question.ts'
import { createMapWork, type MapPort, type MapWork } from '../../store/map/work.ts'

const MOST_THREADS = 8

/** The page's threads for a map: one fewer than the machine has, so that the page keeps answering. */
export function createPageWork(): MapWork {
  const maps = new WeakMap<MapQuestion, SimulateCell>()
  return createMapWork({
    threads: Math.max(1, Math.min(MOST_THREADS, (navigator.hardwareConcurrency || 2) - 1)),
    createWorker: () =>
      new Worker(new URL('../../store/map/worker.ts', import.meta.url), { type: 'module' }) as MapPort,
    simulateHere(question, gogc, limit) {
      const cellOf = maps.get(question) ?? createSharedCells(question.scenario, CELL_BOUNDS)
      maps.set(question, cellOf)
      return cellOf(gogc, limit)
    },
    later(callback, milliseconds) {
      const timer = setTimeout(callback, milliseconds)
      return () => clearTimeout(timer)
    },
    now: () => performance.now(),
  })
}
