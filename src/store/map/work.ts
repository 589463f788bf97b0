import type { Cell } from '../../explore/map/cell.ts'
import type { Place } from '../../explore/map/order.ts'
import type { SimulateCell } from '../../explore/map/shared-cells.ts'
import { BATCH_MS, simulateBatch } from './batch.ts'
import type { KnownCell, MapAnswer, MapJob, MapQuestion } from './question.ts'
import { beginTask, putBack, startOver, type Task, takeCells, turnTo } from './task.ts'

/** The part of a Worker that a map needs. */
export interface MapPort {
  postMessage(message: MapJob): void
  terminate(): void
  onmessage: ((event: { readonly data: MapAnswer }) => void) | null
  onerror: ((event: unknown) => void) | null
}

export interface MapWorkOptions {
  /** How many threads to use. */
  readonly threads: number
  /** May throw where workers are not allowed; then the cells are simulated here, a few per task. */
  readonly createWorker: () => MapPort
  /** One cell on this thread, bounded as in a worker. */
  readonly simulateHere: (question: MapQuestion, gogc: number, memoryLimit: number) => Cell
  /** Calls back in a task of its own. @returns how to prevent that */
  readonly later: (callback: () => void, milliseconds: number) => () => void
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
}

export interface MapWork {
  /** Simulates a map from coarse to fine, and gives up whatever was being simulated before. */
  start(question: MapQuestion, near: Place, onCells: (cells: readonly KnownCell[]) => void): void
  /** What is left is simulated from here on. */
  turnTo(near: Place): void
  cancel(): void
  /** Ends all threads. */
  destroy(): void
}

/** A thread that is still at cells that nobody wants is ended after so long. */
const PATIENCE_MS = 60
const FIRST_BATCH = 4

interface Thread {
  readonly port: MapPort
  /** What it was given and has not answered, in order: it is at the first. */
  readonly jobs: Pick<MapJob, 'id' | 'settings'>[]
}

/** So many jobs a thread is given at once: it goes on while this one, busy with a picture, has not heard its answer. */
const AHEAD = 2

/** Threads that share the cells of one map. */
export function createMapWork(options: MapWorkOptions): MapWork {
  const { threads: wanted, createWorker, later } = options
  const pool = new Set<Thread>()
  let lastId = 0
  let task: Task | undefined
  let isRefused = false
  let batch = FIRST_BATCH
  let stopHere = () => {}
  let stopPatience = () => {}

  const learn = (count: number, took: number) => {
    if (count > 0) batch = Math.max(1, Math.min(1024, Math.round((count * BATCH_MS) / Math.max(0.1, took))))
  }
  const give = ({ port, jobs }: Thread) => {
    while (task && jobs.length < AHEAD) {
      const settings = takeCells(task, batch)
      if (settings.length === 0) return
      jobs.push({ id: task.id, settings })
      port.postMessage({ id: task.id, scenario: task.question.scenario, settings })
    }
  }
  const end = (thread: Thread) => {
    thread.port.terminate()
    pool.delete(thread)
  }
  const open = () => {
    const port = createWorker()
    const thread: Thread = { port, jobs: [] }
    port.onmessage = ({ data: { id, cells, took } }) => {
      learn(cells.length, took)
      const isWanted = id === task?.id
      const settings = thread.jobs.shift()?.settings ?? []
      if (task && isWanted) putBack(task, settings.slice(cells.length))
      // The next cells first: the threads are at them while these are drawn.
      if (task && pool.has(thread)) spread()
      if (isWanted) task?.onCells(cells)
    }
    port.onerror = () => {
      isRefused = true
      for (const one of pool) end(one)
      // What those threads were at is simulated here again.
      if (task) startOver(task)
      workHere()
    }
    pool.add(thread)
    return thread
  }
  const workHere = () => {
    const mine = task
    if (!mine || mine.taken >= mine.left.length) return
    stopHere = later(() => {
      const settings = task === mine ? takeCells(mine, batch) : []
      const cellOf: SimulateCell = (gogc, limit) => options.simulateHere(mine.question, gogc, limit)
      const { cells, took } = simulateBatch(settings, cellOf, options.now)
      putBack(mine, settings.slice(cells.length))
      learn(cells.length, took)
      if (cells.length > 0) mine.onCells(cells)
      if (task === mine) workHere()
    }, 0)
  }
  const spread = () => {
    try {
      while (!isRefused && pool.size < wanted) open()
    } catch {
      isRefused = true
    }
    if (pool.size === 0) return workHere()
    for (const thread of pool) give(thread)
  }
  const isStale = ({ jobs: [job] }: Thread) => job !== undefined && job.id !== task?.id
  const dropStale = () => {
    for (const thread of [...pool]) if (isStale(thread)) end(thread)
    if (task) spread()
  }
  const cancel = () => {
    task = undefined
    stopHere()
    stopPatience()
    if ([...pool].some(isStale)) stopPatience = later(dropStale, PATIENCE_MS)
  }

  return {
    start(question, near, onCells) {
      cancel()
      // What a cell costs is not known yet.
      batch = FIRST_BATCH
      task = beginTask(++lastId, question, near, onCells)
      spread()
    },
    turnTo(near) {
      if (task) turnTo(task, near)
    },
    cancel,
    destroy() {
      cancel()
      stopPatience()
      for (const thread of pool) end(thread)
    },
  }
}
