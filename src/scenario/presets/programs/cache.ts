import { MIB } from '../../../units.ts'
import type { Preset } from '../preset.ts'
import { churn, EMPTY_GRAPH, grow, MACHINE } from './parts.ts'

const CACHE = 192 * MIB
/** Filling a MiB byte by byte: half a nanosecond each. */
const FILL_SECONDS = 0.1

/** 192 MiB of bytes without pointers beside a graph of 16 MiB; 300 MiB of garbage per second. */
export const PROGRAM_CACHE: Preset = {
  id: 'program-cache',
  title: 'Recorded program: cache',
  look: 'Most of the live heap holds no pointers: it raises the goal, but costs next to nothing to mark.',
  json: {
    model: 'runtime',
    procs: 2,
    program: {
      ...MACHINE,
      pointerFreeLive: CACHE,
      phases: [
        { duration: FILL_SECONDS, allocRate: CACHE / FILL_SECONDS, newSurvivalRate: 1, goroutines: 1 },
        grow(EMPTY_GRAPH, 16).phase,
        churn(300, 6),
      ],
    },
  },
}
