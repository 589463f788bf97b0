import type { CycleColumns } from '../gctrace/columns.ts'
import { thrashingTime } from '../gctrace/diagnose.ts'
import type { RaisedGoals } from '../gctrace/goal-growths.ts'
import { isSinceLimits } from '../gctrace/goals.ts'
import type { StatedSettings } from '../gctrace/read/run-info.ts'
import { largest, sumOf } from '../numbers.ts'
import type { Search } from '../prediction/predict.ts'
import { failedAt, ok, type Result } from '../result.ts'
import { parameter } from '../scenario/params.ts'
import type { Scenario } from '../scenario/types.ts'
import type { GcPercent } from '../units.ts'
import { type Estimate, toEstimates } from './estimates.ts'
import type { RunFigures } from './fit/figures.ts'
import { type Fitted, searchFit } from './fit/fit.ts'
import { type InferredSettings, inferSettings, isUpperBound } from './shape/infer-settings.ts'
import { type Series, toSeries } from './shape/series.ts'
import { compareFigures, type Differences, type Trust, toTrust } from './trust.ts'
import { toWarnings } from './warnings.ts'

/** A log turned into a scenario of the runtime model, and how far it can be trusted. */
export interface Calibration {
  /** The program of the log under the log’s own settings. */
  readonly scenario: Scenario
  /** Each value that we found or assumed, with its error and its source. */
  readonly estimates: readonly Estimate[]
  readonly measured: RunFigures
  readonly thrashingShare: number
  /** The figures of the scenario’s simulation; undefined if the log is too long to simulate. */
  readonly simulated: RunFigures | undefined
  readonly differences: Differences | undefined
  /** How far answers that rely on this calibration can be trusted. */
  readonly trust: Trust
  /** Another GOGC that fits the log as well (`InferredSettings`); undefined if the user gave GOGC. */
  readonly otherGogc: GcPercent | undefined
  /** As `InferredSettings.ownLimit`, unless the user gave a setting. */
  readonly mayBeOwnLimit: boolean
  /** Goals that the program may have raised as the log ends; undefined if there are none. */
  readonly raised: RaisedGoals | undefined
  /** Whether the Go that wrote the log has no memory limit. */
  readonly isBeforeLimits: boolean
  /** Whether its lines show that it has a memory limit (Go 1.19 or later). */
  readonly isSinceLimits: boolean
  /** What a user has to know before trusting it. */
  readonly warnings: readonly string[]
  /** The fitted programs, for `ensembleUnder`. */
  readonly fitted: Fitted
}

/** One run of a log, with the facts that do not depend on the user’s settings. */
interface KnownRun {
  readonly columns: CycleColumns
  /** Both undefined if the run has no cycle except forced ones. */
  readonly series: Series | undefined
  readonly inferred: InferredSettings | undefined
}

/**
 * A run of a log with all that does not depend on settings; it takes several passes over all cycles.
 * @param isUnclear whether cycles of other processes may be among them (`RunInfo`): then goals show no settings
 * @param isOldGo whether another input shows that this Go has no memory limit, as the lines before Go 1.18 do
 */
export function toKnownRun(columns: CycleColumns, isUnclear = false, isOldGo = false): KnownRun {
  const series = toSeries(columns)
  return { columns, series, inferred: series && inferSettings(columns, series, isUnclear, isOldGo) }
}

const NO_ALLOCATION = 'this log shows no allocation: its sizes are in whole MiB'
const ONE_CYCLE =
  'one GC cycle alone does not show how fast the program allocates: give at least two cycles, better a hundred or more'

/**
 * Pauses after each simulation.
 * @returns a problem if the run has no cycle except forced ones, or if no scenario can describe its figures
 */
export function* searchCalibration(
  { columns, series, inferred }: KnownRun,
  asked: StatedSettings,
): Search<Result<Calibration>> {
  if (!series || !inferred) return failedAt('', 'there is no cycle to calibrate on: all cycles in the log were forced')
  if (!(series.endSeconds > 0)) return failedAt('', 'the clock does not move in this log, so it shows no rate')
  if (series.endAllocated <= 0) return failedAt('', series.count === 1 ? ONE_CYCLE : NO_ALLOCATION)
  if (isContradictory(series)) return failedAt('', CONTRADICTORY)
  if (isBeyondScenarios(series))
    return failedAt('', 'its figures are too large: we simulate heaps up to 16 TiB, 4096 processors and 1,000,000 s')
  const gogc = asked.gogc ?? inferred.gogc
  const memoryLimit = asked.memoryLimit ?? inferred.memoryLimit
  const isLimitInferred = asked.memoryLimit === undefined
  const isLimitBound = isLimitInferred && isUpperBound(inferred.limitWithin)
  const fitted = yield* searchFit(series, { gogc, memoryLimit, isLimitInferred, isLimitBound })
  const { measured, simulated } = fitted
  const isLimitGuessed = inferred.lowGogc !== undefined && asked.gogc === undefined && isLimitInferred
  return ok({
    scenario: fitted.run.scenario,
    estimates: toEstimates(fitted, inferred, asked),
    measured,
    thrashingShare: thrashingTime(columns, { gogc, memoryLimit }),
    simulated,
    differences: simulated && compareFigures(simulated, measured),
    trust: toTrust(measured, simulated, { ...series, ...inferred, unseenLive: fitted.unseenLive, isLimitGuessed }),
    otherGogc: asked.gogc ? undefined : inferred.otherGogc,
    mayBeOwnLimit: inferred.ownLimit !== undefined && asked.gogc === undefined && isLimitInferred,
    raised: inferred.raised,
    isBeforeLimits: inferred.isBeforeLimits,
    isSinceLimits: isSinceLimits(columns),
    warnings: toWarnings(series, fitted, inferred, asked),
    fitted,
  })
}

const CONTRADICTORY =
  'the figures contradict each other: mark phases longer than the run, or more CPU time than there were processors for'

/** Whether marking takes longer than the run, or more CPU time than there is; a CPU quota stops workers 0.08 s late. */
function isContradictory({ count, mark, assist, background, idle, ownProcs, endSeconds }: Series): boolean {
  const over = mark.map((_, i) => (assist[i]! + background[i]! + idle[i]!) / ownProcs[i]! - 2 * mark[i]!)
  const isLonger = sumOf(mark) > 1.2 * endSeconds + COARSE_CLOCK * count
  return isLonger || 2 * over.filter((seconds) => seconds > COARSE_CLOCK).length > count || largest(over) > 1
}

function isBeyondScenarios({ heapEnd, procs, endSeconds, stacks }: Series): boolean {
  const isHuge = largest(heapEnd, stacks) > parameter('initialLive').max
  return isHuge || procs > parameter('procs').max || endSeconds > parameter('duration').max
}

/** Windows clocks tick every 15.6 ms. */
const COARSE_CLOCK = 0.016
