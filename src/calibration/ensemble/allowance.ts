import type { Scenario } from '../../scenario/types.ts'
import type { Allowance } from './predict.ts'

/*
 * How far beyond the programs of a log a range reaches: what the model and the machines of the recorded programs were off
 * by. `npm run evidence -- services` prints these factors anew, and how well they do for programs they were not made from.
 * Those of GC CPU are of a log whose cycles all cost the same.
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

/** From a log with what counts beside its heap, of the nine programs of which that was measured. */
const MEASURED = {
  free: {
    cycles: { below: 1.12, above: 1.12 },
    peakHeapBytes: { below: 1.03, above: 1.06 },
    peakMemoryBytes: { below: 1.05, above: 1.06 },
    peakContainerBytes: { below: 1.04, above: 1.03 },
    gcSeconds: { below: 1.62, above: 1.75 },
  },
  limited: {
    cycles: { below: 1.02, above: 1.59 },
    peakHeapBytes: { below: 1.03, above: 1.11 },
    peakMemoryBytes: { below: 1.05, above: 1.17 },
    peakContainerBytes: { below: 1.01, above: 1.12 },
    gcSeconds: { below: 1.67, above: 1.77 },
  },
}

/** Of a program that is driven by clients or a clock; and of one that may end when its work is done: as its machine is. */
const DRIVEN = { below: 1.06, above: 1.11 }
const JOB = { below: 1.82, above: 1.55 }

/** What a log tells of how far answers from it may be off. */
interface Told {
  /** Whether the program may end when its work is done. */
  readonly mayBeJob: boolean
  /** How far apart its cycles’ mark costs lie: `markNoise`. */
  readonly noise: number
  /** Whether what counts beside the heap is known. */
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
 * Where the cycles of one log cost more or less by chance, as on a machine that others use too, so does another run: GC CPU
 * reaches twice as far, as a logarithm, where they lie by a factor of e apart as where they all cost the same.
 */
export function noisePower(noise: number): number {
  return 1 + Math.min(1, noise)
}
