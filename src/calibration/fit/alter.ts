import * as memory from '../../gctrace/memory-estimate.ts'
import { largest } from '../../numbers.ts'
import { AXIS, evenly } from '../../prediction/sequence.ts'
import type { Phase, Program } from '../../scenario/types.ts'
import { KIB, MIB } from '../../units.ts'
import type { Series } from '../shape/series.ts'
import { DEMAND_WITHOUT_SLACK, type ModelRun, rounded, type Workload } from './model-run.ts'
import { firstAtOnce, grownUnseen, longestOf, spreadOut, withUnseen } from './unseen.ts'

/*
 * We alter the calibrated program within what the log leaves open. Simulations show which programs reproduce the log.
 */

/** How an altered program differs from the calibrated one. Numbers are factors, unless their comments say otherwise. */
export interface Alteration {
  readonly scanRate: number
  /** Factor of all live heaps: gctrace rounds sizes to whole MiB, and similar sizes have the same error. */
  readonly live: number
  /** Factor of the allocation rate in all phases, and a further one for the phases before the longest. */
  readonly demand: number
  readonly before: number
  readonly markSlowdown: number
  readonly globals: number
  /** Factor of the time that sweeping takes; below 0.1 sweeping takes no time. */
  readonly sweeping: number
  /** How much the heap grew unseen before it was dropped: the share, 0…1, of the most that is possible. */
  readonly unseen: number
  /** In a delayed cycle: the share, 0…1, of the bytes before it that are the one large object. */
  readonly atOnce: number
  /** The shares themselves, not factors. */
  readonly pointerArrayShare: number
  readonly warmMarking: number
  /** How busy the program is; undefined leaves it as calibrated. */
  readonly work: Work | undefined
}

export function unaltered({ scenario: { program } }: ModelRun): Alteration {
  const { pointerArrayShare, warmMarking } = program
  const factors = { scanRate: 1, live: 1, demand: 1, before: 1, markSlowdown: 1, globals: 1, sweeping: 1 }
  return { ...factors, unseen: 0, atOnce: 1, pointerArrayShare, warmMarking, work: undefined }
}

/** A log does not show it if marking found no idle processor. */
interface Work {
  /** Whether the program catches up after marking, always works as fast as it can, or waits for something else. */
  readonly kind: 'catches-up' | 'all-it-can' | 'waits'
  /** Share of GOMAXPROCS that the program’s own work takes. */
  readonly load: number
}

const WORK_KINDS = ['catches-up', 'catches-up', 'waits', 'all-it-can'] as const
const LEAST_LOAD = 0.2
/** Mark cost differs by this much between runs and phases, up or down: the logarithm of a factor. */
const SCAN_WIDTH = 0.05
const BEFORE_WIDTH = 0.03
const SLOWDOWN_BOUNDS = [0.6, 2.2] as const
const GLOBALS_WIDTH = 1.4
const MOST_DEMAND_OFF = 0.025
const MOST_ARRAYS = 0.09
const MOST_WARMTH = 0.4
const UNLIKELY_WORK = 8
const MOST_PER_SPAN = 32

/** The kth of many evenly spread alterations. @param width 1: over the whole allowed range; less: nearer to `around` */
export function drawAlteration(k: number, width: number, around: Alteration, open: OpenBounds): Alteration {
  const offset = (key: keyof typeof AXIS) => (2 * evenly(k, AXIS[key]) - 1) * width
  /** The value around which we draw, moved by at most half of `width` times the range [least, most], within the range. */
  const between = (key: keyof Alteration & keyof typeof AXIS, least: number, most: number) =>
    Math.min(most, Math.max(least, around[key] + (offset(key) * (most - least)) / 2))
  const shareOf = (key: 'unseen' | 'atOnce') => (width > 0.5 ? evenly(k, AXIS[key]) : between(key, 0, 1))
  return {
    scanRate: around.scanRate * Math.exp(SCAN_WIDTH * offset('scanRate')),
    live: around.live + open.live * offset('live'),
    demand: around.demand + open.demand * offset('demand'),
    before: around.before * Math.exp(BEFORE_WIDTH * offset('demandBefore')),
    markSlowdown: between('markSlowdown', ...SLOWDOWN_BOUNDS),
    globals: around.globals * Math.exp(GLOBALS_WIDTH * offset('globals')),
    sweeping: Math.max(0, around.sweeping + offset('sweeping')),
    unseen: shareOf('unseen'),
    atOnce: shareOf('atOnce'),
    pointerArrayShare: between('pointerArrayShare', 0, MOST_ARRAYS),
    warmMarking: between('warmMarking', 0, MOST_WARMTH),
    work: drawWork(k, width, around.work, open),
  }
}

function drawWork(k: number, width: number, around: Work | undefined, { mayWork }: OpenBounds): Work | undefined {
  const drawsNew = width >= 1
  if (!mayWork || (!around && !drawsNew)) return undefined
  const load = evenly(k, AXIS.load)
  if (around && !drawsNew)
    return { ...around, load: Math.min(1, Math.max(0.05, around.load * Math.exp(width * (load - 0.5)))) }
  const kind = WORK_KINDS[Math.floor(evenly(k, AXIS.workKind) * WORK_KINDS.length)]!
  return { kind, load: LEAST_LOAD + (1 - LEAST_LOAD) * load }
}

