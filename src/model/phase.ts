import type { Phase } from '../scenario/types.ts'

/** The phase of an empty program: it does nothing. */
export const IDLE: Phase = {
  duration: 0,
  allocRate: 0,
  scanRate: 1,
  newSurvivalRate: 0,
  oldDeathRate: 0,
  goroutines: 0,
  dropsLate: false,
  markSlowdown: 1,
}

/** A change this near to a phase's end, relatively, is at its end: sums of decimal durations round. */
export const BOUNDARY_TOLERANCE = 1e-12

/**
 * Bytes that one CPU marks per second in a phase: at least 1. A slower rate is allowed in scenarios and links, but sums of
 * times that long are not finite.
 */
export function scanRateOf({ scanRate }: Phase): number {
  return Math.max(1, scanRate)
}
