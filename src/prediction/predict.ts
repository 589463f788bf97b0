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
  factorsOf,
  killReach,
  RANGE_FIGURES,
  type RangeFigure,
  type Reach,
  withinAllowance,
} from './allowance.ts'
import type { Candidate } from './candidates.ts'
import { mostShare } from './most-share.ts'
import { weightedQuantile } from './quantile.ts'
import { countRun, RUN_RATES, type Run, type RunFigure, tellsRate, toRun } from './run.ts'

/** A 90 % range: in nine of ten cases the answer lies between `low` and `high`. */
export interface Spread {
  readonly low: number
  readonly likely: number
  readonly high: number
}

/** Shares of the programs, by weight. A program that neither completed nor was killed was stopped: it took too long. */
export interface Outcomes {
  readonly completed: number
  readonly 'oom-killed': number
}

export interface Prediction {
  /** The likely program's run: what a figure draws. */
  readonly scenario: Scenario
  readonly trace: Trace
  readonly spread: Readonly<Record<RangeFigure, Spread>>
  /** The highest heap at the end of a cycle, which is what gctrace shows. */
  readonly cycleHeap: Spread
  /** GC cycles per second of elapsed time, forced ones among them: a program that is killed early has fewer cycles, not fewer per second. */
  readonly cycleRate: Spread
  /** Share of the elapsed time for which the CPU quota stops the program: 0 without one. */
  readonly throttledShare: Spread
  /** Share of the elapsed time in which it thrashes. */
  readonly thrashingShare: Spread
  /** Share of its work that the program gives up as late. */
  readonly droppedShare: Spread
  /** As of its ensemble. */
  readonly isBusyOpen?: boolean | undefined
  readonly isCostOpen?: boolean | undefined
  /** The CPUs that the program kept busy, all that it had, where it has more in this run. */
  readonly fewerCpus?: number | undefined
  /** CPU-seconds of GC on a machine as free as while the log was written; undefined without a log, or with a limit. */
  readonly gcSecondsOnSameMachine: Spread | undefined
  readonly outcomes: Outcomes
  /** Whether the program may fill its container if the model is as far off as `killReach` says. */
  readonly mayFill: boolean
  /** How many bytes that nothing shows (`unseenBytes`) may fill it, where all else leaves room: else 0. */
  readonly unseenFill: number
  /**
   * The share of CPU that GC may take under the memory limit, if it is so high that a little more memory, or a little less
   * CPU, could make the program fall behind; else 0. Requests that wait then hold memory, which the ranges do not count.
   */
  readonly lateShare: number
  /** Bytes to which its memory may grow, beyond its container, if the program goes on after the run; else 0. */
  readonly outgrown: number
  /** Whether the live heap still grew as the input ended, and the program may go on. */
  readonly isGrowing?: boolean
  /** As of its allowance. */
  readonly unsure: string | undefined
  readonly bursts?: number | undefined
  /** As of its allowance, where its memory may reach it. */
  readonly heldUpAbove?: number | undefined
  /** Memory outside the heap that counts towards the memory limit: peak memory less peak heap. */
  readonly besideHeap: Omit<Spread, 'likely'>
  /**
   * The least that the container may have to hold of any of the programs, in bytes. Where one cycle alone reaches the
   * highest heap, chance decides how high that is.
   */
  readonly leastByChance: number
  /** Whether a container in which all programs were killed may hold one of them by that chance. */
  readonly mayFit?: boolean
  /** Memory that the container would have to hold, where it may kill the program: that of runs without its limit. */
  readonly need?: Spread | undefined
  /** How many programs were simulated: not all of them, if that takes long. */
  readonly runs: number
}

/** The bounds of every figure of a result, under its public name, and of `gcSecondsOnSameMachine`. */
export function toRange(prediction: Prediction): Record<string, readonly [low: number, high: number]> {
  const { spread, gcSecondsOnSameMachine } = prediction
  const all = gcSecondsOnSameMachine ? { ...spread, gcSecondsOnSameMachine } : spread
  return Object.fromEntries(Object.entries(all).map(([figure, { low, high }]) => [figure, [low, high]]))
}

/**
 * The figures of the likely program’s run, as its ranges have them: a program that its container kills as it starts has
 * no more memory than the container.
 */
export function likelyResult({ trace, spread }: Pick<Prediction, 'trace' | 'spread'>): RunResult {
  const figures = Object.entries(spread).map(([figure, { likely }]) => [figure, likely])
  return { ...trace.result, ...Object.fromEntries(figures) }
}

/** All programs that an input cannot tell apart, the likely one first, and the allowance for their answers. */
export interface Ensemble {
  readonly candidates: readonly Candidate[]
  readonly allowanceOf: (scenario: Scenario) => Allowance
  /** Whether nobody measured the CPU time of the program: how many CPUs it keeps busy is then a wide guess. */
  readonly isBusyOpen?: boolean | undefined
  /** Whether nothing measured shows what marking costs. */
  readonly isCostOpen?: boolean | undefined
  /** How many CPUs the program had, where it kept all of them busy. */
  readonly allCpus?: number | undefined
}

