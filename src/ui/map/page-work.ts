import { createSimulateHere } from '../../store/map/here.ts'
import { createMapWork, type MapPort, type MapWork } from '../../store/map/work.ts'

const MOST_THREADS = 8

/** The page's threads for a map: one fewer than the machine has, so that the page keeps answering. */
export function createPageWork(): MapWork {
  return createMapWork({
    threads: Math.max(1, Math.min(MOST_THREADS, (navigator.hardwareConcurrency || 2) - 1)),
    createWorker: () =>
      new Worker(new URL('../../store/map/worker.ts', import.meta.url), { type: 'module' }) as MapPort,
    simulateHere: createSimulateHere(),
    later(callback, milliseconds) {
      const timer = setTimeout(callback, milliseconds)
      return () => clearTimeout(timer)
    },
    now: () => performance.now(),
  })
}
