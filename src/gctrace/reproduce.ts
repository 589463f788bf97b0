import type { Trace } from '../model/trace.ts'
import { type Misfit, toMisfit } from './misfit.ts'
import { DEMAND_WITHOUT_SLACK, type ModelRun, type Workload } from './model-run.ts'
import type { Piece } from './segments.ts'
import {
  busyVariants,
  FINER_VARIANTS,
  farVariants,
  machineVariants,
  nearVariants,
  toVariant,
  type Variant,
} from './variants.ts'
import { isFlat } from './workload.ts'

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
  readonly vary: (from: Try, by: Variant) => Try
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
 * @param simulateRun gives a run’s trace under the log’s own settings
 * @returns the first run itself where it is close enough, or none is much better; undefined where nothing is steady
 */
export function reproduce(workload: Workload, first: ModelRun, simulateRun: (run: ModelRun) => Trace): Try | undefined {
  const { series, slack } = workload
  const piece = mostlySteady(first, series.count)
  if (!piece || series.count > MOST_CYCLES) return undefined
  const tries = createTries(workload, first, piece, simulateRun)
  const { before, isGood } = tries
  if (before.misfit.farthest <= 1) return before
  const like = slack.hasSlack ? asBusy(workload, tries) : before
  const near = series.count <= MOST_CYCLES_OF_CHANCE ? searchNear(workload, like, tries) : like
  const best = isGood(near) ? near : searchFar(workload, tries)
  const isRight = best.misfit.isNear && !before.misfit.isNear
  return isRight || isWorthwhile(best, before) ? best : before
}

function isWorthwhile({ misfit }: Try, before: Try): boolean {
  return misfit.figures < ANY_LEAVES * before.misfit.figures
}

function createTries(
  { series, slack }: Workload,
  first: ModelRun,
  piece: Piece,
  simulateRun: (run: ModelRun) => Trace,
): Tries {
  const steady = first.pieces.indexOf(piece)
  const attempt = (run: ModelRun, hasSlack: boolean): Try => {
    const trace = simulateRun(run)
    return { run, trace, misfit: toMisfit(series, trace, piece), hasSlack }
  }
  const before = attempt(first, slack.hasSlack)
  const isGood = (made: Try) => made.misfit.farthest <= 1 && isWorthwhile(made, before)
  const farthest = (made: Try) => (isGood(made) ? 0 : Math.max(1, made.misfit.farthest))
  let nearest = before
  const vary = ({ run, hasSlack }: Try, by: Variant): Try => {
    const made = attempt(toVariant(run, steady, by), hasSlack && by.demand !== DEMAND_WITHOUT_SLACK)
    const more = farthest(made) - farthest(nearest)
    if (more < 0 || (more === 0 && made.misfit.total < nearest.misfit.total)) nearest = made
    return made
  }
  return { steady, before, isGood, vary, nearest: () => nearest }
}

function mostlySteady({ pieces }: ModelRun, count: number): Piece | undefined {
  const isSettling = pieces.every((piece) => piece.reachableTo >= piece.reachableFrom || isFlat(piece))
  const isLast = (piece: Piece) => isSettling && piece === pieces.at(-1)
  const least = (piece: Piece) => Math.max(FEWEST_STEADY, (isLast(piece) ? SETTLED_SHARE : STEADY_SHARE) * count)
  return pieces.find((piece) => piece.end - piece.first >= least(piece) && isFlat(piece))
}

/** The one whose mean steady cycle is most like the log’s, first in how busy it is, then in what goes with that. */
function asBusy({ series: { procs }, isSaturated, slack }: Workload, { steady, before, vary }: Tries): Try {
  const most = (from: Try, variants: readonly Variant[]) =>
    variants.map((by) => vary(from, by)).reduce((a, b) => (b.misfit.steady < a.misfit.steady ? b : a), from)
  const { scenario, phases } = before.run
  const { pointerArrayShare } = scenario.program
  const kinds = isSaturated
    ? busyVariants(procs, phases[steady]?.allocRate ?? 0, slack.peakRate, pointerArrayShare)
    : []
  let best = most(before, kinds)
  for (const toFiner of FINER_VARIANTS) {
    const { scenario, phases } = best.run
    best = most(best, toFiner(scenario.program, phases[steady] ?? {}))
  }
  const isOther = best.misfit.steady <= KIND_LEAVES * before.misfit.steady
  return isOther && best.misfit.total <= before.misfit.total ? best : before
}

function searchNear({ series, slack }: Workload, from: Try, tries: Tries): Try {
  let best = from
  for (const { count, width } of NEAR) {
    const { program } = best.run.scenario
    best = firstGood(best, nearVariants(count, width, program, series, slack.hasSlack), tries)
  }
  return best
}

/** Where none of those tried is near: around each of the kinds of program that come nearest, on other machines. */
function searchFar({ series, slack }: Workload, tries: Tries): Try {
  const { steady, before, vary, nearest } = tries
  const marking = series.mark.reduce((sum, seconds) => sum + seconds, 0)
  const isShort = series.count <= MOST_CYCLES_OF_CHANCE && marking <= MOST_MARKING
  if (nearest().misfit.isNear || !isShort) return nearest()
  const kinds = machineVariants(series.procs, before.run.phases[steady]?.allocRate ?? 0, slack.peakRate)
  const starts = [nearest(), ...kinds.map((by) => vary(before, by))]
  const around = (from: Try, round: number, width: number) =>
    firstGood(from, farVariants(round * FAR, FAR, width, from.run.scenario.program, series, from.hasSlack), tries)
  for (const start of starts.toSorted((a, b) => a.misfit.total - b.misfit.total).slice(0, STARTS)) {
    around(start, 0, 1)
    if (nearest().misfit.isNear) return nearest()
  }
  let best = nearest()
  for (const [i, width] of LAST_WIDTHS.entries()) best = around(best, i + 1, width)
  return nearest()
}

/** The first good one, or the best of all. */
function firstGood(from: Try, variants: readonly Variant[], { isGood, vary }: Tries): Try {
  let best = from
  for (const by of variants) {
    if (isGood(best)) break
    const other = vary(from, by)
    if (other.misfit.total < best.misfit.total) best = other
  }
  return best
}
