import { toOutlook } from '../prediction/outlook.ts'
import { likelyResult, type Prediction, toRange } from '../prediction/prediction.ts'
import { toWarnings } from '../prediction/warnings.ts'

/**
 * What `sawtooth what-if` answers of a prediction, whatever it was made from: `outlook` is what the page says of the
 * container, left out where there is none. `containerNeed` are the bytes, at least and at most, that the container would
 * have to hold where the program may need more than it has.
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
