import type { Scenario } from '../scenario/types.ts'
import { emptyTrace } from './empty.ts'
import type { Simulator } from './simulators.ts'
import type { Trace } from './trace.ts'

/** Steps of a slice, some 10 ms. Between two slices a thread can do other work. */
const SLICE_STEPS = 25_000

/** A run slice by slice; the empty one if its model is not at hand. */
export function* inSlices(simulator: Simulator | undefined, scenario: Scenario): Generator<undefined, Trace, void> {
  return simulator ? yield* inSteps(simulator(scenario, {}, SLICE_STEPS)) : emptyTrace(scenario)
}

/** Long work that reports no progress. It pauses after each step, so that a thread can do other work. */
export function* inSteps<T>(work: Iterator<unknown, T, undefined>): Generator<undefined, T, void> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    yield
  }
}

export function finish<T>(work: Iterator<unknown, T, undefined>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
