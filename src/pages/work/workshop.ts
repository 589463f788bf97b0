import type { Job, JobKind, Pieces } from './jobs.ts'

/** What the worker is told, and what it answers: the pieces of a job in order, then that it is done. */
export interface Order {
  readonly id: number
  readonly job: Job
}
export type Answer =
  | { readonly id: number; readonly piece: Pieces[JobKind] }
  | { readonly id: number; readonly isDone: true }

/** The part of a Worker that is used here. */
export interface WorkerPort {
  onmessage: ((event: { readonly data: Answer }) => void) | null
  onerror: ((event: unknown) => void) | null
  postMessage(order: Order): void
}

type JobOf<K extends JobKind> = Extract<Job, { readonly kind: K }>

export interface Workshop {
  /** Has a job computed: `onPiece` for every piece in order, then how it ended. Jobs are taken in order. */
  start<K extends JobKind>(job: JobOf<K>, onPiece: (piece: Pieces[K]) => void, onEnd?: (end: JobEnd) => void): void
}

/** All pieces were sent, or no more will come: then `reason` says why, for people. */
export type JobEnd = { readonly kind: 'done' } | { readonly kind: 'failed'; readonly reason: string }

interface Running {
  readonly order: Order
  readonly onPiece: (piece: never) => void
  readonly onEnd: ((end: JobEnd) => void) | undefined
  received: number
}

export interface WorkshopOptions {
  /** @throws where workers are not allowed */
  readonly createWorker: () => WorkerPort
  /** The same computation, for where there is no worker. */
  readonly loadJobs: () => Promise<{ readonly runJob: (job: Job) => Iterator<Pieces[JobKind]> }>
  /** Runs a callback soon, after the page has had its turn. */
  readonly defer: (callback: () => void) => void
  /** Told once, when there turns out to be no worker. */
  readonly onNoWorker?: () => void
}

/** Computes in a worker; where none can be had or it breaks, here, one piece at a time. */
export function createWorkshop(options: WorkshopOptions): Workshop {
  const running = new Map<number, Running>()
  let worker: WorkerPort | 'none' | undefined
  let lastId = 0

  const end = (id: number, how: JobEnd) => {
    const job = running.get(id)
    running.delete(id)
    job?.onEnd?.(how)
  }

  const receive = (answer: Answer) => {
    const job = running.get(answer.id)
    if (!job) return
    if ('isDone' in answer) {
      end(answer.id, { kind: 'done' })
    } else {
      job.received++
      job.onPiece(answer.piece as never)
    }
  }

  const doWithout = (): 'none' => {
    options.onNoWorker?.()
    return 'none'
  }

  const open = (): WorkerPort | 'none' => {
    try {
      const opened = options.createWorker()
      opened.onmessage = ({ data }) => receive(data)
      opened.onerror = () => {
        if (worker === 'none') return
        worker = doWithout()
        void computeHere(options, [...running.values()], receive, end)
      }
      return opened
    } catch {
      return doWithout()
    }
  }

  return {
    start(job, onPiece, onEnd) {
      const order = { id: ++lastId, job }
      const started = { order, onPiece, onEnd, received: 0 }
      running.set(order.id, started)
      worker ??= open()
      if (worker === 'none') void computeHere(options, [started], receive, end)
      else worker.postMessage(order)
    },
  }
}

/** Computes jobs on this thread, a piece per turn; pieces that a worker has already sent are passed over. */
async function computeHere(
  { loadJobs, defer }: WorkshopOptions,
  jobs: readonly Running[],
  receive: (answer: Answer) => void,
  end: (id: number, how: JobEnd) => void,
): Promise<void> {
  for (const { order, received } of jobs) {
    try {
      const { runJob } = await loadJobs()
      const pieces = runJob(order.job)
      for (let i = 0; i < received; i++) pieces.next()
      for (let next = pieces.next(); !next.done; next = pieces.next()) {
        receive({ id: order.id, piece: next.value })
        await new Promise<void>((turn) => defer(turn))
      }
      receive({ id: order.id, isDone: true })
    } catch (error) {
      end(order.id, { kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
    }
  }
}
