import type { Preset } from '../preset.ts'
import { churn, EMPTY_GRAPH, grow, MACHINE } from './parts.ts'

/** 40 MiB live; garbage goes from 50 to 500 MiB per second halfway. */
export const PROGRAM_STEP: Preset = {
  id: 'program-step',
  title: 'Recorded program: step',
  look: 'Halfway, the allocation rate rises tenfold: more cycles of the same size, and the trigger moves down to leave more runway.',
  json: {
    model: 'runtime',
    procs: 2,
    program: { ...MACHINE, phases: [grow(EMPTY_GRAPH, 40).phase, churn(50, 3), churn(500, 3)] },
  },
}
