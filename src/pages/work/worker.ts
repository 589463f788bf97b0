import { toTransferList } from '../../store/transfer.ts'
import { runJob } from './jobs.ts'
import type { Answer, Order } from './workshop.ts'

/** The part of a worker's global scope that is used here; the page's own DOM types have another `postMessage`. */
interface WorkerScope {
  onmessage: ((event: { readonly data: Order }) => void) | null
  postMessage(message: Answer, transfer: readonly ArrayBuffer[]): void
}

const scope = globalThis as unknown as WorkerScope

scope.onmessage = ({ data: { id, job } }) => {
  for (const piece of runJob(job)) scope.postMessage({ id, piece }, 'points' in piece ? toTransferList(piece) : [])
  scope.postMessage({ id, isDone: true }, [])
}
