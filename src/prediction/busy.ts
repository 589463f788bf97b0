import type { Program } from '../scenario/types.ts'
import { type Candidate, drawEach } from './candidates.ts'
import { AXIS } from './sequence.ts'

/** How many CPUs a program may keep busy, where its CPU time is not measured. */
export interface OpenBusy {
  readonly likely: number
  /** Nearly all programs lie between these. */
  readonly low: number
  readonly high: number
}

/** No program keeps fewer CPUs busy: 0 would mean all. */
export const LEAST_BUSY = 0.002

/**
 * The same programs with different numbers of busy CPUs, drawn from their possible range, for runs under a CPU quota.
 * These numbers decide, more than anything else, for how long the quota stops a program. We assume that programs sleep
 * while they have no work: we did not measure programs that spin.
 */
export function drawBusy(programs: readonly Candidate[], { likely: value, low, high }: OpenBusy): Candidate[] {
  const waiting = programs.map(({ weight, scenario }) => {
    const program: Program = { ...scenario.program, peakAllocRate: 0 }
    return { weight, scenario: { ...scenario, program } }
  })
  return drawEach(waiting, [{ key: 'busyProcs', value, low, high }], AXIS.busyProcs)
}
