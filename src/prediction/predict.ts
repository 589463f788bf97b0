import { formatBriefSize } from '../format.ts'
import type { RunResult } from '../model/result.ts'
import { RUNTIME } from '../model/runtime/simulator.ts'
import { inSlices } from '../model/slices.ts'
import type { Trace } from '../model/trace.ts'
import { THRASHING_TIME_SHARE } from '../model/verdict.ts'
import type { Scenario } from '../scenario/types.ts'
import { limitBytes, OFF } from '../units.ts'
import {
  type Allowance,
  errorOf,
  killReach,
  NO_REACH,
  type RangeFigure,
  type Reach,
  withinAllowance,
} from './allowance.ts'
import type { Candidate } from './candidates.ts'
import { mostShare } from './most-share.ts'
import { countRun, type Run, toMeasuredShare, toRun } from './run.ts'
import { EDGE, forEachFigure, quantileOf, reachOut, type Spread, toSpread, withTouched } from './spread.ts'

/** Shares of the programs, by weight. The remaining programs were stopped, because their runs took too long. */
export interface Outcomes {
  readonly completed: number
  readonly 'oom-killed': number
}

/** What no input shows of a program, so that its programs differ in it. */
interface Unshown {
  /** Whether no input has the CPU time of the program: then its number of busy CPUs is a wide guess. */
  readonly isBusyOpen?: boolean | undefined
  /** Whether nothing measured shows what marking costs. */
  readonly isCostOpen?: boolean | undefined
  /** Whether the programs differ in GOMAXPROCS, because only GC’s share of all CPUs is known. */
  readonly isProcsOpen?: boolean | undefined
}

export interface Prediction extends Unshown, Pick<Allowance, 'unsure' | 'isUnreliable' | 'bursts'> {
  /** The likely program's run: what a figure draws. */
  readonly scenario: Scenario
  readonly trace: Trace
  readonly spread: Readonly<Record<RangeFigure, Spread>>
  /** The highest heap at the end of a cycle, which is what gctrace shows. */
  readonly cycleHeap: Spread
  /** GC cycles per second of elapsed time, including forced ones. An early kill does not lower this rate. */
  readonly cycleRate: Spread
  /** Share of the elapsed time for which the CPU quota stops the program; 0 without a quota. */
  readonly throttledShare: Spread
  /** Share of the elapsed time in which it thrashes. */
  readonly thrashingShare: Spread
  /** Share of its work that the program drops as late. */
  readonly droppedShare: Spread
  /** The CPUs of the program, if it kept all of them busy and has more in this run. */
  readonly fewerCpus?: number | undefined
  /** CPU-seconds of GC on a machine as free as the log’s; undefined without a log, or under a memory limit. */
  readonly gcSecondsOnSameMachine: Spread | undefined
  readonly outcomes: Outcomes
  /** Whether the program may fill its container if the model is as far off as `killReach` says. */
  readonly mayFill: boolean
  /** The bytes that no input shows (`unseenBytes`), if only they could fill the container; else 0. */
  readonly unseenFill: number
  /** The bytes that the container leaves for memory outside Go; undefined where it has no limit, or that memory is known. */
  readonly unseenRoom?: number | undefined
  /**
   * The share of CPU that GC may take under the memory limit, if a little more memory use or a little less CPU could
   * make the program fall behind; else 0. Requests that wait then hold memory, which the ranges do not include.
   */
  readonly lateShare: number
  /** Bytes to which its memory may grow beyond its container, if it continues after the run; else 0. */
  readonly outgrown: number
  /** Whether the live heap still grew when the input ended, and the program may continue. */
  readonly isGrowing?: boolean
  /** The bytes that the process had when last seen under these settings, if the container holds them. */
  readonly livedBytes?: number | undefined
  /** Copied from its allowance, if the memory of the program may reach it. */
  readonly memoryHigh?: number | undefined
  /** Memory outside the heap that counts towards the memory limit: peak memory less peak heap. */
  readonly besideHeap: Omit<Spread, 'likely'>
  /**
   * The smallest container, in bytes, that may hold one of the programs: if only one cycle reaches the highest heap,
   * chance decides how high it is.
   */
  readonly leastByChance: number
  /** Whether the container may hold one of the programs by that chance, although all simulated ones were killed. */
  readonly mayFit?: boolean
  /** The memory need from runs without a container limit; absent if the container surely holds the program. */
  readonly need?: Spread | undefined
  /** How many programs were simulated: fewer than all if that takes long. */
  readonly runs: number
}

/** The bounds of every figure of a result, under its public name, and of `gcSecondsOnSameMachine`. */
export function toRange(prediction: Prediction): Record<string, readonly [low: number, high: number]> {
  const { spread, gcSecondsOnSameMachine } = prediction
  const all = gcSecondsOnSameMachine ? { ...spread, gcSecondsOnSameMachine } : spread
  return Object.fromEntries(Object.entries(all).map(([figure, { low, high }]) => [figure, [low, high]]))
}

