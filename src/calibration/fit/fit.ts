import type { Piece } from '../shape/segments.ts'
import type { Series } from '../shape/series.ts'
import type { Tolerance } from '../shape/stretches.ts'
import { isFlat } from '../shape/workload.ts'
import { measuredFigures, type RunFigures, simulatedFigures } from './figures.ts'
import {
  type Knobs,
  type ModelRun,
  type Settings,
  toModelRun,
  toRunOf,
  toWorkload,
  type Workload,
} from './model-run.ts'
import { searchAllocation } from './refine.ts'
import { searchReproduced, type Try } from './reproduce.ts'
import { type Search, Trials } from './trials.ts'

/** A workload with its phases, and what its simulation under the log's own settings gives. */
export interface Fitted {
  readonly workload: Workload
  readonly knobs: Knobs
  readonly run: ModelRun
  readonly measured: RunFigures
  /** undefined where the run is too long to be simulated again and again. */
  readonly simulated: RunFigures | undefined
  /** Whether it is one of several programs that the log does not tell apart, tried until cycles and peak came out. */
  readonly isTried?: boolean
  /** Whether simulating it takes so long that the search was ended before all was tried. */
  readonly isCutShort?: boolean
}

/** Multiples of a cycle's allocation, and shares of the reachable heap: for a log that few phases tell. */
const FINE_TOLERANCES = [1, 0.5, 0.25].map((allocation) => ({ allocation, reachable: 0.06 * allocation }))
/** For a long one, from the coarsest on: the heap matters to the peak, a few cycles more or less to nothing. */
const COARSE_TOLERANCES = [128, 64, 32, 16, 8, 4, 2].map((allocation) => ({ allocation, reachable: 0.12 }))
const FINE = { allocation: 0.5, reachable: 0.03 }
/** Of the scannable heap: large arrays of pointers, which are followed first, and slowly. */
const ARRAY_SHARES = [0, 0.02, 0.04, 0.06, 0.08]
const ARRAY_STEP = 0.01
/** Cycles and peak may differ by so much: fewer phases are worth it. */
const CLOSE = 0.02
/** So many phases need no saving. */
const FEW_PHASES = 24
/** A run that takes so much longer or shorter is another program’s. */
const WALL_OFF = 0.1
/** Goroutines of a job. */
const MOST_CPUS_TO_TRY = 3
const MUCH_BETTER = 0.7
const MOST_CYCLES_TO_RETRY = 1000
/** Longer logs are taken as they are. */
const MOST_CYCLES_TO_FIT = 20_000
const MOST_CYCLES_TO_CHECK = 200_000

/**
 * Finds what cannot be read off a log by trying it under the log's own settings. However much the log holds, the search
 * ends: with what was found by then where the trials are spent.
 */
export function* searchFit(series: Series, settings: Settings, trials = new Trials(series.count)): Search<Fitted> {
  const fitted = yield* searchAll({ series, settings, trials })
  return trials.isSpent ? { ...fitted, isCutShort: true } : fitted
}

function* searchAll({ series, settings, trials }: Task): Search<Fitted> {
  const first = yield* searchRefined({ series, settings, trials })
  const fitted = yield* withFewerCpus({ series, settings, trials }, first)
  const { workload, knobs, run, measured, simulated } = fitted
  if (!simulated) return fitted
  const found = yield* searchReproduced(workload, run, trials)
  if (found ? found.misfit.isNear : isClose(simulated, measured)) return toReproduced(fitted, found)
  const pieces = trials.isSpent ? undefined : twoPieces(run.pieces)
  const other = pieces && (yield* searchReproduced(workload, toRunOf(pieces, workload, settings, knobs), trials))
  return toReproduced(fitted, other?.misfit.isNear ? other : found)
}

/** A log, what it was recorded with, and the simulations that are made for it. */
interface Task {
  readonly series: Series
  readonly settings: Settings
  readonly trials: Trials
}

/**
 * What comes before the heap stays as it is to the end, and all that comes after, as one piece each: more of them follow
 * what chance does to single cycles. undefined where the heap keeps changing, or there are no more pieces.
 */
