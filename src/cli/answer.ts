import { toOutlook } from '../prediction/outlook.ts'
import { likelyResult, type Prediction, toRange } from '../prediction/prediction.ts'
import { toWarnings } from '../prediction/warnings.ts'

/**
 * The answer of `sawtooth what-if` to a prediction, from any input. `outlook` is what the page says about the
 * container; undefined without one. `containerNeed`: the least and the most bytes that the container would
 * have to hold, if the program may need more than it has.
 */
export function toAnswer(prediction: Prediction) {
  const { need } = prediction
  return {
    predicted: likelyResult(prediction),
    range: toRange(prediction),
    outcomes: prediction.outcomes,
    outlook: toOutlook(prediction)?.kind,
    containerNeed: need && [need.low, need.high],
    warnings: toWarnings(prediction),
  }
}