/**
 * The likely program’s figures, within their ranges: if the container kills it at its start, it has no more memory than
 * the container.
 */
export function likelyResult({ trace, spread }: Pick<Prediction, 'trace' | 'spread'>): RunResult {
  const figures = Object.entries(spread).map(([figure, { likely }]) => [figure, likely])
  return { ...trace.result, ...Object.fromEntries(figures) }
}

/** All programs that fit an input, the likely one first, and the allowance for their answers. */
export interface Ensemble extends Unshown {
  readonly candidates: readonly Candidate[]
  readonly allowanceOf: (scenario: Scenario) => Allowance
  /** How many CPUs the program had, if it kept all of them busy. */
  readonly allCpus?: number | undefined
}

/** A search that pauses after each simulation, so that its caller can do other work or stop it. */
export type Search<T> = Generator<unknown, T, void>

/** After this many steps of all runs, about a second, we start no run beyond LEAST_RUNS. */
const MOST_STEPS = 2_000_000
/** With fewer programs there is no 90 % range: their highest and lowest answers stand in for it. */
const LEAST_RUNS = 8
/** A run has two or three points per cycle, and takes some more steps. */
const STEPS_PER_POINT = 2

/** Programs that were simulated under the settings asked about, the likely one first. */
export interface Ran {
  readonly scenario: Scenario
  readonly trace: Trace
  readonly runs: readonly Run[]
}

/** @param reach error factors of the model for the memory that the container counts */
export function* searchRuns<C extends Candidate>(
  candidates: readonly C[],
  toScenario: (candidate: C) => Scenario,
  reach?: Reach,
): Search<Ran> {
  const first = likelyOf(candidates)
  const scenario = toScenario(first)
  const trace = yield* inSlices(RUNTIME, scenario)
  const runs = [toRun(trace, scenario, first.weight)]
  let steps = STEPS_PER_POINT * trace.points.count
  yield runs.length
  for (const candidate of candidates.slice(1)) {
    if (candidate.weight <= 0) continue
    if (steps > MOST_STEPS && runs.length >= LEAST_RUNS) break
    const own = withinAllowance(toScenario(candidate), runs.length, reach)
    const other = countRun(own, candidate.weight, MOST_STEPS)
    steps += STEPS_PER_POINT * other.points
    runs.push(other)
    yield runs.length
  }
  return { scenario, trace, runs }
}

function likelyOf<C extends Candidate>([first]: readonly C[]): C {
  if (!first) throw new Error('a prediction of no program')
  return first
}

/** The prediction from simulated programs: the quantiles of their answers, widened by the allowance. */
export function toPrediction({ scenario, trace, runs: simulated }: Ran, allowance: Allowance): Prediction {
  const runs = simulated.map((run) => withMeasuredShare(run, allowance))
  const own: Prediction = {
    scenario,
    trace,
    spread: forEachFigure((figure) => toSpread(runs, figure)),
    cycleHeap: toSpread(runs, 'cycleHeapBytes'),
    cycleRate: toSpread(runs, 'cyclesPerSecond'),
    throttledShare: toSpread(runs, 'throttledShare'),
    thrashingShare: toSpread(runs, 'thrashingShare'),
    droppedShare: toSpread(runs, 'droppedShare'),
    gcSecondsOnSameMachine: undefined,
    outcomes: toOutcomes(runs),
    mayFill: false,
    unseenFill: 0,
    lateShare: lateShare(runs, allowance),
    outgrown: 0,
    unsure: allowance.unsure,
    isUnreliable: allowance.isUnreliable,
    bursts: allowance.bursts,
    leastByChance: leastByChance(runs, allowance),
    besideHeap: toBesideHeap(runs),
    runs: runs.length,
  }
  const { high } = reachOut(own.spread.peakContainerBytes, 'peakContainerBytes', killReach(allowance))
  const { unseenBytes = 0, seenBytes = 0, leastBytes = 0, livedBytes } = allowance
  const least = Math.max(seenBytes, leastBytes)
  const wide = widen(own, allowance)
  const touched = { ...wide, spread: withTouched(wide.spread, allowance.touchedShare) }
  const contained = contain(withSeen(touched, seenBytes, least), Math.max(high, least), unseenBytes)
  const limit = limitBytes(scenario.containerLimit)
  // A process that had more before, under the same settings, may have it again.
  const isHeld = livedBytes !== undefined && limit >= Math.max(livedBytes, seenBytes)
  return {
    ...contained,
    ...(isHeld && { livedBytes }),
    ...(!allowance.isOutsideUnseen && { unseenRoom: undefined }),
  }
}

