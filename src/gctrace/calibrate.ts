import { failedAt, ok, type Result } from '../result.ts'
import { parameter } from '../scenario/params.ts'
import type { Scenario } from '../scenario/types.ts'
import type { GcPercent, Limit } from '../units.ts'
import type { CycleColumns } from './columns.ts'
import { type Estimate, toEstimates } from './estimates.ts'
import type { RunFigures } from './figures.ts'
import { type Fitted, searchFit } from './fit.ts'
import { type InferredSettings, inferSettings } from './infer-settings.ts'
import { MOST_HELD_UP } from './points.ts'
import { type Series, stalledCycles, toSeries } from './series.ts'
import { sharpen } from './sharpen.ts'
import { finish, type Search } from './trials.ts'

/** What is known of a log's settings besides the log: it prints neither GOGC nor GOMEMLIMIT. */
export interface AskedSettings {
  readonly gogc?: GcPercent
  readonly memoryLimit?: Limit
}

/** A log turned into a scenario of the runtime model, and how far it can be trusted. */
export interface Calibration {
  /** The workload under the log's own settings. */
  readonly scenario: Scenario
  /** Each thing that was found or assumed, with its error and where it comes from. */
  readonly estimates: readonly Estimate[]
  readonly measured: RunFigures
  /** The same settings, simulated; undefined where the log is too long for that. */
  readonly simulated: RunFigures | undefined
  readonly differences: Differences | undefined
  /** Whether cycles and peak heap come out within 5 %, GC CPU within 20 %: else no answer built on this is worth much. */
  readonly reproduces: boolean
  /** What a person has to know before believing it. */
  readonly warnings: readonly string[]
  /** What the phases were made from, for `whatIf`. */
  readonly fitted: Fitted
}

/** Simulated over measured, as shares: 0.05 is 5 % more than was measured. */
export interface Differences {
  readonly cycles: number
  readonly peakHeap: number
  readonly gcCpu: number
  readonly wall: number
}

/** Differences that still count as the log reproduced; one cycle more or less always does. */
const CLOSE_SHARE = 0.05
const CLOSE_CPU = 0.2
const FEW_CYCLES = 10
const TOO_COARSE_MIB = 16

/** One run of a log and what is read off it, whatever is asked of it later. */
export interface KnownRun {
  readonly columns: CycleColumns
  /** Both undefined where there is no cycle of the program's own to go by. */
  readonly series: Series | undefined
  readonly inferred: InferredSettings | undefined
}

/** What the columns of one run (`columnsOfRun`) say: several passes over all of its cycles. */
export function toKnownRun(columns: CycleColumns): KnownRun {
  const series = toSeries(columns)
  return { columns, series, inferred: series && inferSettings(columns, series) }
}

/**
 * Calibrates the runtime model on one run of a log (`columnsOfRun`).
 * @returns a problem where the run has no cycle of the program's own to go by
 */
export function calibrate(columns: CycleColumns, asked: AskedSettings = {}): Result<Calibration> {
  return finish(searchCalibration(toKnownRun(columns), asked))
}

/** The same where it is known already what the columns say, one simulation after another. */
export function* searchCalibration({ series, inferred }: KnownRun, asked: AskedSettings): Search<Result<Calibration>> {
  if (!series || !inferred) return failedAt('', 'there is no cycle to calibrate on: all that the log holds were forced')
  if (!(series.endSeconds > 0)) return failedAt('', 'the clock does not move in this log, so no rate can be told')
  if (series.endAllocated <= 0) return failedAt('', 'nothing is allocated in this log, as far as whole MiB show')
  if (isContradictory(series)) return failedAt('', CONTRADICTORY)
  if (isBeyondAll(series))
    return failedAt('', 'its figures are beyond any scenario: heaps up to 16 TiB, 4096 processors, 1,000,000 s')
  const gogc = asked.gogc ?? inferred.gogc
  const memoryLimit = asked.memoryLimit ?? inferred.memoryLimit
  const fitted = yield* searchFit(sharpen(series, gogc), { gogc, memoryLimit })
  const { measured, simulated } = fitted
  const differences = simulated && compare(simulated, measured)
  const reproduces = differences !== undefined && isReproduced(differences, measured)
  return ok({
    scenario: fitted.run.scenario,
    estimates: toEstimates(fitted, inferred, asked),
    measured,
    simulated,
    differences,
    reproduces,
    warnings: toWarnings(series, fitted, inferred, asked, differences, reproduces),
    fitted,
  })
}

const CONTRADICTORY =
  'the figures contradict each other: mark phases longer than the run, or more CPU time than there were processors for'

