import { axisEnd, type Experiment } from './experiment.ts'
import { compute } from './formula.ts'
import type { Bet } from './lesson.ts'
import type { Quantity } from './measure.ts'

/** How a bet turned out. */
export interface Judged {
  readonly answer: Quantity
  readonly isCorrect: boolean
  /** How far the guess is from the answer, in the answer’s unit: positive where it is too high. Absent for a choice. */
  readonly off?: number
}

/** The right answer to a bet: what the formula gives for the step’s run; undefined where it gives nothing. */
export function answerOf({ of }: Bet, experiment: Experiment): Quantity | undefined {
  const answer = compute(of, experiment)
  return answer.ok ? (answer.value ?? undefined) : undefined
}

/** Judges a guess: a choice by its name, a number by how far off it is. undefined where there is no answer. */
export function judgeBet(bet: Bet, guess: number | string, experiment: Experiment): Judged | undefined {
  const answer = answerOf(bet, experiment)
  if (!answer) return undefined
  if (typeof answer.value === 'string' || typeof guess === 'string')
    return { answer, isCorrect: String(guess) === String(answer.value) }
  const whole = bet.kind === 'moment' ? axisEnd(experiment) : Math.abs(answer.value)
  const off = guess - answer.value
  // Rounding of what was typed or dragged is no mistake.
  return { answer, isCorrect: Math.abs(off) <= bet.tolerance * whole + 1e-9 * Math.abs(answer.value), off }
}
