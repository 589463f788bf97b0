import type { RunResult } from '../model/result.ts'
import type { Program, Scenario } from '../scenario/types.ts'
import { quotaCpus } from '../units.ts'
import { type Candidate, drawEach } from './candidates.ts'
import { AXIS, evenly } from './sequence.ts'

export interface BusyRange {
  readonly likely: number
  readonly low: number
  readonly high: number
}

/** The CPU quota in CPUs; Infinity if it allows as many as GOMAXPROCS, so that it never stops the program. */
export function bindingQuota({ cpuQuota, procs }: Pick<Scenario, 'cpuQuota' | 'procs'>): number {
  const quota = quotaCpus(cpuQuota)
  return quota < procs ? quota : Infinity
}

/** The CPU time of a run as a share of what its smallest CPU quota offers; 0 if no quota is below GOMAXPROCS. */
export function quotaUse({ totalSeconds, wallSeconds }: RunResult, scenario: Scenario): number {
  return wallSeconds > 0 ? totalSeconds / (leastQuota(scenario) * wallSeconds) : 0
}

export function leastQuota({ procs, cpuQuota, changes }: Scenario): number {
  const quotas = [cpuQuota, ...changes.flatMap((change) => change.cpuQuota ?? [])]
  return Math.min(...quotas.map((quota) => bindingQuota({ cpuQuota: quota, procs })))
}

/** Why a program may need more memory under a CPU quota that is higher than that of its input; undefined if it is not. */
export function whyRaised(asked: number, ofInput: number): string | undefined {
  if (asked <= ofInput) return undefined
  return 'the input was written under a lower CPU quota: with more CPU time the program may do more work, and keep more memory'
}

/** No program keeps fewer CPUs busy: 0 would mean all. */
export const LEAST_BUSY = 0.002

/**
 * Varies the number of busy CPUs: it decides, more than anything else, for how long a quota stops a program. We assume
 * that programs sleep while they have no work: we measured none that spin.
 */
export function drawBusy(programs: readonly Candidate[], { likely: value, low, high }: BusyRange): Candidate[] {
  return drawEach(programs.map(asWaiting), [{ key: 'busyProcs', value, low, high }], AXIS.busyProcs)
}

function asWaiting({ weight, scenario }: Candidate): Candidate {
  const program: Program = { ...scenario.program, peakAllocRate: 0 }
  return { weight, scenario: { ...scenario, program } }
}

/**
 * The same programs, with different numbers of CPUs for late work under a quota: no input shows how many goroutines
 * could do it. Recorded services that fell behind on two CPUs used 1.1 to 1.9, GC included; two jobs 1.1 and 1.6.
 * @param isJob whether it looks like a job: then the likely program does late work on the CPUs that it keeps busy
 */
export function drawLateCpus(programs: readonly Candidate[], isJob: boolean): Candidate[] {
  return programs.map(({ weight, scenario }, k) => {
    const { procs, program } = scenario
    const least = Math.max(1, Math.ceil(program.busyProcs || procs))
    const at = k === 0 ? Number(!isJob) : evenly(k, AXIS.lateCpus)
    const most = Math.min(procs, least + Math.floor(at * (procs - least + 1)))
    const phases = program.phases.map((phase) => ({
      ...phase,
      goroutines: phase.goroutines > 0 ? Math.max(phase.goroutines, least) : most,
    }))
    return { weight, scenario: { ...scenario, program: { ...program, phases } } }
  })
}
