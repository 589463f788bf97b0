import { type Place, toOrder } from '../../explore/map/order.ts'
import { createDispatcher, type WorkerPort } from '../../work/dispatcher.ts'
import { simulateCells } from './cells.ts'
import { type KnownCell, type MapJob, type MapQuestion, sizeOf } from './question.ts'

/** A worker that simulates cells: store/map/worker.ts. */
export type MapPort = WorkerPort<MapJob, readonly KnownCell[], void>

interface MapWorkOptions {
  readonly threads: number
  /**
   * If it is left out, or throws because workers are not allowed, cells are simulated on this thread, a few per task.
   */
  readonly createWorker?: () => MapPort
}

export type MapWork = ReturnType<typeof createMapWork>

/** Threads that share the cells of one map. */
export function createMapWork({ threads, createWorker }: MapWorkOptions) {
  const pool = Array.from({ length: threads }, () =>
    createDispatcher({ createWorker, load: async () => simulateCells }),
  )
  let cancels: readonly (() => void)[] = []
  const cancel = () => {
    for (const cancelJob of cancels) cancelJob()
  }
  return {
    /** Simulates a map from coarse to fine, the cells nearest to `near` first, and cancels the map before it. */
    start(question: MapQuestion, near: Place, onCells: (cells: readonly KnownCell[]) => void) {
      cancel()
      const { axes, ...program } = question
      const settings = toOrder(sizeOf(axes), near).map((index) => {
        const [column, row] = [index % axes.gogcs.length, Math.floor(index / axes.gogcs.length)]
        return [index, axes.gogcs[column]!, axes.limits[row]!] as const
      })
      // Dealt out in turn, so that neighbours, which take about as long, go to different threads.
      cancels = pool.map((thread, i) =>
        thread.start({ ...program, settings: settings.filter((_, k) => k % threads === i) }, () => {}, onCells),
      )
    },
    cancel,
    destroy() {
      for (const thread of pool) thread.destroy()
    },
  }
}
