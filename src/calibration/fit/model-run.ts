import { FILE_PAGES, HEAP_OVERHEAD, OTHER_MEMORY, STACKS_ALLOCATED } from '../../gctrace/memory-estimate.ts'
import { FRACTIONAL_EXCESS } from '../../model/runtime/marking.ts'
import { divideWorkers } from '../../model/runtime/pacer/workers.ts'
import { sumOf } from '../../numbers.ts'
import { findParameter, parameter } from '../../scenario/params.ts'
import { secondsOf } from '../../scenario/rates.ts'
import type { Change, Phase, Scenario } from '../../scenario/types.ts'
import { validateScenario } from '../../scenario/validate.ts'
import type { GcPercent, Limit } from '../../units.ts'
import * as typical from '../defaults.ts'
import { type Piece, toPieces } from '../shape/segments.ts'
import type { Series } from '../shape/series.ts'
import type { Tolerance } from '../shape/stretches.ts'
import {
  busyCpus,
  delaySeconds,
  findSlack,
  isFlat,
  markPace,
  pointerFreeLive,
  type Slack,
  scanRate,
  toPhase,
} from '../shape/workload.ts'

/** What one run of a log says about its program, before it is cut into phases. */
export interface Workload {
  readonly series: Series
  /** CPUs that the program keeps busy in the second half of the run. */
  readonly busy: number
  /** Whether the search tried `busy`, because the log does not show it: then no piece keeps more CPUs busy. */
  readonly isTried: boolean
  readonly isSaturated: boolean
  readonly slack: Slack
  readonly pointerFree: number
  /** Bytes marked per CPU-second, for phases that have no cycle of their own. */
  readonly scanRate: number
}

export interface Settings {
  readonly gogc: GcPercent
  readonly memoryLimit: Limit
  /** Whether we inferred the limit from goals, which show only its room for the heap. */
  readonly isLimitInferred?: boolean
  /** Whether those goals give only an upper bound. */
  readonly isLimitBound?: boolean
}

/** A program that leaves at most this much of a CPU idle counts as keeping all of GOMAXPROCS busy. */
const NEARLY = 0.2

/** What a log says about its program. @param tried how many CPUs we assume it keeps busy; else as the log shows */
export function toWorkload(series: Series, tried?: number): Workload {
  const { count, procs } = series
  const later = { first: Math.floor(count / 2), end: count }
  const busy = tried ?? busyCpus(series, later) ?? procs
  const pointerFree = pointerFreeLive(series)
  const isSaturated = busy > procs - NEARLY
  return {
    series,
    busy,
    isSaturated,
    slack: findSlack(series, busy),
    pointerFree,
    scanRate:
      scanRate(series, later, pointerFree, false) ??
      scanRate(series, { first: 0, end: count }, pointerFree, false) ??
      typical.SCAN_RATE,
    isTried: tried !== undefined,
  }
}

/** A job keeps whole CPUs busy. A program that leaves part of a CPU idle waits for its clients, or for a clock. */
export function mayBeJob({ series, busy, isSaturated, slack }: Workload): boolean {
  return isSaturated ? !slack.hasSlack : wholeCpus(busy, series.procs) !== undefined
}

/**
 * Whether a program that we treat as driven may be a job. If its log does not show whether it catches up after GC, it
 * may if it keeps a CPU busy. If it surely does not, it may if it leaves part of a CPU idle.
 */
export function isPaceOpen({ busy, isSaturated, slack }: Pick<Workload, 'busy' | 'isSaturated' | 'slack'>): boolean {
  return slack.isSure ? !isSaturated && !slack.hasSlack : isSaturated || busy >= 1
}

/** How many whole CPUs the program keeps busy; undefined if it leaves part of a CPU idle. */
function wholeCpus(busy: number, procs: number): number | undefined {
  const whole = Math.max(1, Math.round(busy))
  // Fractional workers take turns with the program on CPUs that it keeps busy, so `busy` comes out too low.
  const taken = FRACTIONAL_EXCESS * divideWorkers(procs).fractional * whole
  return busy - whole < NEARLY / 2 && whole - busy < Math.max(NEARLY / 2, taken) ? whole : undefined
}

/** How many more CPUs a program may keep busy than marking on idle CPUs shows. */
const MORE_BUSY = 0.3

/**
 * The bounds of the busy CPUs. In a short mark phase, or on a shared machine, workers do not mark on all idle CPUs.
 * Only a program that allocates more slowly while marking surely left no CPU idle.
 */
