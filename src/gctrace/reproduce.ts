import type { Trace } from '../model/trace.ts'
import { type Misfit, toMisfit } from './misfit.ts'
import type { ModelRun, Workload } from './model-run.ts'
import type { Piece } from './segments.ts'
import { busyVariants, FINER_VARIANTS, nearVariants, toVariant, type Variant } from './variants.ts'
import { isFlat } from './workload.ts'

/** With fewer steady cycles, or fewer than half of all, what a program is like while it stays as it is cannot be told. */
const FEWEST_STEADY = 10
const STEADY_SHARE = 0.5
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

/** A program, its run under the log’s own settings, and how far that is from the log. */
interface Try {
  readonly run: ModelRun
  readonly trace: Trace
  readonly misfit: Misfit
  /** Whether it can catch up on what marking delays. */
  readonly hasSlack: boolean
}

export type Reproduced = Pick<Try, 'run' | 'trace' | 'hasSlack'>

type Vary = (from: Try, by: Variant) => Try

/**
 * Of the programs that the log of a steady one cannot tell apart, one that gives its own cycles and highest heap. What
 * is not told, and matters to those two:
 *
 *   busy   Where every processor is busy while marking, how much of the time in between is work: from what a mark phase
 *          delays and how soon it is caught up. The mean steady cycle tells.
 *   turns  When a fractional worker gets its turns, and so which cycle is the highest of all: chance. Any of the programs
 *          within the errors has the same mean cycle, and some of them the same highest one.
 *
 * A program that keeps changing is left as it is: each of its cycles tells something else.
 * @param simulateRun gives a run’s trace under the log’s own settings
 * @returns undefined where the first is close enough, or none is much better
 */
export function reproduce(
  workload: Workload,
  first: ModelRun,
  simulateRun: (run: ModelRun) => Trace,
): Reproduced | undefined {
  const { series, slack } = workload
  const piece = mostlySteady(first, series.count)
  if (!piece || series.count > MOST_CYCLES) return undefined
  const steady = first.pieces.indexOf(piece)
  const attempt = (run: ModelRun, hasSlack: boolean): Try => {
    const trace = simulateRun(run)
    return { run, trace, misfit: toMisfit(series, trace, piece), hasSlack }
  }
  const vary: Vary = ({ run, hasSlack }, by) => attempt(toVariant(run, steady, by), hasSlack && by.demand === undefined)
  const before = attempt(first, slack.hasSlack)
  if (before.misfit.isClose) return undefined
  let best = slack.hasSlack ? asBusy(workload, before, steady, vary) : before
  for (const { count, width } of series.count <= MOST_CYCLES_OF_CHANCE ? NEAR : []) {
    const { program } = best.run.scenario
    best = firstClose(best, nearVariants(count, width, program, series, slack.hasSlack), vary)
  }
  return best.misfit.figures < ANY_LEAVES * before.misfit.figures ? best : undefined
}

function mostlySteady({ pieces }: ModelRun, count: number): Piece | undefined {
  const least = Math.max(FEWEST_STEADY, STEADY_SHARE * count)
  return pieces.find((piece) => piece.end - piece.first >= least && isFlat(piece))
}

/** The one whose mean steady cycle is most like the log’s, first in how busy it is, then in what goes with that. */
function asBusy({ series: { procs }, isSaturated, slack }: Workload, before: Try, steady: number, vary: Vary): Try {
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
  const isWorthwhile = best.misfit.steady <= KIND_LEAVES * before.misfit.steady
  return isWorthwhile && best.misfit.total <= before.misfit.total ? best : before
}

/** The first that is close, or the best of all. */
function firstClose(from: Try, variants: readonly Variant[], vary: Vary): Try {
  let best = from
  for (const by of variants) {
    if (best.misfit.isClose) break
    const other = vary(from, by)
    if (other.misfit.total < best.misfit.total) best = other
  }
  return best
}
