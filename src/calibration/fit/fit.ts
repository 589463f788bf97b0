import { sumOf } from '../../numbers.ts'
import type { Search } from '../../prediction/predict.ts'
import { POINTER_ARRAYS } from '../defaults.ts'
import type { Series } from '../shape/series.ts'
import type { Tolerance } from '../shape/stretches.ts'
import { mostLiveBetween, withBatches } from './batches.ts'
import { measuredFigures, type RunFigures, simulateFigures } from './figures.ts'
import { misfit, weightsOf } from './likelihood.ts'
import { type ModelRun, type Settings, toModelRun, toWorkload, type Workload } from './model-run.ts'
import { type Alteration, drawAlteration, openBounds, toAltered, unaltered, unlikeliness, withMemory } from './open.ts'

/** Programs that the log does not tell apart, and the one of them that gives it back best. */
export interface Fitted {
  readonly workload: Workload
  readonly run: ModelRun
  readonly measured: RunFigures
  /** undefined where the run is too long to be simulated. */
  readonly simulated: RunFigures | undefined
  /** The likely one first, each with how much it weighs. */
  readonly members: readonly { readonly run: ModelRun; readonly weight: number }[]
  /** Whether how busy it is was tried, as the log does not tell. */
  readonly isTried: boolean
  /** Whether simulating it takes so long that fewer programs were tried than usual. */
  readonly isCutShort: boolean
  /** Bytes that may have been live between cycles, where these could not see it; undefined where they could. */
  readonly unseenLive?: number | undefined
}

/** Multiples of a cycle's allocation, and shares of the reachable heap: for a log that few phases tell. */
const FINE = [1, 0.5, 0.25].map((allocation) => ({ allocation, reachable: 0.06 * allocation }))
/** For a long one, from the coarsest on: the heap matters to the peak, a few cycles more or less to nothing. */
const COARSE = [64, 32, 16, 8, 4, 2].map((allocation) => ({ allocation, reachable: 0.12 }))
/** So many phases need no saving. */
const FEW_PHASES = 24
/** A misfit that fewer phases are worth, and no other number of CPUs. */
const NEAR = 6
/** Goroutines of a job. */
const CPUS_TO_TRY = [1, 2, 3]
const MUCH_BETTER = 0.5
const MOST_CYCLES_TO_CHECK = 200_000

/** Rounds of programs: each round draws around the best so far, ever nearer, and the last from all that is open. */
const ROUNDS = [
  { count: 32, width: 1 },
  { count: 24, width: 0.5 },
  { count: 24, width: 0.2 },
  { count: 12, width: 0.08 },
]
const MEMBERS = 60
/**
 * Of the programs that a log with GOGC off does not tell apart, the weight of one that collects batches: no range of 90 %
 * shows it, but no verdict leaves it out.
 */
const BATCHES = 0.02

/** Cycles that all runs together may come to; a second of marking takes as long to simulate as so many. */
const MOST_WORK = 200_000
const CYCLES_PER_MARK_SECOND = 60
/** Steps of the model that one run may take: one that marks all the time takes thousands per cycle. */
const MOST_STEPS = 2_000_000
/** Far more cycles than the log has, and the run is stopped: it is not this program any more. */
const ENOUGH_CYCLES = 50

/**
 * The programs behind a log: one is read off it, others are drawn from what it leaves open, and each is simulated under
 * the log's own settings and weighed by how well it gives the log back. However much the log holds, the search ends.
 */
