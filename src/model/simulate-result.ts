import type { Scenario } from '../scenario/types.ts'
import { simulateGuide } from './guide/simulate.ts'
import { countColumns } from './judgement/count.ts'
import { type OutlineOptions, outlineRuntime } from './runtime/simulate.ts'
import type { CountedOutline } from './trace.ts'

/**
 * Runs a scenario in its model and keeps only what the run amounts to: the result, the segments, and what `toVerdict`
 * judges it by, all equal to those of `simulate` to the last bit. For whoever runs hundreds: maps, ranges, searches.
 *
 * In the runtime model no column is recorded. The guide model's are half of how it computes; they are dropped.
 */
export function simulateResult(scenario: Scenario, options: OutlineOptions = {}): CountedOutline {
  if (scenario.model === 'runtime') return outlineRuntime(scenario, options)
  const trace = simulateGuide(scenario, options.maxCycles, options.givesUpEarly)
  const { model, segments, result, limitNeed = Infinity } = trace
  return { model, segments, result, limitNeed, tally: countColumns(trace) }
}
