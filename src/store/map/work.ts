import type { Cell } from '../../explore/map/cell.ts'
import type { Place } from '../../explore/map/order.ts'
import { createSharedCells, type SimulateCell } from '../../explore/map/shared-cells.ts'
import {
  CELL_BOUNDS,
  type CellSetting,
  type KnownCell,
  type MapAnswer,
  type MapJob,
  type MapQuestion,
} from './question.ts'
import { BATCH_MS, beginTask, putBack, simulateBatch, startOver, type Task, takeCells, turnTo } from './task.ts'

/** The part of a Worker that a map needs. */
export interface MapPort {
  postMessage(message: MapJob): void
  terminate(): void
  onmessage: ((event: { readonly data: MapAnswer }) => void) | null
  onerror: ((event: unknown) => void) | null
}

interface MapWorkOptions {
  /** How many threads to use. */
  readonly threads: number
  /** Without it, or where it throws because workers are not allowed, the cells are simulated here, a few per task. */
  readonly createWorker?: () => MapPort
  /** One cell on this thread, bounded as in a worker. */
  readonly simulateHere?: (question: MapQuestion, gogc: number, memoryLimit: number) => Cell
  /** Calls back in a task of its own. @returns how to prevent that */
  readonly later?: (callback: () => void, milliseconds: number) => () => void
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number
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

/** How long a thread may go on with cells that nobody wants any more, before it is ended. */
const PATIENCE_MS = 60
const FIRST_BATCH = 4

interface Thread {
  readonly port: MapPort
  /** What it was given and has not answered, in order: it is at the first. */
  readonly jobs: Pick<MapJob, 'id' | 'settings'>[]
}

/** How many jobs a thread is given at once: it goes on with the next while this thread draws. */
const AHEAD = 2

/** Threads that share the cells of one map. */
export function createMapWork(options: MapWorkOptions): MapWork {
  const { simulateHere = createSimulateHere(), later = laterByTimer, now = () => performance.now() } = options
  let lastId = 0
  let task: Task | undefined
  let batch = FIRST_BATCH
  let stopHere = () => {}
  let stopPatience = () => {}

  const learn = ({ length }: readonly KnownCell[], took: number) => {
    if (length > 0) batch = Math.max(1, Math.min(1024, Math.round((length * BATCH_MS) / Math.max(0.1, took))))
  }
  const workHere = () => {
    const mine = task
    if (!mine || mine.taken >= mine.left.length) return
    stopHere = later(() => {
      const settings = task === mine ? takeCells(mine, batch) : []
      const cellOf: SimulateCell = (gogc, limit) => simulateHere(mine.question, gogc, limit)
      const { cells, took } = simulateBatch(settings, cellOf, now)
      putBack(mine, settings.slice(cells.length))
      learn(cells, took)
      if (cells.length > 0) mine.onCells(cells)
      if (task === mine) workHere()
    }, 0)
  }
  const spread = () => {
    const threads = pool.fill()
    if (threads.size === 0) return workHere()
    for (const thread of threads) if (task) give(thread, task, batch)
  }
  const onAnswer = ({ id, cells, took }: MapAnswer, settings: readonly CellSetting[], isThreadOn: boolean) => {
    learn(cells, took)
    const isWanted = id === task?.id
    if (task && isWanted) putBack(task, settings.slice(cells.length))
    // The next cells first: the threads are at them while these are drawn.
    if (task && isThreadOn) spread()
    if (isWanted) task?.onCells(cells)
  }
  const onBroken = () => {
    // What the threads were at is simulated here again.
    if (task) startOver(task)
    workHere()
  }
  const pool = createPool(options, onAnswer, onBroken)
  const dropStale = () => {
    pool.end((thread) => isStale(thread, task))
    if (task) spread()
  }
  const cancel = () => {
    task = undefined
    stopHere()
    stopPatience()
    if (pool.has((thread) => isStale(thread, task))) stopPatience = later(dropStale, PATIENCE_MS)
  }
  const start: MapWork['start'] = (question, near, onCells) => {
    cancel()
    // What a cell costs is not known yet.
    batch = FIRST_BATCH
    task = beginTask(++lastId, question, near, onCells)
    spread()
  }
  const destroy = () => {
    cancel()
    stopPatience()
    pool.end(() => true)
  }
  return { start, turnTo: (near) => task && turnTo(task, near), cancel, destroy }
}

/** As many threads as there may be, made when they are needed; none once one could not be made, or broke. */
function createPool(
  { threads, createWorker }: MapWorkOptions,
  onAnswer: (answer: MapAnswer, asked: readonly CellSetting[], isThreadOn: boolean) => void,
  onBroken: () => void,
) {
  const pool = new Set<Thread>()
  let isRefused = createWorker === undefined
  const end = (isOver: (thread: Thread) => boolean) => {
    for (const thread of [...pool].filter(isOver)) {
      thread.port.terminate()
      pool.delete(thread)
    }
  }
  const open = (port: MapPort) => {
    const thread: Thread = { port, jobs: [] }
    port.onmessage = ({ data }) => onAnswer(data, thread.jobs.shift()?.settings ?? [], pool.has(thread))
    port.onerror = () => {
      isRefused = true
      end(() => true)
      onBroken()
    }
    pool.add(thread)
  }
  return {
    end,
    has: (isMeant: (thread: Thread) => boolean) => [...pool].some(isMeant),
    fill(): ReadonlySet<Thread> {
      try {
        while (createWorker && !isRefused && pool.size < threads) open(createWorker())
      } catch {
        isRefused = true
      }
      return pool
    },
  }
}

function give({ port, jobs }: Thread, task: Task, batch: number): void {
  while (jobs.length < AHEAD) {
    const settings = takeCells(task, batch)
    if (settings.length === 0) return
    jobs.push({ id: task.id, settings })
    const { scenario, circumstances } = task.question
    port.postMessage({ id: task.id, scenario, circumstances, settings })
  }
}

function isStale({ jobs: [job] }: Thread, task: Task | undefined): boolean {
  return job !== undefined && job.id !== task?.id
}

/** Simulates cells on this thread; what was found for one of a map serves the next. */
function createSimulateHere(): NonNullable<MapWorkOptions['simulateHere']> {
  let asked: MapQuestion | undefined
  let cellOf: SimulateCell
  return (question, gogc, memoryLimit) => {
    if (asked !== question) cellOf = createSharedCells(question.scenario, question.circumstances, CELL_BOUNDS)
    asked = question
    return cellOf(gogc, memoryLimit)
  }
}

function laterByTimer(callback: () => void, milliseconds: number): () => void {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}
