import type { Scenario } from '../../scenario/types.ts'
import type { Allowance } from './predict.ts'

/*
 * How far beyond the programs of a log a range reaches: what the model and the machines of the recorded programs were off
 * by. `npm run evidence -- services` prints these factors anew, and how well they do for programs they were not made from.
 */

/** Without a memory limit in the settings that are asked about. */
const FREE: Allowance = {
  cycles: { below: 1.28, above: 1.25 },
  peakHeapBytes: { below: 1.08, above: 1.05 },
  peakMemoryBytes: { below: 1.05, above: 1.15 },
  peakContainerBytes: { below: 1.06, above: 1.15 },
  gcSeconds: { below: 1.95, above: 2.3 },
  compulsoryGcFraction: { below: 1.95, above: 2.3 },
}

/** With one: cycles and GC CPU hang on how much of the limit is left for the heap, which the programs themselves differ in. */
const LIMITED: Allowance = {
  cycles: { below: 1.34, above: 1.1 },
  peakHeapBytes: { below: 1.02, above: 1.08 },
  peakMemoryBytes: { below: 1.05, above: 1.15 },
  peakContainerBytes: { below: 1.06, above: 1.19 },
  gcSeconds: { below: 1.45, above: 1.37 },
  compulsoryGcFraction: { below: 1.45, above: 1.37 },
}

/**
 * Of a program that seems to be ended by the clock, which some jobs do, and of one that ends when its work is done: that
 * hangs on how fast its machine is.
 */
const CLOCKED = { below: 1.27, above: 1.12 }
const JOB = { below: 1.55, above: 1.35 }

/** The allowance that goes with settings. */
export function allowanceOf({ memoryLimit, program }: Scenario): Allowance {
  const isClocked = program.phases.at(-1)?.dropsLate === true
  return { ...(memoryLimit.kind === 'off' ? FREE : LIMITED), wallSeconds: isClocked ? CLOCKED : JOB }
}
