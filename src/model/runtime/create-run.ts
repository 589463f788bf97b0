import type { Scenario } from '../../scenario/types.ts'
import { overheadBytes } from './memory.ts'
import type { Recorder } from './recorder.ts'
import { Run } from './run.ts'
import { slotShare } from './spans.ts'

export function createRun(scenario: Scenario, recorder: Recorder, maxCycles: number, maxSteps: number): Run {
  const run = new Run(scenario, recorder, maxCycles, maxSteps)
  run.slotShare = slotShare(scenario.program)
  run.overhead = overheadBytes(scenario.program, run.heap)
  return run
}
