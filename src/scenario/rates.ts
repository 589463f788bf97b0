import { roundSize } from './round.ts'
import type { Phase, Program } from './types.ts'

/*
 * How much a phase adds to the live heap (born) and frees (died) is settled as it begins, from the live heap L that it
 * finds (the guide's rule):
 *
 *   born = duration · allocRate · newSurvivalRate        died = L · oldDeathRate        L after it = L + born − died
 *
 * A drawing says what the live heap E at the end should be, and how much is replaced on the way (T: dies, and is born
 * anew). That settles both rates:
 *
 *   born = T + max(0, E − L)      died = T + max(0, L − E)
 *   newSurvivalRate = born / (duration · allocRate)      oldDeathRate = died / L
 *
 * No phase can keep more than it allocates, or free more than is live. Where both growth and replacement are drawn and
 * there is not enough for both, growth comes first; neither share passes 1. The rates get the fewest digits, four or
 * more, that give the drawn E and T back when they are read.
 */

/** What is drawn of one phase. Sizes in bytes, times in seconds. */
export interface Stretch {
  readonly duration: number
  readonly allocRate: number
  /** Live heap at the phase's end. */
  readonly live: number
  /** Of what was live as the phase began, what dies and is replaced by as much that is new. */
  readonly turnover: number
}

type Rates = Pick<Phase, 'newSurvivalRate' | 'oldDeathRate'>
type Behaviour = Pick<Phase, 'duration' | 'allocRate' | 'newSurvivalRate' | 'oldDeathRate'>

const FEWEST_DIGITS = 4
const ALL_DIGITS = 17

/** The live heap after a phase that finds `found` bytes live. */
export function liveAfter(phase: Behaviour, found: number): number {
  return Math.max(0, found + bornIn(phase) - found * phase.oldDeathRate)
}

/** What dies in a phase and is replaced in it. */
export function turnoverOf(phase: Behaviour, found: number): number {
  return Math.min(bornIn(phase), found * phase.oldDeathRate)
}

function bornIn({ duration, allocRate, newSurvivalRate }: Behaviour): number {
  return duration * allocRate * newSurvivalRate
}

export function isDrawnWith(a: Stretch, b: Stretch): boolean {
  return a.duration === b.duration && a.allocRate === b.allocRate && a.live === b.live && a.turnover === b.turnover
}

/** How much a phase is to grow or shrink by, and what is born and dies in it as far as that is possible. Bytes. */
interface Balance {
  readonly allocated: number
  readonly growth: number
  readonly shrinkage: number
  readonly born: number
  readonly died: number
}

/**
 * Born and died, as far as they are possible. `from` is the drawn level at the phase's start and `found` what is really
 * live there: the two differ by rounding, or because the phases before could not do what was wished.
 */
export function balance({ duration, allocRate, live, turnover }: Stretch, from: number, found: number): Balance {
  const allocated = duration * allocRate
  const net = live === from ? 0 : live - found
  const growth = Math.max(0, net)
  const shrinkage = Math.max(0, -net)
  const replaced = Math.max(0, Math.min(turnover, allocated - growth, found - shrinkage))
  return {
    allocated,
    growth,
    shrinkage,
    born: Math.min(allocated, replaced + growth),
    died: Math.min(found, replaced + shrinkage),
  }
}

/** The rates of a drawn phase. */
export function toRates(stretch: Stretch, from: number, found: number): Rates {
  const { duration, allocRate } = stretch
  const { allocated, born, died } = balance(stretch, from, found)
  const exact = {
    newSurvivalRate: allocated > 0 ? born / allocated : 0,
    oldDeathRate: found > 0 ? died / found : 0,
  }
  const wanted = read({ duration, allocRate, ...exact }, found)
  for (let digits = FEWEST_DIGITS; digits < ALL_DIGITS; digits++) {
    const rates = {
      newSurvivalRate: Number(exact.newSurvivalRate.toPrecision(digits)),
      oldDeathRate: Number(exact.oldDeathRate.toPrecision(digits)),
    }
    const given = read({ duration, allocRate, ...rates }, found)
    if (given.live === wanted.live && given.turnover === wanted.turnover) return rates
  }
  return exact
}

function read(phase: Behaviour, found: number): Pick<Stretch, 'live' | 'turnover'> {
  return { live: roundSize(liveAfter(phase, found)), turnover: roundSize(turnoverOf(phase, found)) }
}

/** The live heap that a program really has at the end of each phase, in bytes; the first entry is its start. */
export function liveLevels({ initialLive, phases }: Pick<Program, 'initialLive' | 'phases'>): readonly number[] {
  const levels = [initialLive]
  for (const phase of phases) levels.push(liveAfter(phase, levels.at(-1) ?? 0))
  return levels
}

/** How long a program takes, in seconds of its own time. */
export function secondsOf({ phases }: Pick<Program, 'phases'>): number {
  return phases.reduce((sum, { duration }) => sum + duration, 0)
}
