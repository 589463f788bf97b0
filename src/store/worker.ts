import { GUIDE } from '../model/guide/simulator.ts'
import { RUNTIME } from '../model/runtime/simulator.ts'
import type { Answer, Job } from './runs.ts'
import { slicesOf } from './slices.ts'
import { toTransferList } from './transfer.ts'

/** The part of a worker's global scope that is used here; the page's own DOM types have another `postMessage`. */
interface WorkerScope {
  onmessage: ((event: { readonly data: Job }) => void) | null
  postMessage(message: Answer, transfer: readonly ArrayBuffer[]): void
  setTimeout(callback: () => void, milliseconds: number): void
}

const scope = globalThis as unknown as WorkerScope

/** The newest job: whatever is older is given up. */
const newest = { id: 0 }

// Between two slices the messages that have come meanwhile are read.
scope.onmessage = ({ data: { id, scenario } }) => {
  newest.id = id
  if (!scenario) return
  const slices = slicesOf(scenario.model === 'runtime' ? RUNTIME : GUIDE, scenario)
  const next = () => {
    if (newest.id !== id) return
    const { done, value } = slices.next()
    if (done) scope.postMessage({ id, trace: value }, toTransferList(value))
    else scope.setTimeout(next, 0)
  }
  scope.setTimeout(next, 0)
}
