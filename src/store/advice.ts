import type { Advice } from '../explore/advice.ts'
import type { Demand } from '..//explore/advice-demand.ts'
import type { Scenario } from '../scenario/types.ts'

/** What advice is asked of, and what for. */
export interface AdviceJob {
  readonly id: number
  readonly scenario: Scenario
  readonly demand: Demand
}

export interface AdviceAnswer {
  readonly id: number
  readonly advice: Advice
}

/** The part of a Worker that advice needs. */
export interface AdvicePort {
  postMessage(message: AdviceJob): void
  terminate(): void
  onmessage: ((event: { readonly data: AdviceAnswer }) => void) | null
  onerror: ((event: unknown) => void) | null
}

export interface AdvisorOptions {
  /** May throw where workers are not allowed; then the search goes on here, in idle moments. */
  readonly createWorker: () => AdvicePort
  /** One step of the search per `next`; the value that it returns is the advice. */
  readonly loadSearch: () => Promise<(scenario: Scenario, demand: Demand) => Iterator<unknown, Advice>>
  /** Calls back in an idle moment. */
  readonly whenIdle: (callback: () => void) => void
}

/** Searches for settings away from the thread that draws: each search is some hundred runs. */
export interface Advisor {
  /**
   * Calls back with the advice or, where the search failed, without: unless it is cancelled before. One search at a time:
   * a new one ends the one before.
   *
   * @returns how to cancel it
   */
  request(scenario: Scenario, demand: Demand, onEnd: (advice: Advice | undefined) => void): () => void
}

export function createAdvisor({ createWorker, loadSearch, whenIdle }: AdvisorOptions): Advisor {
  let port: AdvicePort | 'none' | undefined
  let id = 0
  let isBusy = false

  const end = () => {
    id++
    // A search under way cannot be asked to stop; its thread can.
    if (isBusy && port !== 'none') {
      port?.terminate()
      port = undefined
    }
    isBusy = false
  }
  const searchHere = async (job: AdviceJob, answer: (advice: Advice | undefined) => void) => {
    try {
      const search = (await loadSearch())(job.scenario, job.demand)
      while (job.id === id) {
        await new Promise<void>(whenIdle)
        if (job.id !== id) return
        const { done, value } = search.next()
        if (done) return answer(value)
      }
    } catch {
      answer(undefined)
    }
  }

  return {
    request(scenario, demand, onEnd) {
      end()
      const job = { id, scenario, demand }
      const answer = (advice: Advice | undefined) => {
        if (job.id !== id) return
        isBusy = false
        onEnd(advice)
      }
      isBusy = true
      port ??= open(createWorker)
      if (port === 'none') void searchHere(job, answer)
      else {
        port.onmessage = ({ data }) => data.id === job.id && answer(data.advice)
        port.onerror = () => {
          port = 'none'
          void searchHere(job, answer)
        }
        port.postMessage(job)
      }
      return () => job.id === id && end()
    },
  }
}

function open(createWorker: () => AdvicePort): AdvicePort | 'none' {
  try {
    return createWorker()
  } catch {
    return 'none'
  }
}
