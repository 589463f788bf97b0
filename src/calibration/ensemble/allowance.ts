import type { Scenario } from '../../scenario/types.ts'
import type { Allowance } from './predict.ts'

/*
 * How far beyond the programs of a log a range reaches: what the model and the machines of the recorded programs were off
 * by. `npm run evidence -- services` prints these factors anew, and how well they do for programs they were not made from.
 */

/** Without a memory limit in the settings that are asked about. Memory reaches as far above as the heap that is part of it. */
const FREE: Allowance = {
  cycles: { below: 1.25, above: 1.2 },
  peakHeapBytes: { below: 1.08, above: 1.06 },
  peakMemoryBytes: { below: 1.07, above: 1.06 },
  peakContainerBytes: { below: 1.03, above: 1.06 },
  gcSeconds: { below: 2.2, above: 2.31 },
  compulsoryGcFraction: { below: 2.2, above: 2.31 },
}

/** With one: cycles and GC CPU hang on how much of the limit is left for the heap, which the programs themselves differ in. */
const LIMITED: Allowance = {
  cycles: { below: 1.33, above: 1.09 },
  peakHeapBytes: { below: 1, above: 1.09 },
  peakMemoryBytes: { below: 1.04, above: 1.14 },
  peakContainerBytes: { below: 1, above: 1.17 },
  gcSeconds: { below: 1.57, above: 1.37 },
  compulsoryGcFraction: { below: 1.57, above: 1.37 },
}

/** Of a program that is driven by clients or a clock; and of one that may end when its work is done: as its machine is. */
const DRIVEN = { below: 1.03, above: 1.11 }
const JOB = { below: 1.82, above: 1.52 }

/** The allowance that goes with settings. @param mayBeJob whether the program may end when its work is done */
export function allowanceOf({ memoryLimit }: Scenario, mayBeJob: boolean): Allowance {
  return { ...(memoryLimit.kind === 'off' ? FREE : LIMITED), wallSeconds: mayBeJob ? JOB : DRIVEN }
}
