import type { Scenario } from '../scenario/types.ts'
import { limitBytes, OFF } from '../units.ts'
import { stoppedShare, toOutlook } from './outlook.ts'
import type { Ensemble, Search } from './predict.ts'
import type { Prediction } from './prediction.ts'
import { searchEnsemble } from './under-limit.ts'

/**
 * The prediction of `searchEnsemble`. If the program may need more than its container has, we also run it without that
 * limit, because a killed program shows only that it needs more.
 */
export function* searchWithNeed(ensemble: Ensemble, toScenario: (scenario: Scenario) => Scenario): Search<Prediction> {
  const prediction = yield* searchEnsemble(ensemble, toScenario)
  const { kind = 'survives' } = toOutlook(prediction) ?? {}
  if (kind === 'survives' || prediction.scenario.changes.some(({ containerLimit }) => containerLimit)) return prediction
  return withNeed(prediction, yield* searchEnsemble(ensemble, (one) => ({ ...toScenario(one), containerLimit: OFF })))
}

/** @param free the prediction of the same programs without the container's limit */
export function withNeed(prediction: Prediction, free: Prediction): Prediction {
  if (stoppedShare(free.outcomes) > 0) return prediction
  const limit = limitBytes(prediction.scenario.containerLimit)
  const need = free.spread.peakContainerBytes
  const { leastByChance, leastUnwritten = Infinity, leastWithoutFiles = Infinity } = free.fit
  const fit = {
    ...prediction.fit,
    mayFit: leastByChance <= limit,
    mayBeUnwritten: leastUnwritten <= limit,
    mayBeFiles: leastWithoutFiles <= limit,
  }
  // A run that the container ends shows less of what its CPU quota does.
  const isBehind = prediction.isBehind || free.isBehind
  const isSlowed = prediction.isSlowed || free.isSlowed
  return { ...prediction, fit, isBehind, isSlowed, ...(need.high > limit && { need }) }
}
