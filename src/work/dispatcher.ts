import { type Compute, createQueue, type Order, type Queue, type Reply } from './queue.ts'

/** The messages to a worker: a job, or that one is cancelled. */
export type Message<Job> = Order<Job> | { readonly id: number; readonly isCancelled: true }

export interface WorkerPort<Job, Piece, Answer> {
  onmessage: ((event: { readonly data: Reply<Piece, Answer> }) => void) | null
  onerror: ((event: unknown) => void) | null
  postMessage(message: Message<Job>): void
  terminate(): void
}

/** The end of a job; `reason` is for people. */
export type End<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly reason: string }

export interface Dispatcher<Job, Piece, Answer> {
  /**
   * Runs a job after those started before it: calls `onPiece` for every piece in order, then `onEnd`.
   *
   * @returns how to cancel it; then neither is called any more
   */
  start(job: Job, onEnd: (end: End<Answer>) => void, onPiece?: (piece: Piece) => void): () => void
  /** Cancels all jobs and ends the worker, with everything that it keeps. A later job creates another one. */
  destroy(): void
}

export interface DispatcherOptions<Job, Piece, Answer> {
  /** @throws where workers are not allowed (a sandboxed frame, a single file). Leave it out to use no worker. */
  readonly createWorker?: (() => WorkerPort<Job, Piece, Answer>) | undefined
  /** The same work, if there is no worker. */
  readonly load: () => Promise<Compute<Job, Piece, Answer>>
  /** Calls back soon, after the page has had its turn; by default in a task of its own. */
  readonly defer?: ((callback: () => void) => void) | undefined
  /** Called once if there is no worker. */
  readonly onNoWorker?: () => void
}

interface Asked<Job, Piece, Answer> {
  readonly job: Job
  readonly onEnd: (end: End<Answer>) => void
  readonly onPiece: ((piece: Piece) => void) | undefined
  received: number
}

/** Runs jobs in a worker, which the first job creates; if there is none, or it breaks, on this thread in steps. */
export function createDispatcher<Job, Piece, Answer>(
  options: DispatcherOptions<Job, Piece, Answer>,
): Dispatcher<Job, Piece, Answer> {
  const asked = new Map<number, Asked<Job, Piece, Answer>>()
  let lastId = 0
  let worker: Queue<Job> | undefined
  let port: WorkerPort<Job, Piece, Answer> | undefined
  let isHere = false

  const take = (reply: Reply<Piece, Answer>) => {
    const own = asked.get(reply.id)
    if (!own) return
    if ('piece' in reply) {
      own.received++
      own.onPiece?.(reply.piece)
      return
    }
    asked.delete(reply.id)
    own.onEnd('answer' in reply ? { kind: 'done', answer: reply.answer } : { kind: 'failed', reason: reply.problem })
  }
  const workHere = () => {
    isHere = true
    options.onNoWorker?.()
    const turn = () => new Promise<void>(options.defer ?? ((resolve) => setTimeout(resolve, 0)))
    worker = createQueue({ load: options.load, reply: take, turn })
    return worker
  }
  const onBroken = () => {
    if (isHere) return
    port?.terminate()
    const here = workHere()
    for (const [id, { job, received }] of asked) here.add({ id, job, received })
  }
  const open = () => {
    try {
      port = options.createWorker?.()
      if (port) return overPort(port, take, onBroken)
    } catch {
      // Workers are not allowed.
    }
    return workHere()
  }

  return {
    start(job, onEnd, onPiece) {
      const id = ++lastId
      worker ??= open()
      asked.set(id, { job, onEnd, onPiece, received: 0 })
      worker.add({ id, job, received: 0 })
      return () => {
        if (asked.delete(id)) worker?.cancel(id)
      }
    },
    destroy() {
      for (const id of asked.keys()) worker?.cancel(id)
      asked.clear()
      if (isHere) return
      port?.terminate()
      worker = undefined
    },
  }
}

/** The queue at the other end of a port. */
function overPort<Job, Piece, Answer>(
  port: WorkerPort<Job, Piece, Answer>,
  take: (reply: Reply<Piece, Answer>) => void,
  onBroken: () => void,
): Queue<Job> {
  port.onmessage = ({ data }) => take(data)
  port.onerror = onBroken
  return {
    add: (order) => port.postMessage(order),
    cancel: (id) => port.postMessage({ id, isCancelled: true }),
  }
}
