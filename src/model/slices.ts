import type { Scenario } from '../scenario/types.ts'
import { emptyTrace } from './empty.ts'
import type { Simulator } from './simulators.ts'
import type { Trace } from './trace.ts'

/** Steps of a slice, some 10 ms: between two of them a thread sees to whatever else there is. */
const SLICE_STEPS = 25_000

/** A run slice by slice; in one piece where its model knows no slices, since it is short then. */
export function* inSlices(simulator: Simulator | undefined, scenario: Scenario): Generator<undefined, Trace, void> {
  if (!simulator) return emptyTrace(scenario)
  const slices = simulator.inSlices?.(scenario, SLICE_STEPS)
  return slices ? yield* inSteps(slices) : simulator(scenario)
}

/** Long work whose steps say nothing to whoever waits for it: between two of them a thread sees to whatever else there is. */
export function* inSteps<T>(work: Iterator<unknown, T, undefined>): Generator<undefined, T, void> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    yield
  }
}

/** What long work comes to, in one go. */
export function finish<T>(work: Iterator<unknown, T, undefined>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
