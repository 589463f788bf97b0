import { formatSize } from '../format.ts'
import { sumOf } from '../numbers.ts'
import type { Pace, Phase, Program, Scenario } from './types.ts'

/** The parts of a scenario that decide what a second of the program's own time is. */
export type Paced = Pick<Scenario, 'model'> & { readonly program: Pick<Program, 'pace'> }

/** A second of elapsed time (in the guide model: of its only clock), or of CPU time. */
export type Second = 's' | 'CPU-s'

export const PACES: Readonly<Record<Pace, string>> = {
  work: 'work to do',
  clock: 'requests arrive by the clock',
}

/** CPU-seconds if the program has a fixed amount of work, elapsed seconds if requests arrive by the clock. */
export function ownSecond({ model, program }: Paced): Second {
  return model === 'runtime' && program.pace === 'work' ? 'CPU-s' : 's'
}

/** The second of a rate. How fast one CPU marks, sweeps or at most allocates is per CPU-second at either pace. */
export function rateSecond(key: string, scenario: Paced): Second {
  if (key === 'allocRate') return ownSecond(scenario)
  return scenario.model === 'runtime' ? 'CPU-s' : 's'
}

/** What a program demands beyond what its CPUs can allocate, in a sentence: only the runtime model knows that bound. */
export function describeUnbounded(scenario: Scenario): string | undefined {
  const { model, program } = scenario
  const { pace, peakAllocRate, phases } = program
  if (model !== 'guide' || pace !== 'clock' || peakAllocRate === 0 || phases.length === 0) return undefined
  const fastest = fastestPhase(program)
  const most = peakAllocRate * busyCpus(scenario, fastest)
  if (fastest.allocRate <= most) return undefined
  return `This program demands ${formatSize(fastest.allocRate)} per second, and its CPUs allocate at most ${formatSize(most)}. The guide model knows no such bound: see the runtime model.`
}

/** A shorter phase stands for a moment: a rate that nobody would call the program’s. */
const LEAST_SHARE = 0.01

export function fastestPhase({ phases }: Program): Phase {
  const least = LEAST_SHARE * sumOf(phases.map(({ duration }) => duration))
  const lasting = phases.filter(({ duration }) => duration >= least)
  return lasting.reduce((a, b) => (b.allocRate > a.allocRate ? b : a))
}

/** CPUs that a phase uses while the collector leaves it alone. */
export function busyCpus({ procs, program: { busyProcs } }: Scenario, { goroutines }: Phase): number {
  return Math.min(procs, busyProcs || procs, goroutines || procs)
}
