import { toTransferList } from '../store/transfer.ts'
import { createEngine } from './engine.ts'
import type { Answer, Reply, Request } from './jobs.ts'

/** The part of a worker's global scope that is used here; the page's own DOM types have another `postMessage`. */
interface WorkerScope {
  onmessage: ((event: { readonly data: Request }) => void) | null
  postMessage(message: Reply, transfer?: readonly ArrayBuffer[]): void
}

const scope = globalThis as unknown as WorkerScope
const SLICE = 1 << 20

/** Only reading tells of progress, and only one log is read at a time. */
const reading = { id: 0 }
const engine = createEngine({
  sliceBytes: SLICE,
  onProgress: (progress) => scope.postMessage({ id: reading.id, kind: 'progress', progress }),
  pause: () => Promise.resolve(),
  // The page ends the whole worker.
  isCancelled: () => false,
})

scope.onmessage = async ({ data: { id, job } }) => {
  if (job.kind === 'read') reading.id = id
  try {
    const answer = await engine.handle(job)
    scope.postMessage({ id, kind: 'answer', answer }, toTransfer(answer))
  } catch (error) {
    scope.postMessage({ id, kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

/** Traces are the page's from here on; the columns of a run may be those of the log, which stays here. */
function toTransfer(answer: Answer): ArrayBuffer[] {
  if ('trace' in answer) return toTransferList(answer.trace)
  return 'ok' in answer && answer.ok ? toTransferList(answer.value.trace) : []
}
