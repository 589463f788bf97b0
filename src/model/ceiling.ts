import { formatCount } from '../format.ts'

/** A run that would take more GC cycles than this stops and says so. */
export const MAX_CYCLES = 2_000_000

/** The words for a run that met the ceiling. */
export function stoppedReason(maxCycles: number): string {
  return `stopped after ${formatCount(maxCycles)} GC cycles, the most that one run may take`
}
