import type { Phase, Program } from '../../scenario/types.ts'
import { MIB } from '../../units.ts'
import type { Series } from '../shape/series.ts'
import { DEMAND_WITHOUT_SLACK, type ModelRun, rounded } from './model-run.ts'

/*
 * Programs that a log cannot tell from the one it was calibrated to, or not surely: for the search for one that gives
 * the log’s own cycles and highest heap.
 */

/** What is altered: the first four to these values, the others by these factors. What is left out stays. */
export interface Variant {
  readonly busyProcs?: number
  readonly peakAllocRate?: number
  readonly pointerArrayShare?: number
  readonly markSlowdown?: number
  /** Of what the steady phase demands. */
  readonly demand?: number
  /** Of the CPU time that the program’s own work takes. */
  readonly load?: number
  readonly scanRate?: number
  readonly newSurvivalRate?: number
  readonly globals?: number
  /** Of the time that sweeping takes; 0 where it takes none. */
  readonly sweeping?: number
  readonly warmMarking?: number
  /** In all phases but the steady one, of which more is known. */
  readonly elsewhere?: { readonly scanRate: number; readonly markSlowdown: number }
}

/** The same run of a program altered so; `steady` is the index of the phase that stays as it is. */
export function toVariant({ pieces, phases, scenario }: ModelRun, steady: number, by: Variant): ModelRun {
  const alter = <T extends Partial<Phase>>(phase: T, i: number): T => ({
    ...phase,
    ...rounded(alteredPhase(phase, i === steady, by)),
  })
  const { program } = scenario
  return {
    pieces,
    phases: phases.map(alter),
    scenario: {
      ...scenario,
      program: { ...program, ...rounded(alteredProgram(program, by)), phases: program.phases.map(alter) },
    },
  }
}

function alteredPhase(phase: Partial<Phase>, isSteady: boolean, by: Variant): Partial<Phase> {
  const { allocRate = 0, scanRate = 1, newSurvivalRate = 0, goroutines = 0, markSlowdown = 1 } = phase
  const demand = isSteady ? (by.demand ?? 1) : 1
  const other = isSteady ? undefined : by.elsewhere
  // A job of so many goroutines has its own, from the log.
  const slowdown = goroutines > 0 ? markSlowdown : (by.markSlowdown ?? markSlowdown)
  return {
    allocRate: allocRate * demand,
    scanRate: scanRate * (by.scanRate ?? 1) * (other?.scanRate ?? 1),
    // More is demanded, no more survives.
    newSurvivalRate: (newSurvivalRate * (by.newSurvivalRate ?? 1)) / demand,
    markSlowdown: Math.max(1, slowdown * (other?.markSlowdown ?? 1)),
  }
}

function alteredProgram(program: Program, by: Variant): Partial<Program> {
  const load = by.load ?? 1
  return {
    initialLive: program.initialLive * (by.newSurvivalRate ?? 1),
    busyProcs: (by.busyProcs ?? program.busyProcs) * load,
    peakAllocRate: (by.peakAllocRate ?? program.peakAllocRate) / load,
    pointerArrayShare: by.pointerArrayShare ?? program.pointerArrayShare,
    globals: program.globals * (by.globals ?? 1),
    sweepRate: by.sweeping === 0 ? 0 : program.sweepRate / (by.sweeping ?? 1),
    warmMarking: by.warmMarking ?? program.warmMarking,
  }
}

/** Shares of GOMAXPROCS that a program’s own work may take. */
const LOADS = [0.3, 0.4, 0.5, 0.7, 0.8, 0.9, 0.97]
const SMALL_LOADS = [0.1, 0.2]
const MACHINES = [{}, { sweeping: 0, warmMarking: 0 }]
const SLOWDOWNS = [1, 1.5]
const SLOWDOWNS_WITHOUT_SLACK = [1, 1.5, 2]
/** More of the heap may be arrays of pointers than goes with a program that hardly works: both hold it up. */
const MORE_ARRAYS = [0, 0.02]

/**
 * Programs that all keep every processor busy while a cycle marks: they differ in how much of the time their own work
 * takes. Those that spin while they have none, those that have more than they can do, and services that idle.
 * @param allocRate bytes per second of the steady phase
 * @param mostPerCpu bytes per second that one CPU allocates between cycles
 * @param arrays the share of pointer arrays that goes with a program that hardly works
 */
export function busyVariants(procs: number, allocRate: number, mostPerCpu: number, arrays: number): Variant[] {
  const kinds = kindsOf(LOADS, procs, allocRate, mostPerCpu)
  return MORE_ARRAYS.flatMap((more) => kinds.map((kind) => ({ ...kind, pointerArrayShare: arrays + more })))
}

/** The same, on machines on which sweeping takes its time, or none. */
export function machineVariants(procs: number, allocRate: number, mostPerCpu: number): Variant[] {
  const kinds = kindsOf([...SMALL_LOADS, ...LOADS], procs, allocRate, mostPerCpu)
  return MACHINES.flatMap((machine) => kinds.map((kind) => ({ ...kind, ...machine })))
}

