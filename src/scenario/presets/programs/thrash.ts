import type { Preset } from '../preset.ts'
import { churn, EMPTY_GRAPH, grow, MACHINE } from './parts.ts'

/** 300 MiB live, allocating as fast as it can for six seconds; 62 ms to mark it all. */
export const PROGRAM_THRASH: Preset = {
  id: 'program-thrash',
  title: 'Recorded program: thrash',
  look: 'Allocates as fast as it can. Below 350 MiB no limit can be kept: half of the CPU goes to the collector, and stays there.',
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