export function busyWithin({ series, busy, isSaturated, slack }: Workload) {
  const low = isSaturated && slack.isSure && !slack.hasSlack ? Math.max(0, busy - MORE_BUSY) : 0
  return { low, high: Math.min(series.procs, busy + MORE_BUSY) }
}

/** Whether the program may be a job with fewer goroutines than CPUs: then idle workers mark on the other CPUs. */
export function leavesCpuIdle(workload: Workload): boolean {
  return mayBeJob(workload) && !workload.isSaturated
}

/** The scenario of a workload under settings, and the pieces of the log that its phases stand for. */
export function toModelRun(workload: Workload, settings: Settings, tolerance: Tolerance): ModelRun {
  const pieces = toPieces(workload.series, tolerance, settings.gogc)
  const isMany = pieces.length > MANY_PHASES
  const phases = pieces.map((piece) => {
    const phase = rounded(pieceToPhase(workload, piece), isMany ? 3 : 4)
    const isUsual = isMany && Math.abs(phase.scanRate / workload.scanRate - 1) < USUAL
    return isUsual ? { ...phase, ...rounded({ scanRate: workload.scanRate }) } : phase
  })
  const changes = forcedCycles(workload.series, pieces, phases)
  return { pieces, scenario: toScenario(workload, settings, phases, changes) }
}

/** Above this number, phases share a scan rate and have fewer digits, so that the share link stays short. */
const MANY_PHASES = 48
/** The scan rate of one phase may differ from the log’s by this share by chance. */
const USUAL = 0.15

/** A scenario, and the piece of the log that each of its phases stands for. */
export interface ModelRun {
  readonly pieces: readonly Piece[]
  readonly scenario: Scenario
}

/** Calls runtime.GC() where a forced cycle began, in the program’s own time: a phase may be shorter than its piece. */
function forcedCycles(series: Series, pieces: readonly Piece[], phases: readonly Rates[]): Change[] {
  const { forced, start } = series
  const end = secondsOf({ phases })
  const changes: Change[] = []
  let k = 0
  let phaseStart = 0
  for (let i = 0; i < series.count; i++) {
    if (forced[i] === 0) continue
    while (k + 1 < pieces.length && start[i]! >= pieces[k]!.to) phaseStart += phases[k++]!.duration
    const { from, to } = pieces[k]!
    const into = phases[k]!.duration * Math.max(0, (start[i]! - from) / (to - from))
    changes.push({ at: Math.min(end, Number((phaseStart + into).toPrecision(6))), forceGC: true })
  }
  return changes
}

/** @throws Error if the phases make no valid scenario: we made them, so that is our own mistake */
function toScenario(
  { series, busy, isSaturated, slack, pointerFree }: Workload,
  { gogc, memoryLimit }: Settings,
  phases: readonly Partial<Phase>[],
  changes: readonly Change[],
): Scenario {
  const made = validateScenario({
    version: 1,
    title: 'From a gctrace log',
    model: 'runtime',
    gogc: gogc.kind === 'off' ? 'off' : Math.min(gogc.percent, parameter('gogc').max),
    memoryLimit: memoryLimit.kind === 'off' ? 'off' : Math.min(memoryLimit.bytes, parameter('memoryLimit').max),
    procs: Math.min(series.procs, parameter('procs').max),
    program: rounded({
      initialLive: series.initialLive,
      otherMemory: OTHER_MEMORY,
      outsideMemory: FILE_PAGES + series.globals,
      pauseCost: sumOf(series.pause) / series.count,
      pace: 'clock',
      busyProcs: isSaturated ? 0 : busy,
      peakAllocRate: isSaturated ? (slack.hasSlack ? typical.PEAK_ALLOC_RATE : slack.peakRate) : 0,
      pointerFreeLive: pointerFree,
      pointerArrayShare: hasAssists(series) ? typical.POINTER_ARRAYS : 0,
      stacks: series.stacks > 0 ? series.stacks : typical.STACKS,
      stackMemory: STACKS_ALLOCATED * series.stacks,
      globals: series.globals > 0 ? series.globals : typical.GLOBALS,
      heapOverhead: HEAP_OVERHEAD,
      sweepRate: typical.SWEEP_RATE,
      warmMarking: typical.WARM_MARKING,
      phases,
    }),
    changes,
  })
  if (!made.ok) throw new Error(`a calibrated scenario is not valid: ${JSON.stringify(made.problems[0])}`)
  return made.value
}