/**
 * How large a program may become after the run. A run that ends before its first cycle shows no more memory than it
 * allocates. Later its heap grows to the goal: we take the high end of the programs, because we do not know which one
 * is real. A live heap that grows until the input ends continues to grow.
 */
function outgrownBy({ scenario, runs }: Ran, allowance: Allowance): number {
  const { mayGoOn, growth = 1 } = allowance
  if (!mayGoOn) return 0
  const later = ({ result, moreLater }: Run) =>
    result.peakContainerBytes + Math.max(moreLater, (growth - 1) * result.peakHeapBytes)
  const { above } = killReach(allowance) ?? NO_REACH
  const most = above * quantileOf(runs, 1 - EDGE, later)
  return most > limitBytes(scenario.containerLimit) ? most : 0
}

function leastByChance(runs: readonly Run[], allowance: Allowance): number {
  const reach = killReach(allowance)
  const least = runs.map(
    ({ result, lessByChance }, k) => (result.peakContainerBytes - lessByChance) / errorOf(k, reach),
  )
  return Math.max(allowance.seenBytes ?? 0, Math.min(...least))
}

function withMeasuredShare(run: Run, { compulsoryGcTimes }: Allowance): Run {
  const compulsoryGcFraction = toMeasuredShare(run.result, run.gcOfAll, compulsoryGcTimes)
  return { ...run, result: { ...run.result, compulsoryGcFraction } }
}

function lateShare(runs: readonly Run[], allowance: Allowance): number {
  // In a run that ends at its start, GC’s share of the CPU means nothing.
  const whole = runs.filter(({ result }) => result.outcome.kind === 'completed')
  if (whole.every(({ isLimitIdle }) => isLimitIdle)) return 0
  const { above } = allowance.compulsoryGcFraction ?? NO_REACH
  const most = above * quantileOf(whole, 1 - EDGE, ({ result }) => result.compulsoryGcFraction)
  return most > (allowance.lateFrom ?? Infinity) ? Math.min(1, most) : 0
}

const KILLED: Outcomes = { completed: 0, 'oom-killed': 1 }

/** Raises the memory to the measured memory: a container with less kills the program. */
function withSeen(prediction: Prediction, seen: number, least: number): Prediction {
  const { scenario, spread } = prediction
  const { low, likely, high } = spread.peakContainerBytes
  const peakContainerBytes = { low: Math.max(low, least), likely: Math.max(likely, least), high: Math.max(high, least) }
  const isKilled = limitBytes(scenario.containerLimit) < seen
  return {
    ...prediction,
    spread: { ...spread, peakContainerBytes },
    ...(isKilled && {
      outcomes: KILLED,
      isUnreliable: false,
      unsure: `the process had ${formatBriefSize(seen)} under these settings`,
    }),
  }
}

/**
 * Cuts the memory range at the container limit: a program that needs more is killed there.
 * @param most the most memory that the program may need, as far as the input shows
 * @param unseen further bytes that no input shows
 */
function contain(prediction: Prediction, most: number, unseen: number): Prediction {
  const { scenario, trace, spread, outcomes } = prediction
  const { low, likely, high } = spread.peakContainerBytes
  const limit = limitBytes(scenario.containerLimit)
  const isFull = high > limit || most > limit
  const unseenFill = !isFull && most + unseen > limit ? unseen : 0
  const unseenRoom = limit < Infinity ? Math.max(0, limit - Math.max(high, most) - unseen) : undefined
  const filled = { mayFill: isFull || unseenFill > 0, unseenFill, unseenRoom }
  // If the container limit changes during the run, the program may be killed at another limit.
  if (scenario.containerLimit.kind === 'off' || scenario.changes.some((change) => change.containerLimit))
    return { ...prediction, ...filled }
  const killed = outcomes['oom-killed']
  const within = trace.result.outcome.kind === 'oom-killed' ? limit : Math.min(likely, limit)
  const peakContainerBytes = {
    low: Math.min(within, killed > 1 - EDGE ? limit : low),
    likely: within,
    high: killed > EDGE ? limit : Math.min(high, limit),
  }
  const upTo = ({ low, likely, high }: Spread) => ({
    low: Math.min(low, limit),
    likely: Math.min(likely, limit),
    high: Math.min(high, limit),
  })
  const parts = { peakHeapBytes: upTo(spread.peakHeapBytes), peakMemoryBytes: upTo(spread.peakMemoryBytes) }
  const cycleHeap = upTo(prediction.cycleHeap)
  return { ...prediction, spread: { ...spread, ...parts, peakContainerBytes }, cycleHeap, ...filled }
}

