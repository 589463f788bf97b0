import { roundSize } from './round.ts'
import type { Phase, Program } from './types.ts'

/*
 * The bytes that a phase adds to the live heap (born) and frees (died) are fixed when the phase begins, from the live
 * heap L at that time (the guide's rule):
 *
 *   born = duration · allocRate · newSurvivalRate        died = L · oldDeathRate        L after it = L + born − died
 *
 * A drawing states the live heap E at the end of the phase, and how much of the live heap is replaced during it (T
 * bytes die, and as many are born). That determines both rates:
 *
 *   born = T + max(0, E − L)      died = T + max(0, L − E)
 *   newSurvivalRate = born / (duration · allocRate)      oldDeathRate = died / L
 *
 * No phase can keep more than it allocates, or free more than is live. If a drawing asks for too much growth and
 * replacement together, growth comes first; neither share exceeds 1. The rates have the fewest digits, at least four,
 * that give the drawn E and T again when they are read.
 */

/** The drawn values of one phase. Sizes in bytes, times in seconds. */
export interface Stretch {
  readonly duration: number
  readonly allocRate: number
  /** Live heap at the phase's end. */
  readonly live: number
  /** The part of the live heap at the phase's start that dies and is replaced by new objects of the same size. */
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

/** How much of the live heap dies in a phase and is replaced, in bytes. */
export function turnoverOf(phase: Behaviour, found: number): number {
  return Math.min(bornIn(phase), found * phase.oldDeathRate)
}

function bornIn({ duration, allocRate, newSurvivalRate }: Behaviour): number {
  return duration * allocRate * newSurvivalRate
}

export function isDrawnWith(a: Stretch, b: Stretch): boolean {
  return a.duration === b.duration && a.allocRate === b.allocRate && a.live === b.live && a.turnover === b.turnover
}

/**
 * What a phase wants, and what is born and dies as far as possible. Bytes. `from` is the drawn level at the phase's
 * start, and `found` the real live heap there. They differ by rounding, or if earlier phases could not do what was
 * drawn.
 */
export function balance({ duration, allocRate, live, turnover }: Stretch, from: number, found: number) {
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

interface Living extends Pick<Program, 'initialLive'> {
  readonly phases: readonly Behaviour[]
}

/** The real live heap of a program at the end of each phase, in bytes; the first entry is its start. */
export function liveLevels({ initialLive, phases }: Living): readonly number[] {
  const levels = [initialLive]
  for (const phase of phases) levels.push(liveAfter(phase, levels.at(-1) ?? 0))
  return levels
}

/** How long a program takes, in seconds of its own time. */
export function secondsOf({ phases }: { readonly phases: readonly Pick<Phase, 'duration'>[] }): number {
  return phases.reduce((sum, { duration }) => sum + duration, 0)
}
