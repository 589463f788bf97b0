import type { Scenario } from '../../scenario/types.ts'
import type { Allowance } from './predict.ts'

/*
 * The factors by which a range is wider than the answers of the programs that fit a log. They are the errors of the model,
 * and of the machines, for recorded programs. `npm run evidence -- services` prints them, and tests each on programs it was
 * not made from. The factors of GC CPU are for a log whose cycles all cost the same (see `noisePower`).
 */

/**
 * From a log alone, without a memory limit in the settings that are asked about and with one. Memory reaches as far above as
 * the heap that is part of it, and no less far than where it was measured. Under a limit cycles and GC CPU depend on how
 * much of it is left for the heap, which the programs of a log differ in.
 */
const LOG = {
  free: {
    cycles: { below: 1.23, above: 1.23 },
    peakHeapBytes: { below: 1.07, above: 1.06 },
    peakMemoryBytes: { below: 1.07, above: 1.06 },
    peakContainerBytes: { below: 1.04, above: 1.06 },
    gcSeconds: { below: 1.73, above: 1.83 },
  },
  limited: {
    cycles: { below: 1.31, above: 1.1 },
    peakHeapBytes: { below: 1, above: 1.11 },
    peakMemoryBytes: { below: 1.07, above: 1.12 },
    peakContainerBytes: { below: 1.01, above: 1.11 },
    gcSeconds: { below: 1.36, above: 1.27 },
  },
}

/**
 * For a log whose memory outside the heap is known; made from the nine recorded programs where it was measured. RSS without a
 * limit needs nothing above: it reaches so far that it never ends below the heap that is part of it. Peak heap with one reaches
 * above as it does from a log alone: bursts of two programs would ask for 1.23.
 */
const MEASURED = {
  free: {
    cycles: { below: 1.12, above: 1.11 },
    peakHeapBytes: { below: 1.03, above: 1.06 },
    peakMemoryBytes: { below: 1.05, above: 1.06 },
    peakContainerBytes: { below: 1.05, above: 1.03 },
    gcSeconds: { below: 1.61, above: 1.75 },
  },
  limited: {
    cycles: { below: 1.03, above: 1.3 },
    peakHeapBytes: { below: 1.03, above: 1.11 },
    peakMemoryBytes: { below: 1.04, above: 1.13 },
    peakContainerBytes: { below: 1, above: 1.12 },
    gcSeconds: { below: 1.68, above: 1.55 },
  },
}

/** Seconds: of a program driven by clients or a clock, and of one that may end when its work is done, which its machine sets. */
const DRIVEN = { below: 1.06, above: 1.11 }
const JOB = { below: 1.82, above: 1.55 }

/** What a log shows about the errors of answers from it. */
interface Told {
  /** Whether the program may end when its work is done. */
  readonly mayBeJob: boolean
  /** How much the mark costs of its cycles differ: `markNoise`. */
  readonly noise: number
  /** Whether memory outside the heap is known. */
  readonly isMeasured?: boolean
}

/** The allowance that goes with settings. */
export function allowanceOf({ memoryLimit }: Scenario, { mayBeJob, noise, isMeasured }: Told): Allowance {
  const { free, limited } = isMeasured ? MEASURED : LOG
  const { gcSeconds, ...others } = memoryLimit.kind === 'off' ? free : limited
  const power = noisePower(noise)
  const gcCpu = { below: gcSeconds.below ** power, above: gcSeconds.above ** power }
  return { ...others, gcSeconds: gcCpu, compulsoryGcFraction: gcCpu, wallSeconds: mayBeJob ? JOB : DRIVEN }
}

/**
 * The power to which the factors of GC CPU are raised. Mark costs that differ by chance in a log, as on a machine that others
 * use too, differ as much in another run. All the same: 1; a factor of e apart: 2, a range twice as wide as a logarithm.
 */
export function noisePower(noise: number): number {
  return 1 + Math.min(1, noise)
}
