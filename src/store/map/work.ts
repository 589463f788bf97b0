import type { MapAxes } from '../../explore/map/axes.ts'
import { type Place, toOrder } from '../../explore/map/order.ts'
import { createDispatcher, type Dispatcher, type WorkerPort } from '../../work/dispatcher.ts'
import { BATCH_MS, type Batch, createBatches } from './batch.ts'
import { type KnownCell, type MapJob, type MapQuestion, sizeOf } from './question.ts'

/** A worker that simulates cells: store/map/worker.ts. */
export type MapPort = WorkerPort<MapJob, never, Batch>

interface MapWorkOptions {
  readonly threads: number
  /**
   * If it is left out, or throws because workers are not allowed, cells are simulated on this thread, a few per task.
   */
  readonly createWorker?: () => MapPort
  readonly batches?: ReturnType<typeof createBatches>
}

interface Task {
  readonly id: number
  readonly question: MapQuestion
  readonly onCells: (cells: readonly KnownCell[]) => void
  /** Indices of the cells that no job contains yet, from coarse to fine, the nearest first. */
  left: number[]
}

const FIRST_BATCH = 4

/** How many jobs a thread has at a time: while this thread draws the answer to one, it works on the next. */
const AHEAD = 2

interface Thread {
  readonly dispatcher: Dispatcher<MapJob, never, Batch>
  /** Functions that cancel its unanswered jobs, in their order. */
  readonly cancels: (() => void)[]
}

export type MapWork = ReturnType<typeof createMapWork>

/** Threads that share the cells of one map. */
export function createMapWork({ threads, createWorker, batches = createBatches() }: MapWorkOptions) {
  let lastId = 0
  let task: Task | undefined
  let batch = FIRST_BATCH
  /** Without workers, all desks would be on this thread, so one is enough. */
  let inUse = threads
  const onNoWorker = () => {
    inUse = 1
  }
  const pool = Array.from({ length: threads }, (): Thread => {
    return { dispatcher: createDispatcher({ createWorker, load: async () => batches, onNoWorker }), cancels: [] }
  })

  const learn = ({ cells, took }: Batch) => {
    batch = Math.max(1, Math.min(1024, Math.round((cells.length * BATCH_MS) / Math.max(0.1, took))))
  }
  const give = (own: Task, { dispatcher, cancels }: Thread) => {
    const { scenario, circumstances, axes } = own.question
    while (cancels.length < AHEAD) {
      const indices = own.left.splice(0, batch)
      if (indices.length === 0) return
      const settings = indices.map((index) => settingOf(axes, index))
      const cancel = dispatcher.start({ id: own.id, scenario, circumstances, settings }, (end) => {
        cancels.shift()
        if (end.kind === 'failed') return
        const { cells } = end.answer
        learn(end.answer)
        // Another thread may take the cells for which this one had no time.
        own.left.unshift(...indices.slice(cells.length))
        // Hand out the next cells first: the threads simulate them while these are drawn.
        spread(own)
        own.onCells(cells)
      })
      cancels.push(cancel)
    }
  }
  const spread = (own: Task) => {
    for (let i = 0; i < inUse; i++) give(own, pool[i]!)
  }
  const cancel = () => {
    task = undefined
    for (const { cancels } of pool) for (const cancelJob of cancels.splice(0)) cancelJob()
  }
  return {
    /** Simulates a map from coarse to fine, and cancels the map before it. */
    start(question: MapQuestion, near: Place, onCells: Task['onCells']) {
      cancel()
      // Nothing is known yet about how long a cell takes.
      batch = FIRST_BATCH
      task = { id: ++lastId, question, onCells, left: toOrder(sizeOf(question.axes), near) }
      spread(task)
    },
    /** The cells that are not simulated yet are simulated from here outwards. */
    turnTo(near: Place) {
      if (!task) return
      const left = new Set(task.left)
      task.left = toOrder(sizeOf(task.question.axes), near).filter((index) => left.has(index))
    },
    cancel,
    destroy() {
      cancel()
      for (const { dispatcher } of pool) dispatcher.destroy()
    },
  }
}

function settingOf({ gogcs, limits }: MapAxes, index: number) {
  return [index, gogcs[index % gogcs.length]!, limits[Math.floor(index / gogcs.length)]!] as const
}
