import type { CycleColumns } from '../../gctrace/columns.ts'
import { toTransferList } from '../../work/transfer.ts'
import { createTurns } from '../../work/turns.ts'
import { createEngine, toFailure } from './engine.ts'
import type { Answer, Drawable, Reply, Request } from './jobs.ts'
import { slicesFrom } from './slices.ts'

/** The part of a worker's global scope that is used here; the page's own DOM types have another `postMessage`. */
interface WorkerScope {
  onmessage: ((event: { readonly data: Request }) => void) | null
  postMessage(message: Reply, transfer?: readonly ArrayBuffer[]): void
}

const scope = globalThis as unknown as WorkerScope
/** Asking the browser for a slice has its price, and a slice comes while others are read: large ones, and some of them. */
const SLICE = 1 << 23
const AHEAD = 2

const TURN_MS = 50

/** Only reading tells of progress, and only one log is read at a time. */
const reading = { id: 0 }
const engine = createEngine({
  sliceBytes: SLICE,
  ahead: AHEAD,
  onProgress: (progress) => scope.postMessage({ id: reading.id, kind: 'progress', progress }),
  // A later request may make this job needless.
  pause: createTurns(TURN_MS),
  // The page ends the whole worker.
  isCancelled: () => false,
})

scope.onmessage = async ({ data: { id, job } }) => {
  if (job.kind === 'read') reading.id = id
  try {
    const answer = await engine.handle(
      job.kind === 'read' ? { kind: 'read', file: slicesFrom(job.slices, job.size) } : job,
    )
    scope.postMessage({ id, kind: 'answer', answer }, toTransfer(answer))
  } catch (error) {
    scope.postMessage(toFailure(id, error))
  }
}

/** Traces and the columns of a run are the page’s from here on: moved, not copied. */
function toTransfer(answer: Answer): ArrayBuffer[] {
  if ('columns' in answer) return [...buffersOfRun(answer), ...buffersOf(answer.columns)]
  if ('trace' in answer) return buffersOfRun(answer)
  return 'ok' in answer && answer.ok ? buffersOfRun(answer.value) : []
}

function buffersOfRun({ trace, drawn }: Drawable): ArrayBuffer[] {
  return [...new Set([...toTransferList(trace), ...toTransferList(drawn)])]
}

function buffersOf(columns: CycleColumns): ArrayBuffer[] {
  return Object.values(columns).flatMap((column: unknown) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  )
}
