import { type Outcomes, type Prediction, toRange as toPredictedRange } from '../calibration/ensemble/predict.ts'
import type { Scenario } from '../scenario/types.ts'
import { type Advice, type AdviceOption, recommend, toRange } from './advice.ts'
import { withSetting } from './advice-settings.ts'

/** Predicts a program that is known within bounds: every program that the input allows is changed by `toScenario`, and run. */
export type Predict = (toScenario: (scenario: Scenario) => Scenario) => Prediction

/** An option with the 90 % range of what may come true. */
export interface SureOption extends AdviceOption {
  readonly range: Readonly<Record<string, readonly [low: number, high: number]>>
  /** Shares of all that the input allows; undefined where the program is known exactly. */
  readonly outcomes?: Outcomes
}

export interface SureAdvice extends Advice {
  readonly options: readonly SureOption[]
}

/** A setting is no option where more of the programs that the input allows are killed: 90 % ranges leave one in twenty. */
const MOST_KILLED = 0.05

/**
 * The advice, held against all that is not known of the program: an option under which too many of the programs that the
 * input allows are killed does not hold, and none such is recommended. Without a predictor the program is known exactly,
 * and the range is from it to the grown one.
 */
export function withRanges(advice: Advice, predict: Predict | undefined): SureAdvice {
  const options = advice.options.map((option): SureOption => {
    if (!predict) return { ...option, range: toRange(option) }
    const prediction = predict((scenario) => withSetting(scenario, option.setting))
    const killed = prediction.outcomes['oom-killed']
    const isUnsure = option.grade === 'holds' && killed > MOST_KILLED
    return {
      ...option,
      ...(isUnsure && { grade: 'unsure', killed }),
      range: toPredictedRange(prediction),
      outcomes: prediction.outcomes,
    }
  })
  return { ...advice, options, recommended: recommend(options) }
}
