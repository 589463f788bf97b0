import { simulate } from '../../model/simulate.ts'
import { presetNamed, toScenario } from '../../scenario/presets/catalogue.ts'
import { FACTS } from '../../scenario/presets/published/facts/all.ts'
import type { Scenario } from '../../scenario/types.ts'
import { type PublishedRow, toPublishedRows } from './published.ts'

/** Yields the rows of one setting after each run. */
export function* runPublished(): Generator<readonly PublishedRow[], void> {
  for (const facts of FACTS) {
    const scenario = toScenario(presetNamed(facts.preset))
    yield toPublishedRows(facts, scenario, simulate(scenario))
  }
}

/** The GOGC values of the curve, from the default down: closer together where the frequency rises steeply. */
export const SWEEP_GOGCS: readonly number[] = [100, 90, 80, 70, 60, 50, 40, 35, 30, 25, 20, 18, 16, 14, 12, 10]

/** A point of the article's figure 5. */
export interface SweepPoint {
  readonly gogc: number
  /** Peak heap in excess of the live heap, as a share of the live heap: 1 is 100 %. */
  readonly overhead: number
  /** GC cycles per second of elapsed time. */
  readonly cyclesPerSecond: number
}

/** Memory overhead and GC frequency of `rpc-sweep` by GOGC. Pauses after every run, so that a page stays responsive. */
export function* sweepGogc(): Generator<SweepPoint, void> {
  const base = toScenario(presetNamed('rpc-sweep'))
  for (const gogc of SWEEP_GOGCS) yield toSweepPoint(base, gogc)
}

function toSweepPoint(base: Scenario, gogc: number): SweepPoint {
  const { result } = simulate({ ...base, gogc: { kind: 'percent', percent: gogc } })
  return {
    gogc,
    overhead: result.peakHeapBytes / result.peakLiveBytes - 1,
    cyclesPerSecond: result.cycles / result.wallSeconds,
  }
}