/** Marking cannot take longer than the run, nor more CPU than there is; a coarse clock is given some room. */
function isContradictory({ count, mark, assist, background, idle, procs, endSeconds }: Series): boolean {
  let marking = 0
  for (let i = 0; i < count; i++) {
    const cpu = assist[i]! + background[i]! + idle[i]!
    if (cpu > 2 * procs * mark[i]! + COARSE_CLOCK * procs) return true
    marking += mark[i]!
  }
  return marking > 1.2 * endSeconds + COARSE_CLOCK * count
}

function isBeyondAll({ heapEnd, procs, endSeconds, stacks }: Series): boolean {
  const { max } = parameter('initialLive')
  const isHuge = stacks > max || heapEnd.some((heap) => heap > max)
  return isHuge || procs > parameter('procs').max || endSeconds > parameter('duration').max
}

/** Windows clocks tick every 15.6 ms. */
const COARSE_CLOCK = 0.016

function compare(simulated: RunFigures, measured: RunFigures): Differences {
  const off = (a: number, b: number) => (b > 0 ? a / b - 1 : 0)
  return {
    cycles: off(simulated.cycles, measured.cycles),
    peakHeap: off(simulated.peakHeapBytes, measured.peakHeapBytes),
    gcCpu: off(simulated.gcSeconds, measured.gcSeconds),
    wall: off(simulated.wallSeconds, measured.wallSeconds),
  }
}

function isReproduced({ cycles, peakHeap, gcCpu }: Differences, measured: RunFigures): boolean {
  const byOne = 1 / Math.max(1, measured.cycles)
  return (
    Math.abs(cycles) <= Math.max(CLOSE_SHARE, byOne) &&
    Math.abs(peakHeap) <= CLOSE_SHARE &&
    Math.abs(gcCpu) <= CLOSE_CPU
  )
}

function toWarnings(
  series: Series,
  { workload, isCutShort = false }: Fitted,
  inferred: InferredSettings,
  asked: AskedSettings,
  differences: Differences | undefined,
  reproduces: boolean,
): string[] {
  const warnings: string[] = []
  const warn = (isSo: boolean, text: string) => {
    if (isSo) warnings.push(text)
  }
  const percent = (share: number) => `${share > 0 ? '+' : '−'}${Math.abs(100 * share).toFixed(0)} %`
  if (differences && !reproduces) {
    const { cycles, peakHeap, gcCpu } = differences
    warn(
      true,
      `The calibrated model does not reproduce its own log: cycles ${percent(cycles)}, peak heap ${percent(peakHeap)}, GC CPU ${percent(gcCpu)}. Do not build on its answers.`,
    )
  }
  warn(
    differences === undefined,
    'The log is too long to be simulated for comparison: nothing says how well this fits.',
  )
  warn(
    isCutShort,
    'Its cycles mark for so long that the search for the best fit was cut short: there may be a better one.',
  )
  const heldUp = stalledCycles(series).length
  warn(
    heldUp > MOST_HELD_UP,
    `The program held up marking in ${heldUp} cycles, too many for a scenario: only the ${MOST_HELD_UP} that took longest are in it as that.`,
  )
  warn(series.count < FEW_CYCLES, `Only ${series.count} cycles to go by: one cycle more or less is much.`)
  const peakMiB = series.heapEnd.reduce((most, heap) => Math.max(most, heap), 0) / 2 ** 20
  warn(peakMiB < TOO_COARSE_MIB, 'The heap is so small that whole MiB are too coarse: sizes may be far off.')
  warn(
    asked.memoryLimit === undefined && inferred.memoryLimit.kind !== 'off',
    'A memory limit was at work. Its size is inferred from the goals it gave; say what it was, if you know.',
  )
  warn(
    asked.gogc === undefined && inferred.gogcError > 5,
    'GOGC is inferred from a small heap; say what it was, if you know.',
  )
  warn(
    series.forcedLeftOut > 0,
    `${series.forcedLeftOut} cycles were forced by the program, too many for a scenario; the one that was calibrated forces none.`,
  )
  const forced = series.forced.reduce((sum, value) => sum + value, 0)
  warn(
    forced > 0,
    `${forced === 1 ? 'One cycle was' : `${forced} cycles were`} forced by the program; under other settings it is taken to force them at the same moments.`,
  )
  warn(
    workload.isSaturated && !workload.slack.isSure,
    workload.slack.hasSlack
      ? 'Whether the program can catch up on what marking delays cannot be told; it is taken to, as a service does.'
      : 'Cycles leave so little time in between that the program’s own pace does not show; it is taken to do what it can, and to have been slowed down as usual.',
  )
  return warnings
}
