import type { Preset } from '../preset.ts'
import { churn, EMPTY_GRAPH, grow, MACHINE } from './parts.ts'

const STEPS = 40

function phases() {
  const list = []
  let graph = EMPTY_GRAPH
  for (let step = 1; step <= STEPS; step++) {
    const grown = grow(graph, 4 * step)
    graph = grown.graph
    list.push(grown.phase, churn(100, 6 / STEPS))
  }
  return list
}

/** The live heap grows from 4 to 160 MiB in forty steps. */
export const PROGRAM_GROW: Preset = {
  id: 'program-grow',
  title: 'Recorded program: grow',
  look: 'The live heap grows to 160 MiB. With a limit of 140 MiB, cycles run back to back in the last third of the run.',
  json: { model: 'runtime', procs: 2, program: { ...MACHINE, phases: phases() } },
}
