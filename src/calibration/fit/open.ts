import { largest } from '../../numbers.ts'
import { evenly } from '../../prediction/sequence.ts'
import type { Phase, Program } from '../../scenario/types.ts'
import { KIB, MIB } from '../../units.ts'
import { MOST_FILE_PAGES, MOST_UNTOUCHED, OTHER_BOUNDS, STACKS_BOUNDS, UNFILLED_BOUNDS } from '../defaults.ts'
import type { Series } from '../shape/series.ts'
import { DEMAND_WITHOUT_SLACK, type ModelRun, rounded, type Workload } from './model-run.ts'
import { grownUnseen, longestOf, withUnseen } from './unseen.ts'

/*
 * What a log leaves open of its program. A program that it was calibrated to is altered within that; runs of the altered
 * ones then say which of them give the log back.
 */

/** How a program differs from the one it was made of: factors, where nothing else is said. */
export interface Alteration {
  readonly scanRate: number
  /** Of all live heaps: sizes are told to whole MiB, and are all off by the same where all are alike. */
  readonly live: number
  /** Of what is allocated, and of that in the phases before the longest. */
  readonly demand: number
  readonly before: number
  readonly markSlowdown: number
  readonly globals: number
  /** Of the time that sweeping takes; 0 where it takes none. */
  readonly sweeping: number
  /** How far the heap grew on before it was dropped, of what it may have: 0…1. */
  readonly unseen: number
  /** Shares, as they are. */
  readonly pointerArrayShare: number
  readonly warmMarking: number
  /** How busy it is: undefined where the log tells. */
  readonly work: Work | undefined
}

/** The program as it was calibrated. */
export function unaltered({ scenario: { program } }: ModelRun): Alteration {
  const { pointerArrayShare, warmMarking } = program
  const factors = { scanRate: 1, live: 1, demand: 1, before: 1, markSlowdown: 1, globals: 1, sweeping: 1 }
  return { ...factors, unseen: 0, pointerArrayShare, warmMarking, work: undefined }
}

/** How much of the time a program works, of which every processor marks when a cycle does. */
interface Work {
  /** It catches up on what marking delays, spends all its time on as much as it can do, or waits for something else. */
  readonly kind: 'catches-up' | 'all-it-can' | 'waits'
  /** Share of GOMAXPROCS that its own work takes. */
  readonly load: number
}

const WORK_KINDS = ['catches-up', 'catches-up', 'waits', 'all-it-can'] as const
const LEAST_LOAD = 0.2
/** Mark cost differs by so much between runs and phases: a factor’s logarithm, either way. */
const SCAN_WIDTH = 0.05
const BEFORE_WIDTH = 0.03
const LEAST_SLOWDOWN = 0.6
const MOST_SLOWDOWN = 2.2
const GLOBALS_WIDTH = 1.4
const MOST_DEMAND_OFF = 0.025
const MOST_ARRAYS = 0.09
const MOST_WARMTH = 0.4
const UNLIKELY_WORK = 8
const MOST_PER_SPAN = 32

/**
 * The kth of many alterations that fill what is open. @param width 1 for all of it, less to stay near `around`
 */
export function drawAlteration(k: number, width: number, around: Alteration, open: OpenBounds): Alteration {
  const off = (axis: number) => (2 * evenly(k, axis) - 1) * width
  /** A value in [least, most], or within a share of that distance around what it is. */
  const between = (axis: number, value: number, least: number, most: number) =>
    Math.min(most, Math.max(least, value + (off(axis) * (most - least)) / 2))
  return {
    scanRate: around.scanRate * Math.exp(SCAN_WIDTH * off(0)),
    live: around.live + open.live * off(1),
    demand: around.demand + open.demand * off(2),
    before: around.before * Math.exp(BEFORE_WIDTH * off(3)),
    markSlowdown: between(4, around.markSlowdown, LEAST_SLOWDOWN, MOST_SLOWDOWN),
    globals: around.globals * Math.exp(GLOBALS_WIDTH * off(5)),
    sweeping: Math.max(0, around.sweeping + off(6)),
    unseen: width > 0.5 ? evenly(k, 17) : between(17, around.unseen, 0, 1),
    pointerArrayShare: between(7, around.pointerArrayShare, 0, MOST_ARRAYS),
    warmMarking: between(8, around.warmMarking, 0, MOST_WARMTH),
    work: drawWork(k, width, around.work, open),
  }
}

function drawWork(k: number, width: number, around: Work | undefined, { mayWork }: OpenBounds): Work | undefined {
  if (!mayWork) return undefined
  const isAnother = width >= 1
  if (around === undefined && !isAnother) return undefined
  const load = evenly(k, 10)
  if (around && !isAnother)
    return { ...around, load: Math.min(1, Math.max(0.05, around.load * Math.exp(width * (load - 0.5)))) }
  const kind = WORK_KINDS[Math.floor(evenly(k, 9) * WORK_KINDS.length)]!
  return { kind, load: LEAST_LOAD + (1 - LEAST_LOAD) * load }
}

/**
 * The same program with other memory beside its heap, of which a gctrace shows nothing: the kth of what there may be.
 * @param heap the highest of its run where the log’s goals alone tell the limit: they say what it leaves for the heap, so
 * that a program with more beside it had a higher limit
 */