function twoPieces(pieces: readonly Piece[]): readonly Piece[] | undefined {
  const level = pieces.at(-1)?.reachableTo ?? 0
  const isLevel = (piece: Piece) => isFlat(piece) && isFlat({ ...piece, reachableTo: level })
  const first = pieces.findIndex((_, i) => pieces.slice(i).every(isLevel))
  const joined = [pieces.slice(0, first), pieces.slice(first)].filter((part) => part.length > 0)
  return first < 0 || joined.length === pieces.length ? undefined : joined.map(join)
}

function join(pieces: readonly Piece[]): Piece {
  const { to, end, allocatedTo, reachableTo } = pieces.at(-1)!
  return { ...pieces[0]!, to, end, allocatedTo, reachableTo }
}

/**
 * On a machine that others use too, mark phases may find no processor idle though the program leaves some: it looks as
 * if it kept all of them busy, and then does not take as long as it did. Tries how many it may keep busy instead.
 */
function* withFewerCpus(task: Task, fitted: Fitted): Search<Fitted> {
  const { series, trials } = task
  if (!fitted.workload.isSaturated || series.count > MOST_CYCLES_TO_RETRY || wallOff(fitted) < WALL_OFF) return fitted
  let best = fitted
  for (let cpus = 1; cpus <= Math.min(MOST_CPUS_TO_TRY, series.procs - 1); cpus++) {
    if (trials.isSpent) break
    const other = yield* searchRefined(task, cpus)
    if (misfit(other) < MUCH_BETTER * misfit(best)) best = other
  }
  return best
}

/** How much longer, or shorter, the simulation takes than the log: a logarithm. */
function wallOff({ simulated, measured }: Fitted): number {
  return simulated ? Math.abs(Math.log(simulated.wallSeconds / measured.wallSeconds)) : 0
}

function misfit(fitted: Fitted): number {
  return fitted.simulated ? distance(fitted.simulated, fitted.measured) + wallOff(fitted) : Infinity
}

/** The same log with another program. */
function toReproduced(fitted: Fitted, found: Try | undefined): Fitted {
  if (!found || found.run === fitted.run) return fitted
  const { workload, knobs, measured } = fitted
  const { run, trace, hasSlack } = found
  const { busyProcs, pointerArrayShare } = run.scenario.program
  const isSaturated = busyProcs === 0
  const busy = isSaturated ? workload.series.procs : busyProcs
  return {
    workload: { ...workload, busy, isSaturated, slack: { ...workload.slack, hasSlack } },
    knobs: { ...knobs, pointerArrayShare },
    run,
    measured,
    simulated: simulatedFigures(trace),
    isTried: true,
  }
}

function* searchRefined(task: Task, cpus?: number): Search<Fitted> {
  const { series, settings, trials } = task
  const fitted = yield* searchKnobs(task, cpus)
  const { simulated, run, knobs, measured } = fitted
  if (!simulated || series.count > MOST_CYCLES_TO_FIT || trials.isSpent) return fitted
  const refined = yield* searchAllocation(series, run.pieces, () => trials.simulate(run.scenario))
  if (!refined) return fitted
  const workload = toWorkload(refined, cpus)
  const again = yield* attemptWith(workload, settings, trials, knobs)
  return distance(again.simulated, measured) < distance(simulated, measured) ? { workload, measured, ...again } : fitted
}