/** Large arrays of pointers make goroutines assist. If goroutines hardly assisted, such arrays do not matter. */
function hasAssists({ assist, background, idle }: Series): boolean {
  return sumOf(assist) > HARDLY_ASSISTED * (sumOf(background) + sumOf(idle))
}

/** Rounds numbers, to keep share links short, and clamps each to the range of its parameter. */
export function rounded<T extends object>(fields: T, digits = 4): T {
  const entries = Object.entries(fields).map(([key, value]) => {
    const parameter = findParameter(key)
    if (typeof value !== 'number' || !parameter) return [key, value]
    const least = parameter.above ? Math.max(parameter.min, TINY) : parameter.min
    const round = Number(Math.max(least, value).toPrecision(digits))
    return [key, Math.min(parameter.max, round)]
  })
  return Object.fromEntries(entries) as T
}

/** The smallest value of a parameter that has to be above its minimum. */
const TINY = 1e-9
/** Assists below this share of the workers’ marking count as none. */
const HARDLY_ASSISTED = 0.01

/** We demand this many times what a program without slack can allocate, so that it always does all that GC lets it. */
export const DEMAND_WITHOUT_SLACK = 1.2
/** Above this share of what a program can allocate between cycles, allocation is its main work. */
const MAIN_WORK = 0.5

function pieceToPhase(workload: Workload, piece: Piece) {
  const { series, slack, isSaturated } = workload
  const bound = goroutineBound(workload, piece)
  const pace = markPace(series, piece, bound ?? series.procs)
  const seconds = piece.to - piece.from
  // A phase with few goroutines cannot catch up: the time that GC took from it is not part of its work.
  const taken = bound && !isSaturated ? (pace?.lostSeconds ?? 0) : 0
  const lost = Math.min(taken, 0.9 * seconds)
  const isClocked = bound === undefined && piece.end > piece.first && isFlat(piece)
  const phase = toPhase(piece, seconds - lost, {
    scanRate: scanRate(series, piece, workload.pointerFree, true) ?? workload.scanRate,
    goroutines: bound ?? 0,
    dropsLate: isClocked,
    markSlowdown: bound ? (pace?.slowdown ?? 1) : usualSlowdown(workload),
  })
  if (slack.hasSlack || !isSaturated) return phase
  const most = slack.peakRate * series.procs
  // A piece that allocates far less than it could mostly does other work or waits: do not invent allocation. If cycles
  // follow each other at once, only what marking leaves shows the speed. A single cycle may be slow by chance.
  const slowdown = pace || piece.end - piece.first === 1 ? 1 : slack.markSlowdown
  const delayed = isClocked ? delaySeconds(series, piece, slowdown) : 0
  const average = (phase.allocRate * seconds) / Math.max(0.05 * seconds, seconds - delayed)
  const rate = isClocked ? Math.max(pace?.rate ?? 0, average) : (pace?.rate ?? average)
  return bound === undefined && rate > MAIN_WORK * most ? demandingMore(phase, most, isClocked) : phase
}

function usualSlowdown({ slack, isSaturated }: Workload): number {
  if (!isSaturated) return 1
  return slack.hasSlack ? typical.MARK_SLOWDOWN : slack.markSlowdown
}

type Rates = Pick<Phase, 'duration' | 'allocRate' | 'newSurvivalRate'>

/** Raises the demand of a phase: a clocked one keeps its duration and surviving bytes, others what they allocate. */
function demandingMore<T extends Rates>(phase: T, most: number, isClocked: boolean): T {
  const { allocRate, newSurvivalRate, duration } = phase
  const demanded = Math.max(allocRate, most * DEMAND_WITHOUT_SLACK)
  if (demanded === 0) return phase
  const rest = isClocked
    ? { newSurvivalRate: (newSurvivalRate * allocRate) / demanded }
    : { duration: (duration * allocRate) / demanded }
  return { ...phase, allocRate: demanded, ...rest }
}

/**
 * How many goroutines, if too few to use all CPUs. A program is a job with that many if it keeps whole CPUs busy,
 * leaves others idle, and its heap grows. Others wait for their clients, and use more CPUs when they are late.
 */
function goroutineBound({ series, busy, isSaturated, isTried }: Workload, piece: Piece): number | undefined {
  const own = isTried ? busy : (busyCpus(series, piece) ?? busy)
  const cpus = Math.max(1, Math.round(own))
  if (cpus >= series.procs) return undefined
  if (isSaturated) return cpus
  const whole = wholeCpus(busy, series.procs)
  return whole !== undefined && !isFlat(piece) ? Math.min(cpus, whole) : undefined
}
