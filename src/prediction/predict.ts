import type { RunResult } from '../model/result.ts'
import { RUNTIME } from '../model/runtime/simulator.ts'
import { inSlices } from '../model/slices.ts'
import type { Trace } from '../model/trace.ts'
import type { Scenario } from '../scenario/types.ts'
import { limitBytes } from '../units.ts'
import type { Candidate } from './candidates.ts'
import { weightedQuantile } from './quantile.ts'
import { countRun, type Run, type RunFigure, toRun } from './run.ts'
import { evenly } from './sequence.ts'

/** What a prediction gives a range of: names and units are those of results. */
export const RANGE_FIGURES = [
  'cycles',
  'peakHeapBytes',
  'peakMemoryBytes',
  'peakContainerBytes',
  'gcSeconds',
  'compulsoryGcFraction',
  'wallSeconds',
] as const
export type RangeFigure = (typeof RANGE_FIGURES)[number]

/** Nine of ten of what the answer may be lie from `low` to `high`. */
export interface Spread {
  readonly low: number
  readonly likely: number
  readonly high: number
}

/** Shares of all that may come true; what neither completes nor is killed was stopped for taking too long. */
export interface Outcomes {
  readonly completed: number
  readonly 'oom-killed': number
}

export interface Prediction {
  /** The likely program's run: what a figure draws. */
  readonly scenario: Scenario
  readonly trace: Trace
  readonly spread: Readonly<Record<RangeFigure, Spread>>
  /** Of the highest heap as a cycle ends: what a gctrace shows of it. */
  readonly cycleHeap: Spread
  /** GC cycles per second of elapsed time: programs that are killed early have fewer cycles, not fewer a second. */
  readonly cycleRate: Spread
  /** CPU-seconds of GC if the machine is as free as while the log was written; undefined without a log, or under a limit. */
  readonly gcSecondsOnSameMachine: Spread | undefined
  readonly outcomes: Outcomes
  /** Whether the program may fill its container: as far as `killReach` goes. */
  readonly mayFill: boolean
  /** What counts towards the memory limit besides the heap, where it counts most. */
  readonly besideHeap: Omit<Spread, 'likely'>
  /** How many programs it was made of: fewer than there are where simulating them takes long. */
  readonly runs: number
}

/** The low and the high of every figure that results have, under its public name; and of `gcSecondsOnSameMachine`. */
export function toRange(prediction: Prediction): Record<string, readonly [low: number, high: number]> {
  const { spread, gcSecondsOnSameMachine } = prediction
  const all = gcSecondsOnSameMachine ? { ...spread, gcSecondsOnSameMachine } : spread
  return Object.fromEntries(Object.entries(all).map(([figure, { low, high }]) => [figure, [low, high]]))
}

/** All programs that an input cannot tell apart, the likely one first, and what such programs have been off by under settings. */
export interface Ensemble {
  readonly candidates: readonly Candidate[]
  readonly allowanceOf: (scenario: Scenario) => Allowance
}

/** How far beyond its programs a range reaches, as factors ≥ 1: what programs like these have been off by. */
export type Allowance = Readonly<Partial<Record<RangeFigure | 'gcSecondsOnSameMachine' | 'containerKills', Reach>>>
/** One factor where it reaches as far below as above. */
type Reach = number | { readonly below: number; readonly above: number }

/** How far beyond its memory a program is taken to reach where a container may kill it: no less than its range does. */
export function killReach({ containerKills, peakContainerBytes }: Allowance): Reach | undefined {
  return containerKills ?? peakContainerBytes
}

/** A search that halts after each simulation, so that whoever runs it can let others have a turn, or give it up. */
export type Search<T> = Generator<unknown, T, void>

const EDGE = 0.05
/** Steps of all runs together, after which no other is begun: about a second. */
const MOST_STEPS = 2_000_000
/** Points of a run are two or three to a cycle, and its steps some more. */
const STEPS_PER_POINT = 2

/**
 * What may come true of programs of which one is the real one. The first of them is the likely one.
 * @param toScenario each of them under the settings that are asked about
 */
export function* searchPrediction<C extends Candidate>(
  candidates: readonly C[],
  toScenario: (candidate: C) => Scenario = ({ scenario }) => scenario,
  allowance: Allowance = {},
): Search<Prediction> {
  return toPrediction(yield* searchRuns(candidates, toScenario, killReach(allowance)), allowance)
}

/** Programs that were run under settings, the likely one first. */
export interface Ran {
  readonly scenario: Scenario
  readonly trace: Trace
  readonly runs: readonly Run[]
}

/** @param reach how far off the model may be in what a container sees of each of them */
export function* searchRuns<C extends Candidate>(
  candidates: readonly C[],
  toScenario: (candidate: C) => Scenario,
  reach?: Reach,
): Search<Ran> {
  const [first, ...others] = candidates
  if (!first) throw new Error('a prediction of no program')
  const scenario = toScenario(first)
  const trace = yield* inSlices(RUNTIME, scenario)
  const runs = [toRun(trace, scenario, first.weight)]
  let steps = STEPS_PER_POINT * trace.points.count
  yield runs.length
  for (const candidate of others) {
    if (candidate.weight <= 0) continue
    if (steps > MOST_STEPS) break
    const own = withinAllowance(toScenario(candidate), runs.length, reach)
    const other = countRun(own, candidate.weight, MOST_STEPS)
    steps += STEPS_PER_POINT * other.points
    runs.push(other)
    yield runs.length
  }
  return { scenario, trace, runs }
}

