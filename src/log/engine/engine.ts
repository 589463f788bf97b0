import { type Calibration, type KnownRun, searchCalibration, toKnownRun } from '../../calibration/calibrate.ts'
import type { Prediction, Spread } from '../../calibration/ensemble/predict.ts'
import { measuredFigures, simulatedFigures } from '../../calibration/fit/figures.ts'
import { toWorkload } from '../../calibration/fit/model-run.ts'
import { toOutlook, whyWide } from '../../calibration/outlook.ts'
import { ensembleUnder, searchWhatIf, underSettings } from '../../calibration/what-if.ts'
import { type Advice, searchAdvice } from '../../explore/advice/advice.ts'
import { columnsOfRun, copyColumns } from '../../gctrace/columns.ts'
import { diagnose, type Finding } from '../../gctrace/diagnose.ts'
import { createReader, type ParsedLog } from '../../gctrace/read/reader.ts'
import { toTrace } from '../../gctrace/to-trace.ts'
import { RUNTIME } from '../../model/runtime/simulator.ts'
import { inSlices } from '../../model/slices.ts'
import type { Trace } from '../../model/trace.ts'
import { toVerdict } from '../../model/verdict.ts'
import { onWallClock } from '../../model/wall-clock.ts'
import { ok } from '../../result.ts'
import type { Scenario } from '../../scenario/types.ts'
import { OFF } from '../../units.ts'
import { Cancelled } from './cancelled.ts'
import type {
  Answer,
  CalibratedRun,
  Drawable,
  EngineJob,
  LogSummary,
  MeasuredRun,
  PredictedRun,
  Reply,
  ShownFinding,
} from './jobs.ts'
import { type ReadOptions, readFile } from './source.ts'
import { thin } from './thin.ts'

/** Does the jobs, one after the other, in a worker or on the page's own thread. It keeps the log and its calibration. */
interface Engine {
  /**
   * @throws Error where the file cannot be read, or a run is asked for that the log has not; Cancelled where it was told to
   * end, or what was asked for is not wanted any longer because another log, run or calibration is
   */
  handle(job: EngineJob): Promise<Answer>
}

export function createEngine(reading: ReadOptions): Engine {
  let log: ParsedLog | undefined
  let calibration: Calibration | undefined
  let last: { readonly run: number; readonly known: KnownRun } | undefined
  // A run is measured once and calibrated many times: compute its shape only once.
  const known = (run: number) => {
    if (!log) throw new Error('no log has been read')
    if (last?.run !== run) last = { run, known: toKnownRun(columnsOfRun(log.columns, run)) }
    return last.known
  }
  /** The log, run or calibration that was asked for last. */
  let wanted: EngineJob | undefined
  /** What was asked for last. */
  let newest: EngineJob | undefined
  const inTurns = async <T>(
    work: Generator<unknown, T, void>,
    own: EngineJob | undefined,
    isWanted = () => true,
  ): Promise<T> => {
    for (;;) {
      const step = work.next()
      if (step.done) return step.value
      await reading.pause()
      if (reading.isCancelled() || wanted !== own || !isWanted()) throw new Cancelled()
    }
  }
  /** @param own the request for which the job was started */
  const handle = async (job: EngineJob, own: EngineJob | undefined): Promise<Answer> => {
    switch (job.kind) {
      case 'read': {
        const reader = createReader()
        const checkpoints = await readFile(job.file, reader, reading)
        log = reader.end()
        last = undefined
        return toSummary(log, checkpoints, job.file.size)
      }
      case 'measure':
        return measure(known(job.run), job.run)
      case 'calibrate': {
        const result = await inTurns(searchCalibration(known(job.run), job.asked), own)
        calibration = result.ok ? result.value : undefined
        return result.ok ? ok(toCalibrated(result.value, await inTurns(runOf(result.value.scenario), own))) : result
      }
      case 'predict': {
        if (!calibration) throw new Error('the log has not been calibrated')
        const isLimitSeen = last?.known.inferred?.memoryLimit.kind === 'bytes'
        return toPredicted(await inTurns(searchWhatIf(calibration, job.settings), own), isLimitSeen)
      }
      case 'advise':
        if (!calibration) throw new Error('the log has not been calibrated')
        return inTurns(adviseOn(calibration, job), own, () => newest === job)
    }
  }
  let before: Promise<unknown> = Promise.resolve()
  return {
    handle(job) {
      newest = job
      if (job.kind !== 'predict' && job.kind !== 'advise') wanted = job
      const own = wanted
      const answer = before.then(() => handle(job, own))
      before = answer.catch(() => {})
      return answer
    },
  }
}

