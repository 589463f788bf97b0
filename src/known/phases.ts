import { largest } from '../numbers.ts'
import type { Fit } from './fit.ts'
import type { Stretch } from './measure/stretches.ts'

export interface PhaseJson {
  readonly duration: number
  readonly allocRate: number
  readonly scanRate: number
  readonly dropsLate: boolean
  readonly newSurvivalRate?: number
  readonly oldDeathRate?: number
}

/** A smaller change of the live heap counts as none. */
const SAME_LIVE = 0.03

/** Programs of more cycles take more than a few seconds to simulate; of ten times as many, most are stopped. */
const MOST_CYCLES = 20_000

/**
 * How many times shorter stretches of a long time are simulated: 1 for most. Each then needs as much memory, and GC takes
 * the same share.
 */
export function timesShorter(stretches: readonly Stretch[], cyclesPerSecond: number): number {
  return Math.max(1, (secondsOf(stretches) * cyclesPerSecond) / MOST_CYCLES)
}

/**
 * A shortened stretch that grows, or has the highest live heap, keeps the time in which it allocates that heap so many
 * times. Without as many GC cycles (with GOGC=100), none may find the peak. It keeps no more than this share of all time.
 */
const LEAST_TURNOVERS = 10
const MOST_SHARE = 0.05

function shortenedBy(times: number, stretches: readonly Stretch[]): readonly Stretch[] {
  const highest = largest(stretches.map(({ live = 0 }) => live))
  const most = (MOST_SHARE * secondsOf(stretches)) / times
  return stretches.map((stretch, i) => {
    const { seconds, allocRate, live = 0 } = stretch
    const isHigh = live > 0 && (live === highest || live > (stretches[i - 1]?.live ?? live))
    const needed = isHigh ? Math.min(most, (LEAST_TURNOVERS * live) / allocRate) : 0
    return { ...stretch, seconds: Math.min(seconds, Math.max(seconds / times, needed)) }
  })
}

function secondsOf(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { seconds }) => sum + seconds, 0)
}

/**
 * In each phase, the live heap moves to that of its stretch, as far as its allocation allows.
 * @param seconds if the stretches last less time, they repeat until then
 * @param isAsked whether longer stretches are cut off after `seconds`
 * @param shorter how many times shorter each stretch is; fewer where its peak needs more time
 */
export function fromStretches(
  stretches: readonly Stretch[],
  seconds: number,
  isAsked: boolean,
  fit: Fit,
  shorter = 1,
): { readonly initialLive: number; readonly phases: readonly PhaseJson[] } {
  const { scanRate, black, demand } = fit
  const phases: PhaseJson[] = []
  const reachableOf = ({ live, allocRate }: Stretch) =>
    live === undefined ? undefined : Math.max(0, live - black * allocRate)
  const shortened = shortenedBy(shorter, stretches)
  const end = isAsked ? seconds : Math.max(seconds, secondsOf(shortened))
  const initialLive = (stretches[0] && reachableOf(stretches[0])) ?? fit.initialLive
  let at = 0
  let live = initialLive
  for (let i = 0; at < end - 1e-6; i++) {
    const stretch = shortened[i % shortened.length]!
    const allocRate = demand * stretch.allocRate
    const wanted = reachableOf(stretch) ?? live
    const duration = Math.min(stretch.seconds, end - at)
    const missing = Math.abs(wanted - live) < SAME_LIVE * live ? 0 : wanted - live
    const change = Math.min(missing, allocRate * duration)
    phases.push({
      duration,
      allocRate,
      scanRate,
      dropsLate: true,
      ...(change > 0 ? { newSurvivalRate: change / (allocRate * duration) } : {}),
      ...(change < 0 ? { oldDeathRate: Math.min(1, -change / live) } : {}),
    })
    live += change
    at += duration
  }
  return { initialLive, phases }
}
