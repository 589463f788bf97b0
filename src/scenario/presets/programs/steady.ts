import type { Preset } from '../preset.ts'
import { churn, EMPTY_GRAPH, grow, MACHINE } from './parts.ts'

/** 40 MiB live, 200 MiB of garbage per second. */
export const PROGRAM_STEADY: Preset = {
  id: 'program-steady',
  title: 'Recorded program: steady',
  look: 'A real program, 40 MiB live and 200 MiB/s of garbage. Try a limit of 64 MiB, then of 48.',
  json: {
    model: 'runtime',
    procs: 2,
    program: { ...MACHINE, phases: [grow(EMPTY_GRAPH, 40).phase, churn(200, 6)] },
  },
}
