import type { Scenario } from '../scenario/types.ts'
import { isSameValue } from '../scenario/value.ts'
import { knobOf } from '../share/base.ts'
import type { Experiment } from './experiment.ts'
import { compute } from './formula.ts'
import type { Goal, Predicate } from './lesson.ts'
import type { Quantity } from './measure.ts'
import type { StepProgress } from './progress.ts'

export interface Checked {
  readonly predicate: Predicate
  readonly isMet: boolean
  readonly now: Quantity | undefined
}

/**
 * Which predicates hold now. `changed`: how many of the settings that may change do; `earned`: stars, from 0 to 3.
 * @param start the scenario before the reader changed settings
 */
export function checkGoal(goal: Goal, experiment: Experiment, start: Scenario) {
  const all = goal.all.map((predicate) => check(predicate, experiment))
  const stars = goal.stars.map((list) => list.map((predicate) => check(predicate, experiment)))
  const changed = goal.changes.filter(
    (key) => !isSameValue(knobOf(experiment.scenario, key), knobOf(start, key)),
  ).length
  const isWithinBudget = goal.most === undefined || changed <= goal.most
  const isSolved = isWithinBudget && all.every(({ isMet }) => isMet)
  const missing = stars.findIndex((list) => list.some(({ isMet }) => !isMet))
  const more = missing < 0 ? stars.length : missing
  return { all, stars, changed, isWithinBudget, isSolved, earned: isSolved ? 1 + more : 0 }
}

/**
 * The progress of a challenge; undefined if it is not solved. A solution that was shown earns no stars.
 * @param earned stars of the present settings
 */
export function toStepProgress(earned: number, isShown: boolean): StepProgress | undefined {
  if (earned === 0) return undefined
  return isShown ? { isDone: true } : { isDone: true, stars: earned }
}

function check(predicate: Predicate, experiment: Experiment): Checked {
  const found = compute(predicate.of, experiment)
  const now = found.ok ? (found.value ?? undefined) : undefined
  return { predicate, now, isMet: now !== undefined && isMet(predicate, now.value) }
}

function isMet({ bound, value }: Predicate, now: number | string): boolean {
  if (bound === 'is') return now === value
  if (typeof now === 'string' || typeof value === 'string') return false
  return bound === 'atMost' ? now <= value : now >= value
}
