import { createDispatcher, type Dispatcher, type End, type WorkerPort } from '../../work/dispatcher.ts'
import { loadOnce } from '../../work/load-once.ts'
import { createTurns } from '../../work/turns.ts'
import type { Answers, EngineAnswer, EngineJob, Job, ReadProgress } from './jobs.ts'

export interface Client {
  /** @throws Cancelled after `cancel`; Error with the reason, in words */
  ask<K extends Job['kind']>(
    job: Job & { readonly kind: K },
    onProgress?: (progress: ReadProgress) => void,
  ): Promise<Answers[K]>
  /** Cancels all running jobs at once. Later jobs can still use a log that was read. */
  cancel(): void
}

type LogDesk = Dispatcher<EngineJob, never, EngineAnswer>

/** Slices are large, because each request to the browser is slow; the next slice arrives while we read this one. */
export const SLICE = 1 << 23

/** Gives each job of a report to a dispatcher. */
export function createClient(dispatcher: LogDesk): Client {
  const pending = new Set<() => void>()
  const start = <T>(job: EngineJob) =>
    new Promise<T>((resolve, reject) => {
      const stop = dispatcher.start(job, (end: End<EngineAnswer>) => {
        pending.delete(cancel)
        if (end.kind === 'done') resolve(end.answer as T)
        else reject(new Error(end.reason))
      })
      const cancel = () => {
        pending.delete(cancel)
        stop()
        reject(new Cancelled())
      }
      pending.add(cancel)
    })
  // Number of cancellations: reading checks it between two slices.
  let cancelled = 0
  const read = async (blob: Blob, onProgress: (progress: ReadProgress) => void) => {
    const own = cancelled
    let pushed: Promise<unknown> = Promise.resolve()
    let next = fetchSlice(blob, 0)
    for (let from = 0; from === 0 || from < blob.size; from += SLICE) {
      const bytes = await next
      next = fetchSlice(blob, from + SLICE)
      await pushed
      if (own !== cancelled) throw new Cancelled()
      pushed = start<ReadProgress>({ kind: 'push', from, bytes }).then(onProgress)
      pushed.catch(() => {})
    }
    await pushed
    return start<Answers['read']>({ kind: 'end' })
  }
  return {
    ask<K extends Job['kind']>(job: Job, onProgress: (progress: ReadProgress) => void = () => {}) {
      return (job.kind === 'read' ? read(job.blob, onProgress) : start(job)) as Promise<Answers[K]>
    },
    cancel() {
      cancelled++
      for (const cancel of [...pending]) cancel()
    },
  }
}

function fetchSlice(blob: Blob, from: number): Promise<ArrayBuffer> {
  const bytes = blob.slice(from, from + SLICE).arrayBuffer()
  // A caller that waits receives the error. After the end of reading, nobody waits.
  bytes.catch(() => {})
  return bytes
}

/** Without a worker, jobs give the page a turn after this many milliseconds. */
const TURN_MS = 12

/** Runs jobs in a worker that keeps the log; without workers (an opaque origin, a single file), on this thread. */
export function createLogDesk(): LogDesk {
  const turns = createTurns(TURN_MS)
  return createDispatcher({
    createWorker: () =>
      new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as WorkerPort<
        EngineJob,
        never,
        EngineAnswer
      >,
    // The engine keeps the logs that it has read, so load it once.
    load: loadOnce('The part that reads logs', () => import('./engine.ts').then(({ createEngine }) => createEngine())),
    defer: (callback) => void turns().then(callback),
  })
}

export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}
