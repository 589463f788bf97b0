import type { Scenario } from '../scenario/types.ts'
import { simulateGuide } from './guide/simulate.ts'
import { countColumns } from './judgement/count.ts'
import { countRuntime, type OutlineOptions } from './runtime/simulate.ts'
import type { CountedOutline } from './trace.ts'

/**
 * Runs a scenario in its model and keeps only the result, the segments, and what `toVerdict` needs, all equal to those
 * of `simulate` to the last bit. In the runtime model, a run takes no memory that grows with its length.
 */
export function simulateResult(scenario: Scenario, options: OutlineOptions = {}): CountedOutline {
  if (scenario.model === 'runtime') return countRuntime(scenario, options).outline
  const trace = simulateGuide(scenario, options)
  const { points: _, cycles: __, holds: ___, ...outline } = trace
  return { ...outline, tally: countColumns(trace) }
}
