import { simulate } from '../model/simulate.ts'
import type { Trace } from '../model/trace.ts'
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
import { refineAllocation } from './refine.ts'
import { reproduce, type Try } from './reproduce.ts'
import type { Piece } from './segments.ts'
import type { Series } from './series.ts'
import { isFlat } from './workload.ts'

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
}

/** Multiples of a cycle's allocation, and shares of the reachable heap: for a log that few phases tell. */
const FINE_TOLERANCES = [1, 0.5, 0.25].map((allocation) => ({ allocation, reachable: 0.06 * allocation }))
/** For a long one, from the coarsest on: the heap matters to the peak, a few cycles more or less to nothing. */
const COARSE_TOLERANCES = [128, 64, 32, 16, 8, 4, 2].map((allocation) => ({ allocation, reachable: 0.12 }))
const FINE = { allocation: 0.5, reachable: 0.03 }
const FINEST = { allocation: 0.25, reachable: 0.015 }
/** Of the scannable heap: large arrays of pointers, which are followed first, and slowly. */
const ARRAY_SHARES = [0, 0.02, 0.04, 0.06, 0.08]
const ARRAY_STEP = 0.01
/** Cycles and peak may differ by so much: fewer phases are worth it. */
const CLOSE = 0.02
/** Far more cycles than the log has, and the run is stopped: it is not this program any more. */
const ENOUGH_CYCLES = 50
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

/** Finds what cannot be read off a log by trying it under the log's own settings. */
export function calibrateSeries(series: Series, settings: Settings): Fitted {
  const fitted = withFewerCpus(series, settings, refineSeries(series, settings))
  const { workload, knobs, run, measured, simulated } = fitted
  if (!simulated) return fitted
  const search = (from: ModelRun) => reproduce(workload, from, (run) => simulateFor(series, run))
  const found = search(run)
  if (found ? found.misfit.isNear : isClose(simulated, measured)) return toReproduced(fitted, found)
  const pieces = twoPieces(run.pieces)
  const other = pieces && search(toRunOf(pieces, workload, settings, knobs))
  return toReproduced(fitted, other?.misfit.isNear ? other : found)
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
function withFewerCpus(series: Series, settings: Settings, fitted: Fitted): Fitted {
  if (!fitted.workload.isSaturated || series.count > MOST_CYCLES_TO_RETRY || wallOff(fitted) < WALL_OFF) return fitted
  let best = fitted
  for (let cpus = 1; cpus <= Math.min(MOST_CPUS_TO_TRY, series.procs - 1); cpus++) {
    const other = refineSeries(series, settings, cpus)
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

function refineSeries(series: Series, settings: Settings, cpus?: number): Fitted {
  const fitted = fitSeries(series, settings, cpus)
  const { simulated, run, knobs, measured } = fitted
  if (!simulated || series.count > MOST_CYCLES_TO_FIT) return fitted
  const refined = refineAllocation(series, run.pieces, () => simulateFor(series, run))
  if (!refined) return fitted
  const workload = toWorkload(refined, cpus)
  const again = attemptWith(workload, settings, knobs)
  return distance(again.simulated, measured) < distance(simulated, measured) ? { workload, measured, ...again } : fitted
}

function fitSeries(series: Series, settings: Settings, cpus?: number): Fitted {
  const workload = toWorkload(series, cpus)
  const measured = measuredFigures(series)
  const attempt = (knobs: Knobs) => attemptWith(workload, settings, knobs)
  if (series.count > MOST_CYCLES_TO_FIT) {
    const knobs = { tolerance: { allocation: 4, reachable: 0.1 }, pointerArrayShare: 0 }
    if (series.count <= MOST_CYCLES_TO_CHECK) return { workload, measured, ...attempt(knobs) }
    return { workload, measured, knobs, run: toModelRun(workload, settings, knobs), simulated: undefined }
  }
  const first = attempt({ tolerance: FINE, pointerArrayShare: 0 })
  if (first.simulated.cycles >= 2 * series.count + ENOUGH_CYCLES) return { workload, measured, ...first }
  const near = (shares: readonly number[]) =>
    best(
      shares.map((share) => attempt({ tolerance: FINE, pointerArrayShare: share })),
      (simulated) => distance(simulated, measured),
    ).knobs.pointerArrayShare
  const coarse = near(ARRAY_SHARES)
  const pointerArrayShare = near([Math.max(0, coarse - ARRAY_STEP), coarse, coarse + ARRAY_STEP])
  return { workload, measured, ...fewestPhases(attempt, pointerArrayShare, measured) }
}

function attemptWith(workload: Workload, settings: Settings, knobs: Knobs): Attempt {
  const run = toModelRun(workload, settings, knobs)
  return { knobs, run, simulated: simulatedFigures(simulateFor(workload.series, run)) }
}

function simulateFor(series: Series, { scenario }: ModelRun): Trace {
  return simulate(scenario, { maxCycles: 2 * series.count + ENOUGH_CYCLES })
}

interface Attempt {
  readonly knobs: Knobs
  readonly run: ModelRun
  readonly simulated: RunFigures
}

/** Of few phases the best; of many the coarsest that still give the measured cycles and peak, or else the finest's. */
function fewestPhases(attempt: (knobs: Knobs) => Attempt, pointerArrayShare: number, measured: RunFigures): Attempt {
  const fine = FINE_TOLERANCES.map((tolerance) => attempt({ tolerance, pointerArrayShare }))
  const finest = fine.at(-1) ?? attempt({ tolerance: FINEST, pointerArrayShare })
  const short = fine.filter(({ run }) => run.phases.length <= FEW_PHASES)
  if (short.length > 0) return best(short, (simulated) => distance(simulated, measured))
  const others: Attempt[] = []
  for (const tolerance of COARSE_TOLERANCES) {
    const coarse = attempt({ tolerance, pointerArrayShare })
    if (isClose(coarse.simulated, measured)) return coarse
    others.push(coarse)
  }
  others.push(...fine)
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
