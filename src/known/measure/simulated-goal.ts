import { simulate } from '../../model/simulate.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { Known } from '../known.ts'
import { isSetting } from '../settings.ts'
import { isOtherGoal, lastGoal } from './goal.ts'

/**
 * Whether the simulation of a program under its own settings ends with another goal than the scrapes show. If the user
 * typed a figure of the program, it need not give the measured goal.
 */
export function givesOtherGoal(own: Scenario, { quantities, scraped }: Known): boolean {
  const isTyped = quantities.some(({ key, sureness }) => sureness === 'typed' && !isSetting(key))
  const measured = scraped?.last.get('goal')
  return !isTyped && measured !== undefined && isOtherGoal(lastGoal(simulate(own)), measured)
}
