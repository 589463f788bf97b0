import { MIB } from '../../../units.ts'
import type { Preset } from '../preset.ts'
import { churn, cut, EMPTY_GRAPH, grow, MACHINE, type Phase } from './parts.ts'

const CACHE = 192 * MIB
/** Filling a MiB byte by byte: half a nanosecond each. */
const FILL_SECONDS = 0.1

const program = (name: string, look: string, phases: readonly Phase[], rest: object = {}): Preset => ({
  id: `program-${name}`,
  title: `Recorded program: ${name}`,
  look,
  json: { model: 'runtime', procs: 2, program: { ...MACHINE, ...rest, phases } },
})

/** The live heap grows from 4 to 160 MiB in forty steps. */
function growing(): readonly Phase[] {
  const steps = 40
  let graph = EMPTY_GRAPH
  return Array.from({ length: steps }, (_, i) => {
    const grown = grow(graph, 4 * (i + 1))
    graph = grown.graph
    return [grown.phase, churn(100, 6 / steps)]
  }).flat()
}

/** The live heap doubles from 40 to 80 MiB for a tenth of the run. */
function spiking(): readonly Phase[] {
  const low = grow(EMPTY_GRAPH, 40)
  const high = grow(low.graph, 80)
  return [low.phase, churn(150, 3), high.phase, churn(150, 0.6), cut(high.graph, 40), churn(150, 2.4)]
}

/** The programs that were recorded, with settings GOGC=100 and no limit. */
export const PROGRAM_PRESETS: readonly Preset[] = [
  // 40 MiB live, 200 MiB of garbage per second.
  program('steady', 'A real program, 40 MiB live and 200 MiB/s of garbage. Try a limit of 64 MiB, then of 48.', [
    grow(EMPTY_GRAPH, 40).phase,
    churn(200, 6),
  ]),
  program(
    'spike',
    'The live heap doubles for a tenth of the run. A limit of 100 MiB can hold it, at the cost of many cycles meanwhile.',
    spiking(),
  ),
  // 40 MiB live; garbage goes from 50 to 500 MiB per second halfway.
  program(
    'step',
    'Halfway, the allocation rate rises tenfold: cycles come about seven times as often, and the heap grows more during each.',
    [grow(EMPTY_GRAPH, 40).phase, churn(50, 3), churn(500, 3)],
  ),
  program(
    'grow',
    'The live heap grows to 160 MiB. With a limit of 140 MiB, cycles run back to back in the last third of the run.',
    growing(),
  ),
  // 192 MiB of bytes without pointers beside a graph of 16 MiB; 300 MiB of garbage per second.
  program(
    'cache',
    'Most of the live heap holds no pointers: it raises the goal, but costs next to nothing to mark.',
    [
      { duration: FILL_SECONDS, allocRate: CACHE / FILL_SECONDS, newSurvivalRate: 1, goroutines: 1 },
      grow(EMPTY_GRAPH, 16).phase,
      churn(300, 6),
    ],
    { pointerFreeLive: CACHE },
  ),
  // 300 MiB live, allocating as fast as it can for six seconds; 62 ms to mark it all. A million MiB per second is
  // demanded; what the CPUs cannot do by the end of the phase is dropped.
  program(
    'thrash',
    'Allocates as fast as it can. Limits of 400 MiB and less cannot be held: the collector takes half of the CPU and keeps it.',
    [grow(EMPTY_GRAPH, 300).phase, { ...churn(1e6, 6), scanRate: '5GiB', dropsLate: true }],
  ),
]
