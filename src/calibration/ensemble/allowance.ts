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
  peakMemoryBytes: { below: 1.05, above: 1.13 },
  peakContainerBytes: { below: 1.06, above: 1.14 },
  gcSeconds: { below: 1.8, above: 2.2 },
  compulsoryGcFraction: { below: 1.8, above: 2.2 },
}

/** With one: cycles and GC CPU hang on how much of the limit is left for the heap, which the programs themselves differ in. */
const LIMITED: Allowance = {
  cycles: { below: 1.34, above: 1.1 },
  peakHeapBytes: { below: 1.02, above: 1.08 },
  peakMemoryBytes: { below: 1.05, above: 1.13 },
  peakContainerBytes: { below: 1.06, above: 1.14 },
  gcSeconds: { below: 1.45, above: 1.35 },
  compulsoryGcFraction: { below: 1.45, above: 1.35 },
}

/** Of a program that the clock ends, and of one that ends when its work is done: how fast its machine is makes that. */
const CLOCKED = { below: 1.01, above: 1.03 }
const JOB = { below: 1.4, above: 1.3 }

/** The allowance that goes with settings. */
export function allowanceOf({ memoryLimit, program }: Scenario): Allowance {
  const isClocked = program.phases.at(-1)?.dropsLate === true
  return { ...(memoryLimit.kind === 'off' ? FREE : LIMITED), wallSeconds: isClocked ? CLOCKED : JOB }
}
