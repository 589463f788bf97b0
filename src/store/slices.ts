import { emptyTrace } from '../model/empty.ts'
import type { Simulator } from '../model/simulators.ts'
import type { Trace } from '../model/trace.ts'
import type { Scenario } from '../scenario/types.ts'

/** Steps of a slice, some 10 ms: between two of them a thread sees to whatever else there is. */
const SLICE_STEPS = 25_000

/**
 * A run slice by slice; in one piece where its model knows no slices, since it is short then.
 * @yields the share of the program that is done, 0…1
 */
export function* slicesOf(simulator: Simulator | undefined, scenario: Scenario): Generator<number, Trace, undefined> {
  if (!simulator) return emptyTrace(scenario)
  const slices = simulator.inSlices?.(scenario, SLICE_STEPS)
  if (!slices) return simulator(scenario)
  for (;;) {
    const { done, value } = slices.next()
    if (done) return value
    yield value
  }
}
