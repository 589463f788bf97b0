import { type Advice, searchAdvice } from '../explore/advice/advice.ts'
import type { AdviceJob } from './advice.ts'

/** A search for advice that halts after each run. */
export function* searchInTurns({ scenario, demand }: AdviceJob): Generator<undefined, Advice, void> {
  const search = searchAdvice(scenario, demand)
  for (;;) {
    const { done, value } = search.next()
    if (done) return value
    yield
  }
}
