import type { Phase } from '../scenario/types.ts'

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

/** Bytes that one CPU marks per second, at least 1: the times that a slower rate takes have no finite sum. */
export function scanRateOf({ scanRate }: Phase): number {
  return Math.max(1, scanRate)
}
