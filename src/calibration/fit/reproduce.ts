import type { Trace } from '../../model/trace.ts'
import type { Piece } from '../shape/segments.ts'
import { isFlat } from '../shape/workload.ts'
import { type Misfit, toMisfit } from './misfit.ts'
import { DEMAND_WITHOUT_SLACK, type ModelRun, type Workload } from './model-run.ts'
import type { Search, Trials } from './trials.ts'
import {
  busyVariants,
  FINER_VARIANTS,
  farVariants,
  machineVariants,
  nearVariants,
  toVariant,
  type Variant,
} from './variants.ts'

/** With fewer steady cycles, or fewer than half of all, what a program is like while it stays as it is cannot be told. */
const FEWEST_STEADY = 10
const STEADY_SHARE = 0.5
/** … or than this where all that comes before is building up, and nothing after it. */
const SETTLED_SHARE = 0.3
/** A longer log is taken as it is: each try takes as long as the run has cycles. */
const MOST_CYCLES = 1000
/** Of so many cycles the highest is not much a matter of chance. */
const MOST_CYCLES_OF_CHANCE = 400
/** So little of what the mean cycle is off by has another kind of program to leave, … */
const KIND_LEAVES = 0.6
/** … and so little of what cycles and highest heap are off by any other program. */
const ANY_LEAVES = 0.8
/** Rounds of tries around the best so far: how many, and how far from it. */
const NEAR = [
  { count: 24, width: 1.5 },
  { count: 24, width: 1 },
  { count: 24, width: 0.5 },
]

/** A try takes longer the longer there is marking: with more seconds of it in all, nothing is searched far away. */
const MOST_MARKING = 60
/** Kinds of program that are searched around, how many tries each, and rounds around the best of all. */
const STARTS = 5
const FAR = 16
const LAST_WIDTHS = [1.2, 0.6, 0.4, 0.3]

/** A program, its run under the log’s own settings, and how far that is from the log. */
export interface Try {
  readonly run: ModelRun
  readonly trace: Trace
  readonly misfit: Misfit
  /** Whether it can catch up on what marking delays. */
  readonly hasSlack: boolean
}

/** The programs tried so far. */
interface Tries {
  /** Index of the phase that stays as it is. */
  readonly steady: number
  /** The program that was calibrated. */
  readonly before: Try
  /** Whether a program is close to the log, and much closer than the one that was calibrated. */
  readonly isGood: (made: Try) => boolean
  /** Tries the same program, altered. */
  readonly vary: (from: Try, by: Variant) => Search<Try>
  /** Tries one after another, as long as it may. */
  readonly each: <A>(
    list: readonly A[],
    attempt: (item: A) => Search<Try>,
    isEnough?: (made: Try) => boolean,
  ) => Search<Try[]>
  /** A good one, or the one whose cycles and highest heap are nearest; of several, the one whose mean cycle is. */
  readonly nearest: () => Try
}

/**
 * Of the programs that the log of a steady one cannot tell apart, one that gives its own cycles and highest heap. What
 * is not told, and matters to those two:
 *
 *   busy      Where every processor is busy while marking, how much of the time in between is work: from what a mark
 *             phase delays and how soon it is caught up. The mean steady cycle tells.
 *   turns     When a fractional worker gets its turns, and so which cycle is the highest of all: chance. Any of the
 *             programs within the errors has the same mean cycle, and some of them the same highest one.
 *   machine   How long sweeping takes, and how much the caches save: on one CPU they decide between rhythms of cycles.
 *
 * A program that keeps changing is left as it is: each of its cycles tells something else.
 * @param trials simulates runs under the log’s own settings, as many as it may
 * @returns the first run itself where it is close enough, or none is much better; undefined where nothing is steady
 */
export function* searchReproduced(workload: Workload, first: ModelRun, trials: Trials): Search<Try | undefined> {
  const { series, slack } = workload
  const piece = mostlySteady(first, series.count)
  if (!piece || series.count > MOST_CYCLES) return undefined
  const tries = yield* searchTries(workload, first, piece, trials)
  const { before, isGood } = tries
  if (before.misfit.farthest <= 1) return before
  const like = slack.hasSlack ? yield* asBusy(workload, tries) : before
  const near = series.count <= MOST_CYCLES_OF_CHANCE ? yield* searchNear(workload, like, tries) : like
  const best = isGood(near) ? near : yield* searchFar(workload, tries)
  const isRight = best.misfit.isNear && !before.misfit.isNear
  return isRight || isWorthwhile(best, before) ? best : before
}

function isWorthwhile({ misfit }: Try, before: Try): boolean {
  return misfit.figures < ANY_LEAVES * before.misfit.figures
}