function* searchKnobs({ series, settings, trials }: Task, cpus?: number): Search<Fitted> {
  const workload = toWorkload(series, cpus)
  const measured = measuredFigures(series)
  const attempt = (knobs: Knobs) => attemptWith(workload, settings, trials, knobs)
  if (series.count > MOST_CYCLES_TO_FIT) {
    const knobs = { tolerance: { allocation: 4, reachable: 0.1 }, pointerArrayShare: 0 }
    if (series.count <= MOST_CYCLES_TO_CHECK) return { workload, measured, ...(yield* attempt(knobs)) }
    return { workload, measured, knobs, run: toModelRun(workload, settings, knobs), simulated: undefined }
  }
  const first = yield* attempt({ tolerance: FINE, pointerArrayShare: 0 })
  if (first.simulated.cycles >= trials.mostCycles) return { workload, measured, ...first }
  const all: AttemptAll = (tolerance, shares) =>
    trials.each(shares, (pointerArrayShare) => attempt({ tolerance, pointerArrayShare }))
  const nearest = (attempts: readonly Attempt[]) => best(attempts, (simulated) => distance(simulated, measured))
  const coarse = nearest([first, ...(yield* all(FINE, ARRAY_SHARES))])
  const { pointerArrayShare: share } = coarse.knobs
  const around = yield* all(FINE, [Math.max(0, share - ARRAY_STEP), share, share + ARRAY_STEP])
  const near = around.length > 0 ? nearest(around) : coarse
  return { workload, measured, ...(yield* searchFewestPhases(attempt, trials, near, measured)) }
}

type AttemptAll = (tolerance: Tolerance, shares: readonly number[]) => Search<Attempt[]>

function* attemptWith(workload: Workload, settings: Settings, trials: Trials, knobs: Knobs): Search<Attempt> {
  const run = toModelRun(workload, settings, knobs)
  return { knobs, run, simulated: simulatedFigures(yield* trials.simulate(run.scenario)) }
}

interface Attempt {
  readonly knobs: Knobs
  readonly run: ModelRun
  readonly simulated: RunFigures
}

/**
 * Of few phases the best; of many the coarsest that still give the measured cycles and peak, or else the finest's.
 * @param known one of the fine ones, for where no more may be tried
 */
function* searchFewestPhases(
  attempt: (knobs: Knobs) => Search<Attempt>,
  trials: Trials,
  known: Attempt,
  measured: RunFigures,
): Search<Attempt> {
  const { pointerArrayShare } = known.knobs
  const at = (tolerance: Tolerance) => attempt({ tolerance, pointerArrayShare })
  const fine = yield* trials.each(FINE_TOLERANCES, at)
  const finest = fine.at(-1) ?? known
  const short = fine.filter(({ run }) => run.phases.length <= FEW_PHASES)
  if (short.length > 0) return best(short, (simulated) => distance(simulated, measured))
  const isEnough = ({ simulated }: Attempt) => isClose(simulated, measured)
  const coarse = yield* trials.each(COARSE_TOLERANCES, at, isEnough)
  const others = [...coarse, ...fine]
  const near = (wanted: RunFigures) => others.find(({ simulated }) => isClose(simulated, wanted))
  return near(measured) ?? near(finest.simulated) ?? finest
}

function isClose(a: RunFigures, b: RunFigures): boolean {
  const cycles = Math.abs(a.cycles - b.cycles) <= Math.max(0.5, CLOSE * b.cycles)
  return cycles && Math.abs(a.peakHeapBytes - b.peakHeapBytes) <= CLOSE * b.peakHeapBytes
}

/** How far a simulation is from the measurement: cycles, peak, who marked, how long marking took. */
function distance(simulated: RunFigures, measured: RunFigures): number {
  const off = (a: number, b: number) => Math.abs(a - b) / Math.max(b, 1e-9)
  const share = ({ assistSeconds, gcSeconds }: RunFigures) => (gcSeconds > 0 ? assistSeconds / gcSeconds : 0)
  const duration = ({ markSeconds, cycles }: RunFigures) => markSeconds / Math.max(1, cycles)
  return (
    2 * off(simulated.cycles, measured.cycles) +
    off(simulated.peakHeapBytes, measured.peakHeapBytes) +
    Math.abs(share(simulated) - share(measured)) +
    0.3 * Math.min(1, off(duration(simulated), duration(measured)))
  )
}

function best(attempts: readonly Attempt[], score: (simulated: RunFigures) => number): Attempt {
  return attempts.reduce((a, b) => (score(b.simulated) < score(a.simulated) ? b : a))
}
