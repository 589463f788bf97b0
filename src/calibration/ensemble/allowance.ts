import type { Scenario } from '../../scenario/types.ts'
import type { Allowance } from './predict.ts'

/*
 * How far beyond the programs of a log a range reaches: what the model and the machines of the recorded programs were off
 * by. `npm run evidence -- services` prints these factors anew, and how well they do for programs they were not made from.
 * Those of GC CPU are of a log whose cycles all cost the same.
 */

/** Without a memory limit in the settings that are asked about. Memory reaches as far above as the heap that is part of it. */
const FREE = {
  cycles: { below: 1.25, above: 1.2 },
  peakHeapBytes: { below: 1.08, above: 1.06 },
  peakMemoryBytes: { below: 1.07, above: 1.06 },
  peakContainerBytes: { below: 1.03, above: 1.06 },
  gcSeconds: { below: 1.75, above: 1.84 },
}

/** With one: cycles and GC CPU hang on how much of the limit is left for the heap, which the programs themselves differ in. */
const LIMITED = {
  cycles: { below: 1.33, above: 1.09 },
  peakHeapBytes: { below: 1, above: 1.09 },
  peakMemoryBytes: { below: 1.04, above: 1.14 },
  peakContainerBytes: { below: 1, above: 1.13 },
  gcSeconds: { below: 1.39, above: 1.24 },
}

/** Of a program that is driven by clients or a clock; and of one that may end when its work is done: as its machine is. */
const DRIVEN = { below: 1.03, above: 1.11 }
const JOB = { below: 1.82, above: 1.52 }

/** What a log tells of how far answers from it may be off. */
interface Told {
  /** Whether the program may end when its work is done. */
  readonly mayBeJob: boolean
  /** How far apart its cycles’ mark costs lie: `markNoise`. */
  readonly noise: number
}

/** The allowance that goes with settings. */
export function allowanceOf({ memoryLimit }: Scenario, { mayBeJob, noise }: Told): Allowance {
  const { gcSeconds, ...others } = memoryLimit.kind === 'off' ? FREE : LIMITED
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
