import { createTurns } from '../../work/turns.ts'
import { Cancelled } from './cancelled.ts'
import type { Answer, Answers, Job, Reply, Request } from './jobs.ts'
import { serveSlices, slicesOf } from './slices.ts'
import type { ReadProgress } from './source.ts'

/** The part of a Worker that is used. */
export interface WorkerPort {
  onmessage: ((event: { readonly data: Reply }) => void) | null
  onerror: ((event: { preventDefault(): void }) => void) | null
  postMessage(message: Request, transfer: MessagePort[]): void
  terminate(): void
}

export interface Client {
  /** @throws Cancelled where `cancel` came first; Error with what went wrong, in words */
  ask<K extends Job['kind']>(
    job: Job & { readonly kind: K },
    onProgress?: (progress: ReadProgress) => void,
  ): Promise<Answers[K]>
  /**
   * Ends what is going on, at once. A log that had been read is read again, and calibrated again, as soon as something is
   * asked of it.
   */
  cancel(): void
}

interface Pending {
  readonly job: Job
  readonly onProgress: (progress: ReadProgress) => void
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

/** How the jobs are done that one asks for: in a thread of their own, or on this one. */
interface Workshop {
  start(id: number, job: Job): void
  end(): void
}

const LOCAL_SLICE = 1 << 18
/** The page answers in between. */
const LOCAL_TURN_MS = 12

/**
 * Has jobs done in a worker; where none can be made (an opaque origin, a single file) on this thread, in slices.
 */
export function createClient(createWorker: () => WorkerPort): Client {
  const pending = new Map<number, Pending>()
  /** Jobs that were done and whose outcome the workshop holds: what a new one has to do first. */
  let held: Job[] = []
  let next = 1
  let workshop: Workshop | undefined
  let mayHaveWorker = true

  const settle = (reply: Reply) => {
    const found = pending.get(reply.id)
    if (!found) return
    if (reply.kind === 'progress') {
      found.onProgress(reply.progress)
      return
    }
    pending.delete(reply.id)
    if (reply.kind === 'answer') {
      held = toHeld(held, found.job)
      found.resolve(reply.answer)
    } else found.reject(reply.kind === 'failed' ? new Error(reply.message) : new Cancelled())
  }
  const refuseAll = (error: Error) => {
    const all = [...pending.values()]
    pending.clear()
    for (const { reject } of all) reject(error)
  }
  const onBroken = (hasSpoken: boolean) => {
    workshop?.end()
    workshop = undefined
    if (hasSpoken) {
      refuseAll(new Error('the worker that reads logs has stopped: perhaps there was not enough memory'))
      return
    }
    mayHaveWorker = false
    workshop = startLocal(settle)
    for (const [id, { job }] of pending) workshop.start(id, job)
  }
  const open = (): Workshop => {
    if (!mayHaveWorker) return startLocal(settle)
    try {
      return startWorker(createWorker(), settle, onBroken)
    } catch {
      mayHaveWorker = false
      return startLocal(settle)
    }
  }
  const start = (asked: Pending) => {
    const id = next++
    pending.set(id, asked)
    workshop ??= open()
    workshop.start(id, asked.job)
  }
  /** In a new workshop: where the log cannot be read again, nothing else can be done. */
  const restore = (wanted: Job) => {
    for (const job of neededFor(wanted, held))
      start({ job, onProgress: () => {}, resolve: () => {}, reject: refuseAll })
  }
  return {
    ask: (job, onProgress = () => {}) =>
      new Promise((resolve, reject) => {
        if (!workshop) restore(job)
        start({ job, onProgress, resolve: resolve as Pending['resolve'], reject })
      }),
    cancel() {
      workshop?.end()
      workshop = undefined
      refuseAll(new Cancelled())
    },
  }
}

function toHeld(held: readonly Job[], done: Job): Job[] {
  if (done.kind === 'read') return [done]
  return done.kind === 'calibrate' ? [...held.filter(({ kind }) => kind === 'read'), done] : [...held]
}

function neededFor(job: Job, held: readonly Job[]): readonly Job[] {
  if (job.kind === 'read') return []
  return job.kind === 'predict' || job.kind === 'advise' ? held : held.filter(({ kind }) => kind === 'read')
}

function startWorker(
  worker: WorkerPort,
  settle: (reply: Reply) => void,
  onBroken: (spoken: boolean) => void,
): Workshop {
  let hasSpoken = false
  worker.onmessage = ({ data }) => {
    hasSpoken = true
    settle(data)
  }
  worker.onerror = (event) => {
    event.preventDefault()
    onBroken(hasSpoken)
  }
  return {
    start(id, job) {
      if (job.kind !== 'read') {
        worker.postMessage({ id, job }, [])
        return
      }
      const { port1, port2 } = new MessageChannel()
      serveSlices(job.blob, port1)
      worker.postMessage({ id, job: { kind: 'read', size: job.blob.size, slices: port2 } }, [port2])
    },
    end: () => worker.terminate(),
  }
}

function startLocal(settle: (reply: Reply) => void): Workshop {
  const reading = { id: 0, isOver: false }
  const open = async () => {
    const { createEngine, toFailure } = await import('./engine.ts')
    const engine = createEngine({
      sliceBytes: LOCAL_SLICE,
      ahead: 1,
      onProgress: (progress) => settle({ id: reading.id, kind: 'progress', progress }),
      pause: createTurns(LOCAL_TURN_MS),
      isCancelled: () => reading.isOver,
    })
    return (id: number, job: Job) =>
      engine.handle(job.kind === 'read' ? { kind: 'read', file: slicesOf(job.blob) } : job).then(
        (answer) => settle({ id, kind: 'answer', answer }),
        (error: unknown) => settle(toFailure(id, error)),
      )
  }
  let opened: ReturnType<typeof open> | undefined
  return {
    start(id, job) {
      if (job.kind === 'read') reading.id = id
      // Few browsers refuse a worker: only then load the code that does its work here.
      opened ??= open()
      opened.then(
        // After what is on its way to the screen.
        (handle) => setTimeout(() => void handle(id, job), 0),
        () => settle({ id, kind: 'failed', message: NOT_LOADED }),
      )
    },
    end() {
      reading.isOver = true
    },
  }
}

const NOT_LOADED = 'the part of the page that reads logs could not be loaded; reload the page'