function* searchTries({ series, slack }: Workload, first: ModelRun, piece: Piece, trials: Trials): Search<Tries> {
  const steady = first.pieces.indexOf(piece)
  function* attempt(run: ModelRun, hasSlack: boolean): Search<Try> {
    const trace = yield* trials.simulate(run.scenario)
    return { run, trace, misfit: toMisfit(series, trace, piece), hasSlack }
  }
  const before = yield* attempt(first, slack.hasSlack)
  const isGood = (made: Try) => made.misfit.farthest <= 1 && isWorthwhile(made, before)
  const farthest = (made: Try) => (isGood(made) ? 0 : Math.max(1, made.misfit.farthest))
  let nearest = before
  function* vary({ run, hasSlack }: Try, by: Variant): Search<Try> {
    const made = yield* attempt(toVariant(run, steady, by), hasSlack && by.demand !== DEMAND_WITHOUT_SLACK)
    const more = farthest(made) - farthest(nearest)
    if (more < 0 || (more === 0 && made.misfit.total < nearest.misfit.total)) nearest = made
    return made
  }
  return { steady, before, isGood, vary, each: (...args) => trials.each(...args), nearest: () => nearest }
}

function mostlySteady({ pieces }: ModelRun, count: number): Piece | undefined {
  const isSettling = pieces.every((piece) => piece.reachableTo >= piece.reachableFrom || isFlat(piece))
  const isLast = (piece: Piece) => isSettling && piece === pieces.at(-1)
  const least = (piece: Piece) => Math.max(FEWEST_STEADY, (isLast(piece) ? SETTLED_SHARE : STEADY_SHARE) * count)
  return pieces.find((piece) => piece.end - piece.first >= least(piece) && isFlat(piece))
}

/** The one whose mean steady cycle is most like the log’s, first in how busy it is, then in what goes with that. */
function* asBusy({ series: { procs }, isSaturated, slack }: Workload, tries: Tries): Search<Try> {
  const { steady, before, vary, each } = tries
  function* most(from: Try, variants: readonly Variant[]): Search<Try> {
    const made = yield* each(variants, (by) => vary(from, by))
    return made.reduce((a, b) => (b.misfit.steady < a.misfit.steady ? b : a), from)
  }
  const { scenario, phases } = before.run
  const { pointerArrayShare } = scenario.program
  const kinds = isSaturated
    ? busyVariants(procs, phases[steady]?.allocRate ?? 0, slack.peakRate, pointerArrayShare)
    : []
  let best = yield* most(before, kinds)
  for (const toFiner of FINER_VARIANTS) {
    const { scenario, phases } = best.run
    best = yield* most(best, toFiner(scenario.program, phases[steady] ?? {}))
  }
  const isOther = best.misfit.steady <= KIND_LEAVES * before.misfit.steady
  return isOther && best.misfit.total <= before.misfit.total ? best : before
}

function* searchNear({ series, slack }: Workload, from: Try, tries: Tries): Search<Try> {
  let best = from
  for (const { count, width } of NEAR) {
    const { program } = best.run.scenario
    best = yield* firstGood(best, nearVariants(count, width, program, series, slack.hasSlack), tries)
  }
  return best
}

/** Where none of those tried is near: around each of the kinds of program that come nearest, on other machines. */
function* searchFar({ series, slack }: Workload, tries: Tries): Search<Try> {
  const { steady, before, vary, each, nearest } = tries
  const marking = series.mark.reduce((sum, seconds) => sum + seconds, 0)
  const isShort = series.count <= MOST_CYCLES_OF_CHANCE && marking <= MOST_MARKING
  if (nearest().misfit.isNear || !isShort) return nearest()
  const kinds = machineVariants(series.procs, before.run.phases[steady]?.allocRate ?? 0, slack.peakRate)
  const starts = [nearest(), ...(yield* each(kinds, (by) => vary(before, by)))]
  const around = (from: Try, round: number, width: number) =>
    firstGood(from, farVariants(round * FAR, FAR, width, from.run.scenario.program, series, from.hasSlack), tries)
  for (const start of starts.toSorted((a, b) => a.misfit.total - b.misfit.total).slice(0, STARTS)) {
    yield* around(start, 0, 1)
    if (nearest().misfit.isNear) return nearest()
  }
  let best = nearest()
  for (const [i, width] of LAST_WIDTHS.entries()) best = yield* around(best, i + 1, width)
  return nearest()
}

/** The first good one, or the best of all. */
function* firstGood(from: Try, variants: readonly Variant[], { isGood, vary, each }: Tries): Search<Try> {
  let best = from
  if (isGood(best)) return best
  yield* each(
    variants,
    (by) => vary(from, by),
    (made) => {
      if (made.misfit.total < best.misfit.total) best = made
      return isGood(best)
    },
  )
  return best
}
