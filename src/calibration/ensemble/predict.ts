import type { RunResult } from '../../model/result.ts'
import { simulate } from '../../model/simulate.ts'
import type { Trace } from '../../model/trace.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { Candidate } from './candidates.ts'
import { weightedQuantile } from './quantile.ts'

/** What a prediction gives a range of: names and units are those of results. */
export const RANGE_FIGURES = [
  'cycles',
  'peakHeapBytes',
  'peakMemoryBytes',
  'peakContainerBytes',
  'gcSeconds',
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
  readonly outcomes: Outcomes
  /** How many programs it was made of: fewer than there are where simulating them takes long. */
  readonly runs: number
}

/** How far beyond its programs a range reaches, as factors ≥ 1: what programs like these have been off by. */
export type Allowance = Readonly<Partial<Record<RangeFigure, number>>>

/** A search that halts after each simulation, so that whoever runs it can let others have a turn, or give it up. */
export type Search<T> = Generator<unknown, T, void>

/** Runs a search to its end, without a pause. */
export function finish<T>(search: Search<T>): T {
  for (;;) {
    const step = search.next()
    if (step.done) return step.value
  }
}

const EDGE = 0.05
/** Steps of all runs together, after which no other is begun: about a second. */
const MOST_STEPS = 2_000_000
/** Points of a run are two or three to a cycle, and its steps some more. */
const STEPS_PER_POINT = 2

/**
 * What may come true of programs of which one is the real one. The first of them is the likely one.
 * @param toScenario each of them under the settings that are asked about
 */
export function* searchPrediction(
  candidates: readonly Candidate[],
  toScenario: (candidate: Candidate) => Scenario = ({ scenario }) => scenario,
  allowance: Allowance = {},
): Search<Prediction> {
  const [first, ...others] = candidates
  if (!first) throw new Error('a prediction of no program')
  const scenario = toScenario(first)
  const trace = simulate(scenario)
  const runs = [toRun(trace, first.weight)]
  let steps = STEPS_PER_POINT * trace.points.count
  yield runs.length
  for (const candidate of others) {
    if (candidate.weight <= 0) continue
    if (steps > MOST_STEPS) break
    const other = simulate(toScenario(candidate), { maxSteps: MOST_STEPS })
    steps += STEPS_PER_POINT * other.points.count
    runs.push(toRun(other, candidate.weight))
    yield runs.length
  }
  return { scenario, trace, spread: toSpreads(runs, allowance), outcomes: toOutcomes(runs), runs: runs.length }
}

/** One run of those that may come true. */
interface Run {
  readonly weight: number
  readonly result: RunResult
  /** The highest heap that its goals allow: chance decides how near a cycle comes to it. */
  readonly heapAllowed: number
}

function toRun({ result, cycles, pending }: Trace, weight: number): Run {
  const isWhole = result.outcome.kind === 'completed'
  const goals = isWhole ? cycles.goal.reduce((most, goal) => Math.max(most, goal), pending?.goal ?? 0) : 0
  const heapAllowed = Math.max(result.peakHeapBytes, Number.isFinite(goals) ? goals : 0)
  return { weight, result, heapAllowed }
}

function toSpreads(runs: readonly Run[], allowance: Allowance): Record<RangeFigure, Spread> {
  const entries = RANGE_FIGURES.map((figure) => [figure, toSpread(runs, figure, allowance[figure] ?? 1)])
  return Object.fromEntries(entries) as Record<RangeFigure, Spread>
}

function toSpread(runs: readonly Run[], figure: RangeFigure, allowance: number): Spread {
  const likely = runs[0]!.result[figure]
  const at = (share: number, value: (run: Run) => number) =>
    weightedQuantile(
      runs.map((run) => ({ value: value(run), weight: run.weight })),
      share,
    )
  const low =
    Math.min(
      likely,
      at(EDGE, ({ result }) => result[figure]),
    ) / allowance
  const high =
    Math.max(
      likely,
      at(1 - EDGE, (run) => highest(run, figure)),
    ) * allowance
  return figure === 'cycles' ? { low: Math.floor(low), likely, high: Math.ceil(high) } : { low, likely, high }
}

/** Of what a heap brings with it, the most that its goals allow. */
function highest({ result, heapAllowed }: Run, figure: RangeFigure): number {
  switch (figure) {
    case 'peakHeapBytes':
    case 'peakMemoryBytes':
    case 'peakContainerBytes':
      return result[figure] + heapAllowed - result.peakHeapBytes
    default:
      return result[figure]
  }
}

function toOutcomes(runs: readonly Run[]): Outcomes {
  const total = runs.reduce((sum, { weight }) => sum + weight, 0)
  const share = (kind: RunResult['outcome']['kind']) =>
    runs.reduce((sum, { weight, result }) => sum + (result.outcome.kind === kind ? weight : 0), 0) / total
  return { completed: share('completed'), 'oom-killed': share('oom-killed') }
}
