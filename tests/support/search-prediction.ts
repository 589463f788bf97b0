import { type Allowance, killFactors } from '../../src/prediction/allowance.ts'
import type { Candidate } from '../../src/prediction/candidates.ts'
import { type Search, searchRuns, toPrediction } from '../../src/prediction/predict.ts'
import type { Prediction } from '../../src/prediction/prediction.ts'
import type { Scenario } from '../../src/scenario/types.ts'

/**
 * Predicts a program that is one of the candidates; the first is the likely one.
 * @param toScenario puts a candidate under the settings asked about
 */
export function* searchPrediction<C extends Candidate>(
  candidates: readonly C[],
  toScenario: (candidate: C) => Scenario = ({ scenario }) => scenario,
  allowance: Allowance = {},
): Search<Prediction> {
  return toPrediction(yield* searchRuns(candidates, toScenario, killFactors(allowance)), allowance)
}