/** We draw a limit at most this share below its upper bound: a lower one makes the same goals, the live heap. */
const LOWER_LIMIT = 0.5

/**
 * Memory outside the heap, which gctrace does not show.
 * @param heap the highest heap of its run, if we inferred the memory limit from goals. Goals show only what the limit
 * leaves for the heap, so a program with more memory outside the heap had a higher limit
 * @param isBound whether goals give only an upper bound of the limit: then a lower limit fits too
 */
export function withMemory(
  { pieces, scenario }: ModelRun,
  k: number,
  series: Series,
  heap?: number,
  isBound = false,
): ModelRun {
  const { memoryLimit } = scenario
  const program = { ...scenario.program, ...rounded(memoryOf(k, series, firstAtOnce(pieces, series))) }
  const drawn = { pieces, scenario: { ...scenario, program } }
  if (memoryLimit.kind === 'off' || heap === undefined) return drawn
  const nonHeap = (of: Program) => of.otherMemory + Math.max(of.stacks, of.stackMemory) + of.heapOverhead * heap
  const limit = memoryLimit.bytes + nonHeap(program) - nonHeap(scenario.program)
  const bytes = isBound ? limit * (1 - LOWER_LIMIT * evenly(k, AXIS.lowerLimit)) : Math.max(heap, limit)
  return { pieces, scenario: { ...drawn.scenario, memoryLimit: { kind: 'bytes', bytes } } }
}

/** The kth draw of memory outside the heap, within the bounds of the recorded programs; most write to their globals. */
function memoryOf(k: number, { stacks, heapEnd, globals }: Series, first: number): Partial<Program> {
  const at = (key: keyof typeof AXIS) => evenly(k, AXIS[key])
  const within = ({ least, most }: typeof memory.OTHER_BOUNDS, power: number) => least * (most / least) ** power
  // A program allocates more stack memory than its cycles scan: the square makes little more likelier.
  const { least, most } = memory.STACKS_BOUNDS
  const stackMemory = stacks * least * (most / least) ** (at('stackMemory') ** 2)
  // Most programs write to all of a first large object, for example a file that they read. A few never do: a ballast.
  const untouchedFirst = first * Math.min(1, Math.max(0, 4 * at('untouched') - 2.5))
  return {
    otherMemory: within(memory.OTHER_BOUNDS, at('otherMemory')),
    // In most heaps, objects fill the spans nearly completely, in some only half. The power makes full heaps likelier.
    heapOverhead: within(memory.UNFILLED_BOUNDS, at('heapOverhead') ** 1.5),
    outsideMemory: memory.MOST_FILE_PAGES * at('outsideMemory') + globals * at('outsideMemory') ** 0.25,
    // Most programs touch nearly all of their memory: the square makes small shares likelier.
    untouched: untouchedFirst + memory.MOST_UNTOUCHED * at('untouched') ** 2 * (largest(heapEnd) + stackMemory),
    stackMemory,
    // This has an effect only if the live heap shrinks.
    objectsPerSpan: MOST_PER_SPAN ** (at('objectsPerSpan') ** 2),
  }
}

/** The relative errors of what a log shows. */
interface OpenBounds {
  readonly live: number
  readonly demand: number
  /** Whether the log does not show how busy the program is. */
  readonly mayWork: boolean
}

export function openBounds({ series, isSaturated, slack }: Workload): OpenBounds {
  const perCycle = series.endAllocated / Math.max(1, series.count)
  return {
    // We compute a reachable heap from three sizes, each off by up to half a MiB. Similar sizes have the same error.
    live: (1.25 * MIB) / largest(series.reachable, 256 * KIB),
    demand: Math.min(MOST_DEMAND_OFF, MIB / perCycle),
    mayWork: isSaturated && (slack.hasSlack || !slack.isSure),
  }
}

/** How unlikely an alteration is, on the scale of misfits. We add it to the misfit, so that the log must justify it. */
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

export function toAltered({ pieces, scenario }: ModelRun, { series, slack }: Workload, by: Alteration): ModelRun {
  const { program } = scenario
  const grown = grownUnseen(pieces, by.unseen)
  const longest = longestOf(pieces)
  const phases = spreadOut(program.phases, pieces, by.atOnce).map((seen, i) => {
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
    // A higher demand allocates more, but keeps no more bytes: a smaller share survives.
    newSurvivalRate: (newSurvivalRate * by.live) / demand,
    // A phase with few goroutines has its own mark slowdown, which the log shows.
    markSlowdown: goroutines > 0 ? markSlowdown : Math.max(1, markSlowdown * by.markSlowdown),
  }
}

/** @param mostPerCpu bytes per second that one busy CPU allocates between cycles */
function workOf({ kind, load }: Work, procs: number, allocRate: number, mostPerCpu: number): Partial<Program> {
  if (kind === 'waits') return { peakAllocRate: 0, busyProcs: load * procs }
  return { peakAllocRate: kind === 'all-it-can' ? mostPerCpu : allocRate / (load * procs) }
}