export function* searchFit(series: Series, settings: Settings, mostWork = MOST_WORK): Search<Fitted> {
  const measured = measuredFigures(series)
  const workload = toWorkload(series)
  if (series.count > MOST_CYCLES_TO_CHECK) {
    const run = toModelRun(workload, settings, COARSE[4]!)
    const members = [{ run, weight: 1 }]
    return { workload, run, measured, simulated: undefined, members, isTried: false, isCutShort: true }
  }
  const trials = new Trials(measured, mostWork)
  let read = yield* searchPhases(workload, trials, settings)
  // Where others use the machine too, mark phases may find no processor idle though the program leaves some.
  const tries = workload.isSaturated ? CPUS_TO_TRY : []
  for (const cpus of tries.filter((cpus) => cpus < series.procs)) {
    if (trials.isSpent || read.misfit < NEAR) break
    const other = yield* searchPhases(toWorkload(series, cpus), trials, settings)
    if (other.misfit < MUCH_BETTER * read.misfit) read = other
  }
  const { best, all } = yield* searchAround(read, trials, settings)
  const weights = weightsOf(all.map((one) => one.misfit))
  const members = all.map(({ run }, i) => ({ run, weight: weights[i]! }))
  const unseen = settings.gogc.kind === 'off' ? mostLiveBetween(series) : undefined
  const batches = unseen === undefined ? [] : [{ run: withBatches(best.run, unseen), weight: BATCHES * sumOf(weights) }]
  return {
    workload: read.workload,
    run: best.run,
    measured,
    simulated: best.simulated,
    members: [{ run: best.run, weight: 1 }, ...members, ...batches],
    unseenLive: unseen,
    isTried: best.by.work !== undefined,
    isCutShort: trials.isSpent,
  }
}

/** A program that was tried. */
interface Try {
  readonly workload: Workload
  readonly run: ModelRun
  readonly by: Alteration
  readonly simulated: RunFigures
  readonly misfit: number
}

/** The simulations of one search. */
class Trials {
  private readonly measured: RunFigures
  /** Cycles and marking that are left: with none, what has been found so far has to do. */
  private left: number

  constructor(measured: RunFigures, mostWork: number) {
    this.measured = measured
    this.left = mostWork
  }

  get isSpent(): boolean {
    return this.left <= 0
  }

  *try(workload: Workload, run: ModelRun, by: Alteration): Search<Try> {
    const maxCycles = 2 * this.measured.cycles + ENOUGH_CYCLES
    const simulated = simulateFigures(run.scenario, { maxCycles, maxSteps: MOST_STEPS })
    this.left -= simulated.cycles + CYCLES_PER_MARK_SECOND * simulated.markSeconds + 1
    yield
    const off = misfit(simulated, this.measured) + unlikeliness(by, openBounds(workload))
    return { workload, run, by, simulated, misfit: off }
  }
}

/** The program as it is read off the log: in as few phases as give it back. */
function* searchPhases(workload: Workload, trials: Trials, settings: Settings): Search<Try> {
  const runOf = (tolerance: Tolerance) => toModelRun(workload, settings, tolerance)
  const fine = FINE.map(runOf)
  const short = fine.filter(({ pieces }) => pieces.length <= FEW_PHASES)
  let best: Try | undefined
  for (const run of short.length > 0 ? short : [...COARSE.map(runOf), ...fine]) {
    if (best && (trials.isSpent || (best.misfit < NEAR && short.length === 0))) break
    const made: Try = yield* trials.try(workload, run, unaltered(run))
    if (!best || made.misfit < best.misfit) best = made
  }
  return best!
}

/** The best program, and those drawn from all that is open around it. */
function* searchAround(read: Try, trials: Trials, settings: Settings) {
  const { workload, run } = read
  const open = openBounds(workload)
  let best = read
  function* draw(by: Alteration): Search<Try> {
    const made = yield* trials.try(workload, toAltered(run, workload, by), by)
    if (made.misfit < best.misfit) best = made
    return made
  }
  if (!trials.isSpent) yield* draw({ ...read.by, pointerArrayShare: POINTER_ARRAYS })
  let k = 1
  for (const { count, width } of ROUNDS) {
    const { by } = best
    for (let i = 0; i < count && !trials.isSpent; i++) yield* draw(drawAlteration(k++, width, by, open))
  }
  const all: Try[] = []
  const { by } = best
  for (let i = 0; i < MEMBERS && !trials.isSpent; i++) {
    const made = yield* draw(drawAlteration(k++, 0.7, by, open))
    const heap = settings.isLimitInferred ? made.simulated.peakHeapBytes : undefined
    all.push({ ...made, run: withMemory(made.run, k, workload.series, heap) })
  }
  return { best, all }
}