type AdviseJob = Extract<EngineJob, { readonly kind: 'advise' }>

function adviseOn(calibration: Calibration, { settings, demand }: AdviseJob): Generator<unknown, Advice, void> {
  const ensemble = ensembleUnder(calibration, settings)
  return searchAdvice(underSettings(calibration, settings), demand, undefined, ensemble)
}

function toSummary({ columns, ...rest }: ParsedLog, checkpoints: LogSummary['checkpoints'], bytes: number): LogSummary {
  return { ...rest, cycles: columns.count, checkpoints, bytes }
}

const UNKNOWN = { gogc: { kind: 'percent', percent: 100 }, memoryLimit: OFF } as const

function measure({ columns, series, inferred }: KnownRun, run: number): MeasuredRun {
  const { gogc, memoryLimit } = inferred ?? UNKNOWN
  const busy = series && { busyProcs: toWorkload(series).busy }
  const trace = withoutBucket(toTrace(columns, { gogc, memoryLimit, ...busy }))
  const { procs } = columns
  return {
    run,
    // Of its own, so that it can be handed over; the log keeps what it has.
    columns: copyColumns(columns),
    ...toDrawable(trace, (i) => procs[i] ?? 1),
    inferred,
    figures: series && measuredFigures(series),
    findings: diagnose(columns, { gogc, memoryLimit }).map(toShown),
  }
}

/** Spans of cycles that are linked to; of the others only the number is said. */
const MOST_SPANS = 4

/** The longest spans, in the order in which they came. */
function toShown({ cycles, ...rest }: Finding): ShownFinding {
  const longest = cycles.length > MOST_SPANS ? cycles.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0])) : cycles
  const shown = longest.slice(0, MOST_SPANS).sort((a, b) => a[0] - b[0])
  return { ...rest, cycles: shown, others: cycles.length - shown.length }
}

/** A log does not say how full the limiter's bucket is: it is not drawn empty. */
function withoutBucket(trace: Trace): Trace {
  trace.points.runtime?.fill.fill(Number.NaN)
  return trace
}

/** A run of the runtime model, in slices. */
function runOf(scenario: Scenario): Generator<undefined, Trace, void> {
  return inSlices(RUNTIME, scenario)
}

function toCalibrated({ fitted: _, ...rest }: Calibration, trace: Trace): CalibratedRun {
  return { ...rest, verdict: toVerdict(trace), ...toDrawable(trace, () => rest.scenario.procs) }
}

function toPredicted(prediction: Prediction, isLimitSeen: boolean): PredictedRun {
  const { scenario, trace, spread, cycleHeap } = prediction
  return {
    scenario,
    spread,
    cycleHeap,
    outlook: toOutlook(prediction),
    whyWide: whyWide(prediction, isLimitSeen),
    verdict: toVerdict(trace),
    figures: simulatedFigures(trace),
    ...toDrawable(withBand(trace, spread.peakMemoryBytes), () => scenario.procs),
  }
}

/** The run with the bounds of its memory around it: as far from it everywhere as its peak’s are from the peak. */
function withBand(trace: Trace, { low, likely, high }: Spread): Trace {
  const { points } = trace
  const { runtime } = points
  if (!runtime || !(likely > 0)) return trace
  const times = (factor: number) => runtime.counted.map((bytes) => bytes * factor)
  const bounds = { countedLow: times(low / likely), countedHigh: times(high / likely) }
  return { ...trace, points: { ...points, runtime: { ...runtime, ...bounds } } }
}

function toDrawable(run: Trace, procsOf: (cycle: number) => number): Drawable {
  const trace = onWallClock(run, procsOf)
  return { trace, drawn: thin(trace, undefined) }
}

/** What whoever asked is told of a job that ended with an error. */
export function toFailure(id: number, error: unknown): Reply {
  if (error instanceof Cancelled) return { id, kind: 'cancelled' }
  return { id, kind: 'failed', message: error instanceof Error ? error.message : String(error) }
}
