import { balance, liveAfter, toRates } from '../../../scenario/rates.ts'
import { roundSize, roundSizeDown, roundSizeUp, roundUp } from '../../../scenario/round.ts'
import { type Drawing, levelAt } from './drawing.ts'

/** A drawn phase that no program can have, and values that would make it possible. Sizes in bytes, times in seconds. */
export interface ImpossiblePhase {
  readonly phase: number
  /** The phase would have to keep more than it allocates, or to free more than is live. */
  readonly kind: 'allocates-too-little' | 'holds-too-little'
  /** The live heap drawn at the phase's end, and the one that is possible. */
  readonly wanted: number
  readonly possible: number
  /** Bytes that the phase would have to keep (or free), and bytes that it allocates (or finds live). */
  readonly needed: number
  readonly available: number
  /** Each of these values alone would make the phase possible; undefined if none would. */
  readonly allocRate: number | undefined
  readonly duration: number | undefined
  readonly turnover: number | undefined
}

/** The wishes of a drawing that cannot be fulfilled, in the order of their phases. */
export function findImpossiblePhases(drawing: Drawing): readonly ImpossiblePhase[] {
  const wishes: ImpossiblePhase[] = []
  let found = drawing.start
  drawing.phases.forEach((stretch, phase) => {
    const from = levelAt(drawing, phase)
    const { allocated, growth, shrinkage } = balance(stretch, from, found)
    const { duration, allocRate, turnover, live } = stretch
    const after = liveAfter({ duration, allocRate, ...toRates(stretch, from, found) }, found)
    const possible = roundSize(after)
    const bears = growth + turnover
    const loses = shrinkage + turnover
    const common = { phase, wanted: live, possible }
    const isNear = roundSize(found) === from && possible === live
    if (bears > allocated && !(isNear && fits(turnover, allocated - growth)))
      wishes.push({
        ...common,
        kind: 'allocates-too-little',
        needed: bears,
        available: allocated,
        allocRate: roundSizeUp(bears / duration),
        duration: allocRate > 0 ? roundUp(bears / allocRate) : undefined,
        turnover: turnover > 0 && growth <= allocated ? roundSizeDown(Math.max(0, allocated - growth)) : undefined,
      })
    else if (loses > found && !(isNear && fits(turnover, found - shrinkage)))
      wishes.push({
        ...common,
        kind: 'holds-too-little',
        needed: loses,
        available: found,
        allocRate: undefined,
        duration: undefined,
        turnover: roundSizeDown(Math.max(0, found - shrinkage)),
      })
    found = after
  })
  return wishes
}

/** Whether the turnover is possible within rounding. */
function fits(turnover: number, room: number): boolean {
  return roundSize(Math.max(0, room)) === turnover
}