/** A search that halts after each simulation, so that its caller can run other work in between, or stop the search. */
export type Search<T> = Generator<unknown, T, void>

const EDGE = 0.05
/** When all runs together have taken this many steps, about a second, we start no further run, except for the least. */
const MOST_STEPS = 2_000_000
/** With fewer programs there is no 90 % range: their highest and lowest answers stand in for it. */
const LEAST_RUNS = 8
/** A run has two or three points per cycle, and takes some more steps. */
const STEPS_PER_POINT = 2

/**
 * Predicts a program that is one of the candidates; the first is the likely one.
 * @param toScenario puts a candidate under the settings asked about
 */
export function* searchPrediction<C extends Candidate>(
  candidates: readonly C[],
  toScenario: (candidate: C) => Scenario = ({ scenario }) => scenario,
  allowance: Allowance = {},
): Search<Prediction> {
  return toPrediction(yield* searchRuns(candidates, toScenario, killReach(allowance)), allowance)
}

/** Programs that were simulated under the settings asked about, the likely one first. */
export interface Ran {
  readonly scenario: Scenario
  readonly trace: Trace
  readonly runs: readonly Run[]
}

/** @param reach how far off the model may be in the memory that the container counts */
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
export function toPrediction({ scenario, trace, runs }: Ran, allowance: Allowance): Prediction {
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
    bursts: allowance.bursts,
    leastByChance: leastByChance(runs, allowance),
    besideHeap: toBesideHeap(runs),
    runs: runs.length,
  }
  const { high } = reachOut(own.spread.peakContainerBytes, 'peakContainerBytes', killReach(allowance))
  const { unseenBytes = 0, seenBytes = 0 } = allowance
  return contain(withSeen(widen(own, allowance), seenBytes), Math.max(high, seenBytes), unseenBytes)
}

/**
 * A run that ends before its first cycle shows no more memory than it allocates. If the program goes on, its heap grows to
 * the goal: at the high end of the programs, since chance decides which one is real. A live heap that still grows as the
 * input ends grows on with it.
 */