function kindsOf(loads: readonly number[], procs: number, allocRate: number, mostPerCpu: number): Variant[] {
  const peakOf = (load: number) => allocRate / (load * procs)
  return [
    ...SLOWDOWNS.flatMap((markSlowdown) => loads.map((load) => ({ markSlowdown, peakAllocRate: peakOf(load) }))),
    ...SLOWDOWNS_WITHOUT_SLACK.map((markSlowdown) => ({
      markSlowdown,
      peakAllocRate: mostPerCpu,
      demand: DEMAND_WITHOUT_SLACK,
    })),
    ...loads.map((load) => ({ markSlowdown: 1, peakAllocRate: 0, busyProcs: load * procs })),
  ]
}

const ARRAYS_OFF = [-0.02, -0.01, 0.01, 0.02]
const LOADS_OFF = [0.8, 0.9, 1.1, 1.2]
const SLOWDOWNS_OFF = [0.8, 1.2, 1.4]

/** What goes with how busy a program is, to be found one after another: from the program and its steady phase. */
export const FINER_VARIANTS: readonly ((program: Program, phase: Partial<Phase>) => Variant[])[] = [
  ({ pointerArrayShare }) => ARRAYS_OFF.map((more) => ({ pointerArrayShare: pointerArrayShare + more })),
  () => LOADS_OFF.map((load) => ({ load })),
  (_, { markSlowdown = 1 }) => SLOWDOWNS_OFF.map((more) => ({ markSlowdown: Math.max(1, markSlowdown * more) })),
]

/** How far each figure may be off and the log still fit it: shares, a power of two for the globals. */
const WIDTHS = { scanRate: 0.015, elsewhere: 0.05, slowdown: 0.5, load: 0.08, arrays: 0.01, live: 0.003, globals: 2 }
/** So far live heaps may move within their rounding, in bytes. */
const LIVE_WIDTH = MIB / 4
/** The multiples of these roots, without their whole parts, fill a cube evenly, and are the same in every run. */
const STEPS = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29].map(Math.sqrt)

/**
 * So many programs about as likely as this one, within what the log leaves open: sizes within their rounding, rates
 * within what marking differs by between cycles. Fractional workers have other turns in each, as in two runs of one.
 * @param width how far from it, in multiples of what is likely
 * @param hasSlack whether it is open how busy the program is
 */
export function nearVariants(
  count: number,
  width: number,
  { pointerArrayShare }: Program,
  { reachable }: Series,
  hasSlack: boolean,
): Variant[] {
  const largest = reachable.reduce((most, heap) => Math.max(most, heap), MIB)
  return Array.from({ length: count }, (_, k) => {
    const off = (axis: number) => offOf(k, axis, width)
    return {
      scanRate: 1 + WIDTHS.scanRate * off(0),
      newSurvivalRate: 1 + Math.min(WIDTHS.live, LIVE_WIDTH / largest) * off(1),
      elsewhere: { scanRate: 1 + WIDTHS.elsewhere * off(2), markSlowdown: 1 + WIDTHS.slowdown * off(5) },
      load: hasSlack ? 1 + WIDTHS.load * off(3) : 1,
      pointerArrayShare: pointerArrayShare > 0 ? pointerArrayShare + WIDTHS.arrays * off(4) : 0,
      globals: 2 ** (WIDTHS.globals * off(6)),
    }
  })
}

/** So far the time for sweeping, the part that caches save and what is allocated may be off; live heaps, in bytes. */
const FAR_WIDTHS = { sweeping: 1, warmMarking: 0.15, loadWithoutSlack: 0.03, demand: 0.02, live: MIB / 2 }
/** Of the time that sweeping takes: less is none. */
const LEAST_SWEEPING = 0.1

/**
 * The same as far as all of a log’s sizes may be off together, and on machines that sweep and cache in another way.
 * @param first which of them is the first
 */
export function farVariants(
  first: number,
  count: number,
  width: number,
  program: Program,
  series: Series,
  hasSlack: boolean,
): Variant[] {
  const largest = series.reachable.reduce((most, heap) => Math.max(most, heap), MIB)
  const perCycle = series.endAllocated / Math.max(1, series.count)
  const near = nearVariants(first + count, width, program, series, hasSlack)
  return near.slice(first).map((by, i) => {
    const off = (axis: number) => offOf(first + i, axis, width)
    const sweeping = 1 + FAR_WIDTHS.sweeping * off(7)
    return {
      ...by,
      newSurvivalRate: 1 + (FAR_WIDTHS.live / largest) * off(1),
      load: hasSlack ? (by.load ?? 1) : 1 + FAR_WIDTHS.loadWithoutSlack * off(3),
      sweeping: sweeping < LEAST_SWEEPING ? 0 : sweeping,
      warmMarking: Math.max(0, program.warmMarking + FAR_WIDTHS.warmMarking * off(8)),
      demand: 1 + Math.min(FAR_WIDTHS.demand, MIB / perCycle) * off(9),
    }
  })
}

/** Of the kth of many points in a cube, how far it is from the middle. */
function offOf(k: number, axis: number, width: number): number {
  return (2 * ((0.5 + (k + 1) * STEPS[axis]!) % 1) - 1) * width
}
