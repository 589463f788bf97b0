import type { Scenario } from '../scenario/types.ts'
import { limitBytes, OFF } from '../units.ts'
import { stoppedShare, toOutlook } from './outlook.ts'
import { type Ensemble, type Prediction, type Search, searchEnsemble } from './predict.ts'

/**
 * The prediction of `searchEnsemble`; where the program may need more than its container has, with what it would take
 * without that limit. A program that is killed shows only that it needs more.
 */
export function* searchWithNeed(ensemble: Ensemble, toScenario: (scenario: Scenario) => Scenario): Search<Prediction> {
  const prediction = yield* searchEnsemble(ensemble, toScenario)
  const { kind = 'survives' } = toOutlook(prediction) ?? {}
  if (kind === 'survives' || prediction.scenario.changes.some(({ containerLimit }) => containerLimit)) return prediction
  const free = yield* searchEnsemble(ensemble, (one) => ({ ...toScenario(one), containerLimit: OFF }))
  const need = free.spread.peakContainerBytes
  const isMore = need.high > limitBytes(prediction.scenario.containerLimit)
  return isMore && stoppedShare(free.outcomes) === 0 ? { ...prediction, need } : prediction
}
