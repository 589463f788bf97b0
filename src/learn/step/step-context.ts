import type { Experiment } from '../../lessons/experiment.ts'
import type { Judged } from '../../lessons/judge-bet.ts'
import type { Lesson, Step } from '../../lessons/lesson.ts'
import { createNeededContext } from '../../ui/needed-context.ts'

export type Guess = number | string

/** The state of a step: the bet so far, and whether the answer is shown. */
export interface StepState {
  readonly lesson: Lesson
  readonly step: Step
  /** From 1. */
  readonly number: number
  /** The step’s own run, which its texts are filled from. */
  readonly experiment: Experiment
  readonly guess: Guess | undefined
  readonly setGuess: (guess: Guess | undefined) => void
  readonly isRevealed: boolean
  /** How the bet turned out; undefined before, and where none was placed. */
  readonly judged: Judged | undefined
  readonly reveal: () => void
}

export const [StepContext, useStep] = createNeededContext<StepState>('StepContext')