/** What may come true, as far as programs tell that were run: their quantiles, and as much more as is allowed for. */
export function toPrediction({ scenario, trace, runs }: Ran, allowance: Allowance): Prediction {
  const own: Prediction = {
    scenario,
    trace,
    spread: forEachFigure((figure) => toSpread(runs, figure)),
    cycleHeap: toSpread(runs, 'cycleHeapBytes'),
    cycleRate: toSpread(runs, 'cyclesPerSecond'),
    gcSecondsOnSameMachine: undefined,
    outcomes: toOutcomes(runs),
    mayFill: false,
    besideHeap: toBesideHeap(runs),
    runs: runs.length,
  }
  const { high } = reachOut(own.spread.peakContainerBytes, 'peakContainerBytes', killReach(allowance))
  return contain(widen(own, allowance), high)
}

/** No program takes more than its container's limit: one that would is killed there. @param most what it may take, for all that is sure */
function contain(prediction: Prediction, most: number): Prediction {
  const { scenario, trace, spread, outcomes } = prediction
  const { low, likely, high } = spread.peakContainerBytes
  const limit = limitBytes(scenario.containerLimit)
  const mayFill = Math.max(high, most) > limit
  // Where the limit changes on the way, the program may be killed at another.
  if (scenario.containerLimit.kind === 'off' || scenario.changes.some((change) => change.containerLimit))
    return { ...prediction, mayFill }
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
  return { ...prediction, spread: { ...spread, ...parts, peakContainerBytes }, mayFill }
}

/** A prediction whose ranges reach further beyond its programs. What meets a container limit stays as it was. */
export function widen(prediction: Prediction, allowance: Allowance): Prediction {
  const { spread, cycleHeap, cycleRate } = prediction
  const { gcSecondsOnSameMachine: onSame } = allowance
  const wide = forEachFigure((figure) => reachOut(spread[figure], figure, allowance[figure]))
  // What holds the heap may be as large as the heap may.
  const holding = (whole: Spread) => ({ ...whole, high: Math.max(whole.high, wide.peakHeapBytes.high) })
  return {
    ...prediction,
    spread: {
      ...wide,
      peakMemoryBytes: holding(wide.peakMemoryBytes),
      peakContainerBytes: holding(wide.peakContainerBytes),
    },
    cycleHeap: reachOut(cycleHeap, 'cycleHeapBytes', allowance.peakHeapBytes),
    cycleRate: reachOut(cycleRate, 'cyclesPerSecond', allowance.cycles),
    gcSecondsOnSameMachine: onSame === undefined ? undefined : reachOut(spread.gcSeconds, 'gcSeconds', onSame),
  }
}

/** What may come true of an ensemble. @param toScenario each of its programs under the settings that are asked about */
export function searchEnsemble(
  { candidates, allowanceOf }: Ensemble,
  toScenario: (scenario: Scenario) => Scenario,
): Search<Prediction> {
  const [likely] = candidates
  const allowance = likely && allowanceOf(toScenario(likely.scenario))
  return searchPrediction(candidates, ({ scenario }) => toScenario(scenario), allowance)
}

/**
 * A program that takes more memory than the model says meets its container limit sooner: each has another part of what the
 * model may be off by.
 * @param k which of the programs; the first, the likely one, is taken as it is
 */
export function withinAllowance(scenario: Scenario, k: number, reach: Reach = 1): Scenario {
  const { containerLimit } = scenario
  const { below, above } = factorsOf(reach)
  if (containerLimit.kind === 'off' || k === 0) return scenario
  const off = 2 * evenly(k, OFF_AXIS) - 1
  const bytes = containerLimit.bytes * (off < 0 ? above ** off : below ** off)
  return { ...scenario, containerLimit: { kind: 'bytes', bytes } }
}

function factorsOf(reach: Reach): Exclude<Reach, number> {
  return typeof reach === 'number' ? { below: reach, above: reach } : reach
}

/** An axis that no program is drawn along. */
const OFF_AXIS = 19

type Figure = RangeFigure | RunFigure
/** What a heap brings with it. */
const OF_HEAP: readonly Figure[] = ['peakHeapBytes', 'cycleHeapBytes', 'peakMemoryBytes', 'peakContainerBytes']

function forEachFigure(toSpread: (figure: RangeFigure) => Spread): Record<RangeFigure, Spread> {
  return Object.fromEntries(RANGE_FIGURES.map((figure) => [figure, toSpread(figure)])) as Record<RangeFigure, Spread>
}

function toSpread(runs: readonly Run[], figure: Figure): Spread {
  const likely = runs[0]!.result[figure]
  const telling = figure === 'cyclesPerSecond' ? runs.filter(tellsRate) : runs
  const at = (share: number, value: (run: Run) => number) =>
    quantileOf(telling.length > 0 ? telling : runs, share, value)
  const low = at(EDGE, ({ result }) => result[figure])
  const isOfHeap = OF_HEAP.includes(figure)
  const high = at(1 - EDGE, ({ result, moreAllowed }) => result[figure] + (isOfHeap ? moreAllowed : 0))
  return { low: Math.min(likely, low), likely, high: Math.max(likely, high) }
}

/** A program that is killed before its first cycle ends says nothing of how often cycles come, and not that there are none. */
function tellsRate({ result: { cycles, outcome } }: Run): boolean {
  return cycles > 0 || outcome.kind !== 'oom-killed'
}

/** Whole cycles are the nearest ones: rounded outwards, a range of six cycles would be half as wide again. */
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