export function withMemory({ pieces, scenario }: ModelRun, k: number, series: Series, heap?: number): ModelRun {
  const { memoryLimit } = scenario
  const program = { ...scenario.program, ...rounded(memoryOf(k, series)) }
  const drawn = { pieces, scenario: { ...scenario, program } }
  if (memoryLimit.kind === 'off' || heap === undefined) return drawn
  const beside = (of: Program) => of.otherMemory + Math.max(of.stacks, of.stackMemory) + of.heapOverhead * heap
  const bytes = Math.max(heap, memoryLimit.bytes + beside(program) - beside(scenario.program))
  return { pieces, scenario: { ...drawn.scenario, memoryLimit: { kind: 'bytes', bytes } } }
}

/** Within the bounds of the recorded programs. */
function memoryOf(k: number, { stacks, heapEnd }: Series): Partial<Program> {
  // More stacks are allocated than cycles scan.
  const stackMemory = stacks * (STACKS_BOUNDS.least + (STACKS_BOUNDS.most - STACKS_BOUNDS.least) * evenly(k, 14))
  const { least: fullest, most: emptiest } = UNFILLED_BOUNDS
  return {
    otherMemory: OTHER_BOUNDS.least * (OTHER_BOUNDS.most / OTHER_BOUNDS.least) ** evenly(k, 11),
    // Most heaps are nearly full, some half empty.
    heapOverhead: fullest * (emptiest / fullest) ** (evenly(k, 12) ** 1.5),
    outsideMemory: MOST_FILE_PAGES * evenly(k, 13),
    // Mostly little.
    untouched: MOST_UNTOUCHED * evenly(k, 16) ** 2 * (largest(heapEnd) + stackMemory),
    stackMemory,
    // Matters only where the live heap shrinks.
    objectsPerSpan: MOST_PER_SPAN ** (evenly(k, 15) ** 2),
  }
}

/** How far some of it is open. */
interface OpenBounds {
  readonly live: number
  readonly demand: number
  /** Whether the log leaves open how busy the program is. */
  readonly mayWork: boolean
}

export function openBounds({ series, isSaturated, slack }: Workload): OpenBounds {
  const perCycle = series.endAllocated / Math.max(1, series.count)
  return {
    // Three sizes make it, each half a MiB off at most, and all cycles’ alike where they are alike.
    live: (1.25 * MIB) / largest(series.reachable, 256 * KIB),
    demand: Math.min(MOST_DEMAND_OFF, MIB / perCycle),
    mayWork: isSaturated && (slack.hasSlack || !slack.isSure),
  }
}

/** How unlikely an alteration is, as a misfit is counted: a log has to speak for it. */
export function unlikeliness(by: Alteration, { live, demand }: OpenBounds): number {
  const square = (value: number, width: number) => (value / width) ** 2
  return (
    square(Math.log(by.scanRate), SCAN_WIDTH) +
    square(Math.log(by.before), BEFORE_WIDTH) +
    square(Math.log(by.markSlowdown), 0.5) +
    square(Math.log(by.globals), GLOBALS_WIDTH) +
    square(by.sweeping - 1, 1) +
    square(by.live - 1, live / 2) +
    square(by.demand - 1, demand) +
    (by.work ? UNLIKELY_WORK : 0)
  )
}

/** The same run of a program that differs so. */
export function toAltered({ pieces, scenario }: ModelRun, { series, slack }: Workload, by: Alteration): ModelRun {
  const { program } = scenario
  const grown = grownUnseen(pieces, by.unseen)
  const longest = longestOf(pieces)
  const phases = program.phases.map((seen, i) => {
    const phase = withUnseen(seen, pieces[i]!, grown[i]!, grown[i - 1] ?? 0)
    return { ...phase, ...rounded(alteredPhase(phase, by, i < longest ? by.before : 1)) }
  })
  const { allocRate } = program.phases[longest]!
  const altered = rounded({
    initialLive: program.initialLive * by.live,
    globals: program.globals * by.globals,
    sweepRate: by.sweeping < 0.1 ? 0 : program.sweepRate / by.sweeping,
    pointerArrayShare: by.pointerArrayShare,
    warmMarking: by.warmMarking,
    ...(by.work && workOf(by.work, series.procs, allocRate, slack.peakRate)),
  })
  return { pieces, scenario: { ...scenario, program: { ...program, ...altered, phases } } }
}

function alteredPhase(phase: Phase, by: Alteration, before: number): Partial<Phase> {
  const { allocRate, scanRate, newSurvivalRate, goroutines, markSlowdown } = phase
  const demand = by.demand * before * (by.work?.kind === 'all-it-can' ? DEMAND_WITHOUT_SLACK : 1)
  return {
    allocRate: allocRate * demand,
    scanRate: scanRate * by.scanRate,
    // More is demanded, no more survives.
    newSurvivalRate: (newSurvivalRate * by.live) / demand,
    // A job of so many goroutines has its own, from the log.
    markSlowdown: goroutines > 0 ? markSlowdown : Math.max(1, markSlowdown * by.markSlowdown),
  }
}

/** @param mostPerCpu bytes per second that one CPU allocates between cycles */
function workOf({ kind, load }: Work, procs: number, allocRate: number, mostPerCpu: number): Partial<Program> {
  switch (kind) {
    case 'catches-up':
      return { peakAllocRate: allocRate / (load * procs) }
    case 'all-it-can':
      return { peakAllocRate: mostPerCpu }
    case 'waits':
      return { peakAllocRate: 0, busyProcs: load * procs }
  }
}
