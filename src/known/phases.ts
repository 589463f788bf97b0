import type { Fit } from './fit.ts'
import type { Stretch } from './measure/stretches.ts'

/** A phase as scenario JSON has it. */
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

/**
 * Phases for the stretches that were watched. In each phase, the live heap moves to the live heap of its stretch.
 * @param seconds if the stretches last less time, they repeat until then
 * @param isAsked whether stretches that last longer are cut off there
 */
export function fromStretches(
  stretches: readonly Stretch[],
  seconds: number,
  isAsked: boolean,
  { scanRate, initialLive, black, demand }: Fit,
): PhaseJson[] {
  const phases: PhaseJson[] = []
  const total = stretches.reduce((sum, stretch) => sum + stretch.seconds, 0)
  const end = isAsked ? seconds : Math.max(seconds, total)
  const reachableOf = ({ live, allocRate }: Stretch) =>
    live === undefined ? undefined : Math.max(0, live - black * allocRate)
  let at = 0
  let live = initialLive
  for (let i = 0; at < end - 1e-6; i++) {
    const stretch = stretches[i % stretches.length]!
    const duration = Math.min(stretch.seconds, end - at)
    const allocRate = demand * stretch.allocRate
    const wanted = reachableOf(stretch) ?? live
    const change = Math.abs(wanted - live) < SAME_LIVE * live ? 0 : wanted - live
    const grown = Math.min(1, change / Math.max(1, allocRate * duration))
    phases.push({
      duration,
      allocRate,
      scanRate,
      dropsLate: true,
      ...(change > 0 ? { newSurvivalRate: grown } : {}),
      ...(change < 0 ? { oldDeathRate: Math.min(1, -change / live) } : {}),
    })
    live += change
    at += duration
  }
  return phases
}
