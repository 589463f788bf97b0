import { simulate } from '../model/simulate.ts'
import type { Answer, Job } from './runs.ts'
import { toTransferList } from './transfer.ts'

/** The part of a worker's global scope that is used here; the page's own DOM types have another `postMessage`. */
interface WorkerScope {
  onmessage: ((event: { readonly data: Job }) => void) | null
  postMessage(message: Answer, transfer: readonly ArrayBuffer[]): void
}

const scope = globalThis as unknown as WorkerScope

scope.onmessage = ({ data: { id, scenario } }) => {
  const trace = simulate(scenario)
  scope.postMessage({ id, trace }, toTransferList(trace))
}
