import { findAdvice } from '../explore/advice.ts'
import type { AdviceAnswer, AdviceJob } from './advice.ts'

/** The part of a worker's global scope that is used here; the page's own DOM types have another `postMessage`. */
interface WorkerScope {
  onmessage: ((event: { readonly data: AdviceJob }) => void) | null
  postMessage(message: AdviceAnswer): void
}

const scope = globalThis as unknown as WorkerScope

scope.onmessage = ({ data: { id, scenario, demand } }) => {
  scope.postMessage({ id, advice: findAdvice(scenario, demand) })
}
