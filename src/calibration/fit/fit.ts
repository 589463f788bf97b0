import { sumOf } from '../../numbers.ts'
import type { Search } from '../../prediction/predict.ts'
import { POINTER_ARRAYS } from '../defaults.ts'
import type { Series } from '../shape/series.ts'
import type { Tolerance } from '../shape/stretches.ts'
import { type Alteration, drawAlteration, openBounds, toAltered, unaltered, unlikeliness, withMemory } from './alter.ts'
import { mostLiveBetween, withBatches } from './batches.ts'
import { measuredFigures, type RunFigures, simulateFigures } from './figures.ts'
import { misfit, weightsOf } from './likelihood.ts'
import { type ModelRun, type Settings, toModelRun, toWorkload, type Workload } from './model-run.ts'

/** The programs that fit a log, and the one among them that reproduces it best. */
export interface Fitted {
  readonly workload: Workload
  readonly run: ModelRun
  readonly measured: RunFigures
  /** Figures of the best program’s run; undefined if the run is too long to simulate. */
  readonly simulated: RunFigures | undefined
  /** The programs with their weights, the best one first. */
  readonly members: readonly { readonly run: ModelRun; readonly weight: number }[]
  /** Whether the search tried how busy the program is, because the log does not show it. */
  readonly isTried: boolean
  /** Whether the search tried fewer programs than usual, because simulating them takes long. */
  readonly isCutShort: boolean
  /** The most bytes that may have been live between cycles, if cycles could not find them; else undefined. */
  readonly unseenLive?: number | undefined
}

/** Tolerances for a log that few phases describe: multiples of a cycle’s allocation, shares of the reachable heap. */
const FINE = [1, 0.5, 0.25].map((allocation) => ({ allocation, reachable: 0.06 * allocation }))
/** For a longer log, coarsest first. Only `allocation` grows: the peak depends on the heap, not on a few cycles. */
const COARSE = [64, 32, 16, 8, 4, 2].map((allocation) => ({ allocation, reachable: 0.12 }))
/** If a fine tolerance makes no more phases than this, we try no coarse ones. */
const FEW_PHASES = 24
/** A misfit below this is good enough: we try neither more phases nor another number of CPUs. */
const NEAR = 6
/** How many CPUs a job may keep busy, where marking found no idle processor, in ascending order. */
const CPUS_TO_TRY = [1, 2, 3]
/** Another number of CPUs must bring the misfit below this share of the first one’s. */
const MUCH_BETTER = 0.5
/**
 * If idle processors did hardly any marking, all CPUs were busy. The misfit must then also be below this: if no number
 * of CPUs fits, the log shows nothing about them.
 */
const TELLING = 50
const HARDLY_IDLE = 0.02
const MOST_CYCLES_TO_CHECK = 200_000

/** Each round draws programs around the best so far: first from the whole range, later nearer to it. */
const ROUNDS = [
  { count: 32, width: 1 },
  { count: 24, width: 0.5 },
  { count: 24, width: 0.2 },
  { count: 12, width: 0.08 },
]
/** Programs that we draw around the best one after the rounds: their answers make the range. */
const MEMBERS = 60
/** Share of all weight for a program with unseen batches: too small to widen a 90 % range, but verdicts include it. */
const BATCHES = 0.02

/** The budget of the search, in cycles; the members get as much again. A second of marking counts as 60 cycles. */
const MOST_WORK = 200_000
const CYCLES_PER_MARK_SECOND = 60
/** The most steps of the model in one run: a program that marks all the time takes thousands of steps per cycle. */
const MOST_STEPS = 2_000_000
/** A run stops after twice the log’s cycles and this many more: its program cannot fit any more. */
const ENOUGH_CYCLES = 50

/**
 * Reads one program from the log, draws others within what it allows, simulates each under the log’s own settings, and
 * weighs it by how well it reproduces the log.
 */
export function* searchFit(series: Series, settings: Settings, mostWork = MOST_WORK): Search<Fitted> {
  const measured = measuredFigures(series)
  const workload = toWorkload(series)
  if (series.count > MOST_CYCLES_TO_CHECK) {
    const run = toModelRun(workload, settings, COARSE[4]!)
    const heap = settings.isLimitInferred ? measured.peakHeapBytes : undefined
    const draw = (k: number) => (k === 0 ? run : withMemory(run, k, series, heap, settings.isLimitBound))
    const members = Array.from({ length: MEMBERS + 1 }, (_, k) => ({ run: draw(k), weight: 1 }))
    return { workload, run, measured, simulated: undefined, members, isTried: false, isCutShort: true }
  }
  const trials = new Trials(measured, mostWork)
  let read = yield* searchPhases(workload, trials, settings)
  const most = measured.idleSeconds < HARDLY_IDLE * measured.gcSeconds ? TELLING : Infinity
  // If other processes use the machine too, marking may find no idle processor although the program leaves some.
  for (const cpus of workload.isSaturated ? CPUS_TO_TRY : []) {
    if (cpus >= series.procs || trials.isSpent || read.misfit < NEAR) break
    const other = yield* searchPhases(toWorkload(series, cpus), trials, settings)
    if (other.misfit < Math.min(most, MUCH_BETTER * read.misfit)) read = other
  }
  const { best, all, isCutShort } = yield* searchAround(read, trials, settings, mostWork)
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
    isCutShort,
  }
}

interface Try {
  readonly workload: Workload
  readonly run: ModelRun
  readonly by: Alteration
  readonly simulated: RunFigures
  readonly misfit: number
}

class Trials {
  private readonly measured: RunFigures
  /** Work that is left, in cycles. When none is left, the search returns the best program so far. */
  workLeft: number

  constructor(measured: RunFigures, mostWork: number) {
    this.measured = measured
    this.workLeft = mostWork
  }

  get isSpent(): boolean {
    return this.workLeft <= 0
  }

  *try(workload: Workload, run: ModelRun, by: Alteration): Search<Try> {
    const maxCycles = 2 * allCycles(this.measured) + ENOUGH_CYCLES
    const simulated = simulateFigures(run.scenario, { maxCycles, maxSteps: MOST_STEPS })
    this.workLeft -= allCycles(simulated) + CYCLES_PER_MARK_SECOND * simulated.markSeconds + 1
    yield
    const total = misfit(simulated, this.measured) + unlikeliness(by, openBounds(workload))
    return { workload, run, by, simulated, misfit: total }
  }
}

function allCycles({ cycles, forcedCycles }: RunFigures): number {
  return cycles + forcedCycles
}

/** Reads the program from the log, in as few phases as reproduce the log. */
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

/** Finds the best program near the one that was read off the log, and draws the members around it. */
function* searchAround(read: Try, trials: Trials, settings: Settings, mostWork: number) {
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
  const isCutShort = trials.isSpent
  trials.workLeft = mostWork
  for (let i = 0; i < MEMBERS; i++) {
    const alteration = drawAlteration(k++, 0.7, by, open)
    // If the budget is spent, the other programs differ from the best only in quantities that no log shows.
    const made = trials.isSpent ? best : yield* draw(alteration)
    const heap = settings.isLimitInferred ? made.simulated.peakHeapBytes : undefined
    all.push({ ...made, run: withMemory(made.run, k, workload.series, heap, settings.isLimitBound) })
  }
  return { best, all, isCutShort: isCutShort || trials.isSpent }
}
