import type { Phase } from '../scenario/types.ts'

/** What an empty program is in: nothing. */
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
