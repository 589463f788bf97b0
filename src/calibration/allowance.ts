import type { Allowance } from '../prediction/predict.ts'
import type { Scenario } from '../scenario/types.ts'

/*
 * The factors by which a range is wider than the answers of the programs that fit a log. They are the errors of the model,
 * and of the machines, for recorded programs. `npm run evidence -- services` prints them, and tests each on programs it was
 * not made from. The factors of GC CPU are for a log whose cycles all cost the same (see `noiseFactor`).
 */

/**
 * From a log alone, without a memory limit in the settings that are asked about and with one. Memory reaches as far above as
 * the heap that is part of it, and no less far than where it was measured. Under a limit cycles and GC CPU depend on how
 * much of it is left for the heap, which the programs of a log differ in.
 */
const LOG = {
  free: {
    cycles: { below: 1.25, above: 1.25 },
    peakHeapBytes: { below: 1.08, above: 1.05 },
    peakMemoryBytes: { below: 1.04, above: 1.05 },
    peakContainerBytes: { below: 1.05, above: 1.05 },
    containerKills: { below: 1.05, above: 1.05 },
    gcSeconds: { below: 1.52, above: 1.69 },
  },
  limited: {
    cycles: { below: 1.3, above: 1.1 },
    peakHeapBytes: { below: 1, above: 1.11 },
    peakMemoryBytes: { below: 1.04, above: 1.1 },
    peakContainerBytes: { below: 1.01, above: 1.1 },
    containerKills: { below: 1.01, above: 1.12 },
    gcSeconds: { below: 1.21, above: 1.14 },
  },
}

/**
 * For a log whose memory outside the heap is known; made from the nine recorded programs where it was measured, on a crowded
 * machine and alone. Peak heap with a limit reaches above as it does from a log alone: bursts of two programs would ask for
 * 1.23. Below it has a hundredth or two more than it needs, for heaps so small that half a MiB, which a log rounds, is as much.
 *
 * Of twenty programs one ends higher than a range of nine of ten, so a container is asked for more. With less two of the nine
 * would be said to survive in one that kills them: `fragment`, whose live heap is highest between two cycles, and `queue`.
 */
const MEASURED = {
  free: {
    cycles: { below: 1.12, above: 1.11 },
    peakHeapBytes: { below: 1.03, above: 1.08 },
    peakMemoryBytes: { below: 1.04, above: 1 },
    peakContainerBytes: { below: 1.04, above: 1 },
    containerKills: { below: 1.05, above: 1.04 },
    gcSeconds: { below: 1.47, above: 1.34 },
  },
  limited: {
    cycles: { below: 1.03, above: 1.3 },
    peakHeapBytes: { below: 1.03, above: 1.11 },
    peakMemoryBytes: { below: 1.04, above: 1.1 },
    peakContainerBytes: { below: 1.01, above: 1.1 },
    containerKills: { below: 1.01, above: 1.14 },
    gcSeconds: { below: 1.59, above: 1.48 },
  },
}

/** Seconds: of a program driven by clients or a clock, and of one that may end when its work is done, which its machine sets. */
const DRIVEN = { below: 1.05, above: 1.13 }
const JOB = { below: 1.86, above: 1.58 }

/**
 * GC's share without idle marking: from a log alone; where the memory of the program was measured; from a log of a run under a
 * memory limit; and of a job that leaves a CPU idle. For that one chance decides whether idle or fractional workers mark: in
 * two recordings of one such job under the same settings the share differed more than a hundred times.
 */
const SHARE = {
  log: { below: 1.32, above: 1.27 },
  measured: { below: 1.35, above: 1.89 },
  limitedLog: { below: 2.4, above: 1.64 },
  idleCpu: { below: 61, above: 3.1 },
}

/**
 * GC CPU where the machine is as free as while the log was written, as nine of ten of the recordings alone on theirs need it:
 * three of forty lie outside. With a limit the memory of the programs decides, and no machine makes it surer.
 */
const SAME_MACHINE = 1.25

/** What a log shows about the errors of answers from it. */
interface Told {
  /** Whether the program may end when its work is done. */
  readonly mayBeJob: boolean
  /** Whether it is a job that leaves CPUs idle: `leavesCpuIdle`. */
  readonly leavesCpuIdle: boolean
  /** Whether the log is of a run under a memory limit. */
  readonly isUnderLimit: boolean
  /** How far apart the mark costs of its cycles lie: `markNoise`. */
  readonly noise: number
  /** Whether memory outside the heap is known. */
  readonly isMeasured?: boolean
}

/** The allowance that goes with settings. */
export function allowanceOf({ memoryLimit }: Scenario, told: Told): Allowance {
  const { free, limited } = told.isMeasured ? MEASURED : LOG
  const isFree = memoryLimit.kind === 'off'
  const { gcSeconds, ...others } = isFree ? free : limited
  const further = noiseFactor(told.noise)
  const times = ({ below, above }: { below: number; above: number }) => ({
    below: below * further,
    above: above * further,
  })
  return {
    ...others,
    gcSeconds: times(gcSeconds),
    ...(isFree && { gcSecondsOnSameMachine: Math.max(SAME_MACHINE, further) }),
    compulsoryGcFraction: times(shareReach(told)),
    wallSeconds: told.mayBeJob ? JOB : DRIVEN,
  }
}

function shareReach({ leavesCpuIdle, isUnderLimit, isMeasured }: Told) {
  if (leavesCpuIdle) return SHARE.idleCpu
  if (isUnderLimit) return SHARE.limitedLog
  return isMeasured ? SHARE.measured : SHARE.log
}

/**
 * How much further GC CPU reaches: mark costs that differ by chance from one cycle of a log to the next, as on a machine that
 * others use too, differ as much in another run.
 */
export function noiseFactor(noise: number): number {
  return Math.exp(Math.min(1, noise))
}
