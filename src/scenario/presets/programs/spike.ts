import type { Preset } from '../preset.ts'
import { churn, cut, EMPTY_GRAPH, grow, MACHINE } from './parts.ts'

const low = grow(EMPTY_GRAPH, 40)
const high = grow(low.graph, 80)
const back = cut(high.graph, 40)

/** The live heap doubles to 80 MiB for a tenth of the run. */
export const PROGRAM_SPIKE: Preset = {
  id: 'program-spike',
  title: 'Recorded program: spike',
  look: 'The live heap doubles for a tenth of the run. A limit of 96 MiB can hold it, at the cost of many cycles meanwhile.',
  json: {
    model: 'runtime',
    procs: 2,
    program: {
      ...MACHINE,
      phases: [low.phase, churn(150, 3), high.phase, churn(150, 0.6), back.phase, churn(150, 2.4)],
    },
  },
}