/** The prediction with its ranges widened by the allowance. Outcomes in the container stay as they were. */
export function widen(prediction: Prediction, allowance: Allowance): Prediction {
  const { scenario, spread, cycleHeap, cycleRate, besideHeap, lateShare } = prediction
  const { gcSecondsOnSameMachine: onSame } = allowance
  const wide = forEachFigure((figure) => reachOut(spread[figure], figure, allowance[figure]))
  // Memory includes the heap, so its range ends at least as high. Memory outside the heap may not be resident.
  const holding = (whole: Spread, beside: number) => ({
    ...whole,
    high: Math.max(whole.high, wide.peakHeapBytes.high + beside),
  })
  const wallSeconds = reachOut(spread.wallSeconds, 'wallSeconds', elapsedReach(prediction, allowance))
  const most = mostShare(scenario, { ...wide, wallSeconds })
  const share = wide.compulsoryGcFraction
  return {
    ...prediction,
    lateShare: most > (allowance.lateFrom ?? Infinity) ? Math.min(lateShare, most) : 0,
    spread: {
      ...wide,
      wallSeconds,
      compulsoryGcFraction: { ...share, high: Math.max(share.likely, Math.min(share.high, most)) },
      peakMemoryBytes: holding(wide.peakMemoryBytes, besideHeap.low),
      peakContainerBytes: holding(wide.peakContainerBytes, 0),
    },
    cycleHeap: reachOut(cycleHeap, 'cycleHeapBytes', allowance.peakHeapBytes),
    cycleRate: reachOut(cycleRate, 'cyclesPerSecond', allowance.cycles),
    gcSecondsOnSameMachine: onSame === undefined ? undefined : reachOut(spread.gcSeconds, 'gcSeconds', onSame),
  }
}

/** A program that may thrash may fall behind. Then it ends when its work is done, as a job does. */
function elapsedReach({ thrashingShare }: Prediction, { wallSeconds, lateSeconds = 1 }: Allowance): Reach {
  const { below, above } = wallSeconds ?? NO_REACH
  return { below, above: thrashingShare.high > THRASHING_TIME_SHARE ? Math.max(above, lateSeconds) : above }
}

/** Predicts the program of an ensemble. @param toScenario applies settings to a program */
export function* searchEnsemble(
  { candidates, allowanceOf, allCpus = Infinity, ...unshown }: Ensemble,
  toScenario: (scenario: Scenario) => Scenario,
): Search<Prediction> {
  const under = ({ scenario }: Candidate) => toScenario(scenario)
  const search = (settings: Scenario) => searchRuns(candidates, under, killReach(allowanceOf(settings)))
  const first = yield* search(under(likelyOf(candidates)))
  const atWork = settingsAtWork(first)
  // These runs show whether the limit has an effect. Without a limit, the model’s error in memory differs.
  const isOther = atWork !== first.scenario && atWork.containerLimit.kind !== 'off'
  const ran = isOther ? yield* search(atWork) : first
  // These depend on the written settings, even on a limit without effect.
  const { seenBytes, leastBytes, livedBytes, unsure } = allowanceOf(ran.scenario)
  const allowance = { ...allowanceOf(settingsAtWork(ran)), seenBytes, leastBytes, livedBytes, unsure }
  // In a longer run, a limit may take effect that had none in this run.
  const isGrowing = allowance.mayGoOn === true && allowance.growth !== undefined
  const outgrown = outgrownBy(first, allowance)
  const prediction = toPrediction(ran, allowance)
  const { memoryHigh = Infinity } = allowance
  const mayPass = prediction.spread.peakContainerBytes.high > memoryHigh
  const fewerCpus = ran.scenario.procs > allCpus ? allCpus : undefined
  return { ...prediction, ...unshown, outgrown, isGrowing, ...(mayPass && { memoryHigh }), fewerCpus }
}

/** The settings of the runs; without a memory limit that had no effect, so that ranges are as wide as without it. */
export function settingsAtWork({ scenario, runs }: Ran): Scenario {
  const isKept = scenario.changes.every(({ memoryLimit }) => memoryLimit === undefined)
  return isKept && runs.every(({ isLimitIdle }) => isLimitIdle) ? { ...scenario, memoryLimit: OFF } : scenario
}

function toBesideHeap(runs: readonly Run[]): Prediction['besideHeap'] {
  const beside = ({ result }: Run) => result.peakMemoryBytes - result.peakHeapBytes
  return { low: quantileOf(runs, EDGE, beside), high: quantileOf(runs, 1 - EDGE, beside) }
}

function toOutcomes(runs: readonly Run[]): Outcomes {
  const total = runs.reduce((sum, { weight }) => sum + weight, 0)
  const share = (kind: RunResult['outcome']['kind']) =>
    runs.reduce((sum, { weight, result }) => sum + (result.outcome.kind === kind ? weight : 0), 0) / total
  return { completed: share('completed'), 'oom-killed': share('oom-killed') }
}
