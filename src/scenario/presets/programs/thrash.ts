import type { Preset } from '../preset.ts'
import { churn, EMPTY_GRAPH, grow, MACHINE } from './parts.ts'

/** 300 MiB live, allocating as fast as it can for six seconds; 62 ms to mark it all. */
export const PROGRAM_THRASH: Preset = {
  id: 'program-thrash',
  title: 'Recorded program: thrash',
  look: 'Allocates as fast as it can. Limits below 350 MiB cannot be held: the collector takes half of the CPU and keeps it.',
  json: {
    model: 'runtime',
    procs: 2,
    // A million MiB per second is demanded; what the CPUs cannot do by the end of the phase is dropped.
    program: {
      ...MACHINE,
      phases: [grow(EMPTY_GRAPH, 300).phase, { ...churn(1e6, 6), scanRate: '5GiB', dropsLate: true }],
    },
  },
}
