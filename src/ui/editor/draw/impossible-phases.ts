import { balance, liveAfter, toRates } from '../../../scenario/rates.ts'
import { roundSize, roundSizeDown, roundSizeUp, roundUp } from '../../../scenario/round.ts'
import { type Drawing, levelAt } from './drawing.ts'

/** A drawn phase that no program can have, and values that would make it possible. Sizes in bytes, times in seconds. */
export interface ImpossiblePhase {
  readonly phase: number
  /** What is impossible: the live heap at the phase's end or, if the phase does reach that, what it replaces. */
  readonly what: 'live' | 'turnover'
  /** The phase would have to keep more than it allocates, or to free more than is live. */
  readonly kind: 'allocates-too-little' | 'holds-too-little'
  /** The live heap drawn at the phase's end, and the one that is possible. */
  readonly wanted: number
  readonly possible: number
  /** Bytes drawn to be replaced. */
  readonly replaced: number
  /** Bytes that the phase would have to keep (or free), and bytes that it allocates (or finds live). */
  readonly needed: number
  readonly available: number
  /** Each of these values alone would make that possible; undefined if none would. */
  readonly allocRate: number | undefined
  readonly duration: number | undefined
  readonly turnover: number | undefined
}

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
    const room = Math.max(0, Math.min(allocated - growth, found - shrinkage))
    const isNear = roundSize(found) === from && possible === live && roundSize(room) === turnover
    const common = { phase, wanted: live, possible, replaced: turnover }
    const faster = {
      kind: 'allocates-too-little',
      needed: bears,
      available: allocated,
      allocRate: roundSizeUp(bears / duration),
      duration: allocRate > 0 ? roundUp(bears / allocRate) : undefined,
    } as const
    const slower = {
      kind: 'holds-too-little',
      needed: loses,
      available: found,
      allocRate: undefined,
      duration: undefined,
    } as const
    if (growth > allocated && possible !== live)
      wishes.push({ ...common, what: 'live', ...faster, turnover: undefined })
    else if (turnover > room && !isNear)
      wishes.push({
        ...common,
        what: 'turnover',
        ...(loses > found ? slower : faster),
        turnover: roundSizeDown(room),
      })
    found = after
  })
  return wishes
}
