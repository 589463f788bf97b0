import { formatCount } from '../format.ts'

/** A run that would take more GC cycles than this stops and says so. */
export const MAX_CYCLES = 2_000_000

export function stoppedReason(maxCycles: number): string {
  return `stopped after ${formatCount(maxCycles)} GC cycles, the most that one run may take`
}

/** A run of more steps, some ten seconds of computing, stops too. A step is what a model computes at once. */
export const MAX_STEPS = 40_000_000

export function stoppedAtSteps(maxSteps: number): string {
  return `stopped after ${formatCount(maxSteps)} steps of computing, the most that one run may take`
}

/** The words for a run that was given up before it met a ceiling. */
export const FORESEEN_REASON = 'stopped: at this pace it takes more GC cycles than are simulated here'
