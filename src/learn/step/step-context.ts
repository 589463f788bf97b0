import type { Experiment } from '../../lessons/experiment.ts'
import type { BetResult } from '../../lessons/judge-bet.ts'
import type { Lesson, Step } from '../../lessons/lesson.ts'
import { createNeededContext } from '../../ui/needed-context.ts'

export type Guess = number | string

/** The steps whose answer was shown, each with the bet; undefined without a bet. */
export type Answered = Map<Step, Guess | undefined>

/** The state of a step: the bet so far, and whether the answer is shown. */
export interface StepState {
  readonly lesson: Lesson
  readonly step: Step
  /** From 1. */
  readonly number: number
  /** The step’s own run, whose figures its texts show. */
  readonly experiment: Experiment
  readonly guess: Guess | undefined
  readonly setGuess: (guess: Guess | undefined) => void
  readonly isRevealed: boolean
  /** The result of the bet; undefined before the answer, and without a bet. */
  readonly judged: BetResult | undefined
  readonly reveal: () => void
}

export const [StepContext, useStep] = createNeededContext<StepState>('StepContext')
