import { simulate } from '../../model/simulate.ts'
import { largest, smallest } from '../../numbers.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { Known } from '../known.ts'
import { isSetting } from '../settings.ts'
import { isOtherGoal, nextGoal } from './goal.ts'

/**
 * A goal that is far from all goals of the scrapes, or lies beyond them: a heap that comes and goes has goals of
 * several sizes. If the user typed a figure of the program, it need not give the measured goals.
 */
export function givesOtherGoal(own: Scenario, { quantities, scraped }: Known): boolean {
  const isTyped = quantities.some(({ key, sureness }) => sureness === 'typed' && !isSetting(key))
  const goals = scraped?.goals ?? []
  if (isTyped || goals.length === 0) return false
  const simulated = nextGoal(simulate(own))
  const nearest = Math.min(Math.max(simulated ?? 0, smallest(goals)), largest(goals))
  return isOtherGoal(simulated, nearest)
}