function outgrownBy({ scenario, runs }: Ran, allowance: Allowance): number {
  const { mayGoOn, growth = 1 } = allowance
  if (!mayGoOn) return 0
  const later = ({ result, moreLater }: Run) =>
    result.peakContainerBytes + Math.max(moreLater, (growth - 1) * result.peakHeapBytes)
  const { above } = factorsOf(killReach(allowance) ?? 1)
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

function lateShare(runs: readonly Run[], allowance: Allowance): number {
  // In a run that ends as it starts, GC took any share of little.
  const whole = runs.filter(({ result }) => result.outcome.kind === 'completed')
  if (whole.every(({ isLimitIdle }) => isLimitIdle)) return 0
  const { above } = factorsOf(allowance.compulsoryGcFraction ?? 1)
  const most = above * quantileOf(whole, 1 - EDGE, ({ result }) => result.compulsoryGcFraction)
  return most > (allowance.lateFrom ?? Infinity) ? Math.min(1, most) : 0
}

const KILLED: Outcomes = { completed: 0, 'oom-killed': 1 }

/** No less memory than was seen: a container with less kills the program, whichever it is. */
function withSeen(prediction: Prediction, seen: number): Prediction {
  const { scenario, spread } = prediction
  const { low, likely, high } = spread.peakContainerBytes
  const peakContainerBytes = { low: Math.max(low, seen), likely: Math.max(likely, seen), high: Math.max(high, seen) }
  const isKilled = limitBytes(scenario.containerLimit) < seen
  return {
    ...prediction,
    spread: { ...spread, peakContainerBytes },
    ...(isKilled && { outcomes: KILLED, unsure: `the process had ${formatBriefSize(seen)} under these settings` }),
  }
}

/**
 * Cuts the memory range at the container limit: a program that needs more is killed there.
 * @param most the most memory that the program may need, as far as the input shows
 * @param unseen and bytes that nothing shows
 */
function contain(prediction: Prediction, most: number, unseen: number): Prediction {
  const { scenario, trace, spread, outcomes } = prediction
  const { low, likely, high } = spread.peakContainerBytes
  const limit = limitBytes(scenario.containerLimit)
  const isFull = high > limit || most > limit
  const unseenFill = !isFull && most + unseen > limit ? unseen : 0
  const filled = { mayFill: isFull || unseenFill > 0, unseenFill }
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
  // Memory includes the heap, so its range reaches at least as high. What is beside the heap may not be resident.
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

/** A program that may thrash may fall behind its clients or its clock: then it ends when its work is done, as a job does. */
function elapsedReach({ thrashingShare }: Prediction, { wallSeconds, lateSeconds = 1 }: Allowance): Reach {
  const { below, above } = factorsOf(wallSeconds ?? 1)
  return { below, above: thrashingShare.high > THRASHING_TIME_SHARE ? Math.max(above, lateSeconds) : above }
}

/** Predicts the program of an ensemble. @param toScenario puts a program under the settings asked about */
export function* searchEnsemble(
  { candidates, allowanceOf, isBusyOpen, isCostOpen, allCpus = Infinity }: Ensemble,
  toScenario: (scenario: Scenario) => Scenario,
): Search<Prediction> {
  const under = ({ scenario }: Candidate) => toScenario(scenario)
  const search = (settings: Scenario) => searchRuns(candidates, under, killReach(allowanceOf(settings)))
  const first = yield* search(under(likelyOf(candidates)))
  const atWork = settingsAtWork(first)
  // Only these runs show that the memory limit is idle. Without one, the model’s error in memory is another.
  const isOther = atWork !== first.scenario && atWork.containerLimit.kind !== 'off'
  const ran = isOther ? yield* search(atWork) : first
  // What was seen, and what is not sure, hangs on the settings as they are written, whatever acts.
  const { seenBytes, unsure } = allowanceOf(ran.scenario)
  const allowance = { ...allowanceOf(settingsAtWork(ran)), seenBytes, unsure }
  // In a longer run, a limit that was idle may act.
  const isGrowing = allowance.mayGoOn === true && allowance.growth !== undefined
  const outgrown = outgrownBy(first, allowance)
  const prediction = toPrediction(ran, allowance)
  const { heldUpAbove = Infinity } = allowance
  const isHeldUp = prediction.spread.peakContainerBytes.high > heldUpAbove
  const fewerCpus = ran.scenario.procs > allCpus ? allCpus : undefined
  return { ...prediction, outgrown, isGrowing, ...(isHeldUp && { heldUpAbove }), isBusyOpen, isCostOpen, fewerCpus }
}

/** The settings of runs, without a memory limit that altered none of them: ranges are then as wide as without it. */
export function settingsAtWork({ scenario, runs }: Ran): Scenario {
  const isKept = scenario.changes.every(({ memoryLimit }) => memoryLimit === undefined)
  return isKept && runs.every(({ isLimitIdle }) => isLimitIdle) ? { ...scenario, memoryLimit: OFF } : scenario
}

type Figure = RangeFigure | RunFigure
/** Figures that include the heap, and so grow with it. */
const OF_HEAP: readonly Figure[] = ['peakHeapBytes', 'cycleHeapBytes', 'peakMemoryBytes', 'peakContainerBytes']
/** Rates and shares: those of a part of a run are about those of the whole. */
const OF_PART_TOO: readonly Figure[] = ['compulsoryGcFraction', ...RUN_RATES]

function forEachFigure(toSpread: (figure: RangeFigure) => Spread): Record<RangeFigure, Spread> {
  return Object.fromEntries(RANGE_FIGURES.map((figure) => [figure, toSpread(figure)])) as Record<RangeFigure, Spread>
}

function toSpread(runs: readonly Run[], figure: Figure): Spread {
  const likely = runs[0]!.result[figure]
  const told = figure === 'cyclesPerSecond' ? runs.filter(tellsRate) : runs
  const telling = told.length > 0 ? told : runs
  // The whole of a run that was stopped comes to more than its part: to how much, nothing shows.
  const isPart = ({ result }: Run) => result.outcome.kind === 'stopped' && !OF_PART_TOO.includes(figure)
  const low = quantileOf(telling, EDGE, (run) => (isPart(run) ? Infinity : run.result[figure]))
  const more = ({ moreAllowed }: Run) => (OF_HEAP.includes(figure) ? moreAllowed : 0)
  const high = quantileOf(telling, 1 - EDGE, (run) => run.result[figure] + more(run))
  return { low: Math.min(likely, low), likely, high: Math.max(likely, high) }
}

/** Widens a range. We round cycles to the nearest number: outwards, a range of six cycles would widen by half. */
function reachOut({ low, likely, high }: Spread, figure: Figure, reach: Reach = 1): Spread {
  const { below, above } = factorsOf(reach)
  const [least, most] = [low / below, high * above]
  if (figure === 'cycles') return { low: Math.round(least), likely, high: Math.round(most) }
  return { low: least, likely, high: figure === 'compulsoryGcFraction' ? Math.min(1, most) : most }
}

function toBesideHeap(runs: readonly Run[]): Prediction['besideHeap'] {
  const beside = ({ result }: Run) => result.peakMemoryBytes - result.peakHeapBytes
  return { low: quantileOf(runs, EDGE, beside), high: quantileOf(runs, 1 - EDGE, beside) }
}

function quantileOf(runs: readonly Run[], share: number, toValue: (run: Run) => number): number {
  const values = runs.map((run) => ({ value: toValue(run), weight: run.weight }))
  return weightedQuantile(values, share)
}

function toOutcomes(runs: readonly Run[]): Outcomes {
  const total = runs.reduce((sum, { weight }) => sum + weight, 0)
  const share = (kind: RunResult['outcome']['kind']) =>
    runs.reduce((sum, { weight, result }) => sum + (result.outcome.kind === kind ? weight : 0), 0) / total
  return { completed: share('completed'), 'oom-killed': share('oom-killed') }
}
