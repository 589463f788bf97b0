import { type Calibration, type KnownRun, searchCalibration, toKnownRun } from '../../calibration/calibrate.ts'
import { measuredFigures, simulatedFigures } from '../../calibration/fit/figures.ts'
import { leavesCpuIdle, toWorkload } from '../../calibration/fit/model-run.ts'
import { isUpperBound } from '../../calibration/shape/infer-settings.ts'
import { type Advice, searchAdvice } from '../../explore/advice/advice.ts'
import { toRecordedFigures } from '../../explore/recorded-figures.ts'
import { columnsOfRun, copyColumns } from '../../gctrace/columns.ts'
import { diagnose, type LogFinding } from '../../gctrace/diagnose.ts'
import { UNKNOWN_SETTINGS } from '../../gctrace/goals.ts'
import { encodingOf } from '../../gctrace/read/encoding.ts'
import { LogReader, type ParsedLog } from '../../gctrace/read/reader.ts'
import type { RunInfo } from '../../gctrace/read/run-info.ts'
import { toTrace } from '../../gctrace/to-trace.ts'
import { statedFor } from '../../known/input/stated.ts'
import { ensembleUnder, likelyUnder, searchWhatIf } from '../../known/what-if.ts'
import { simulateRuntimeInSlices } from '../../model/runtime/simulate.ts'
import { inSlices, inSteps } from '../../model/slices.ts'
import type { Trace } from '../../model/trace.ts'
import { toVerdict } from '../../model/verdict.ts'
import { toOutlook } from '../../prediction/outlook.ts'
import type { Prediction } from '../../prediction/prediction.ts'
import { withRange } from '../../prediction/range-verdict.ts'
import { ok } from '../../result.ts'
import type { Compute } from '../../work/queue.ts'
import { toDrawable, withBand } from './drawable.ts'
import { howSureShare, whyWide } from './how-sure.ts'
import type {
  CalibratedRun,
  Checkpoint,
  EngineAnswer,
  EngineJob,
  MeasuredRun,
  PredictedRun,
  ReadProgress,
  ShownFinding,
} from './jobs.ts'

/** We decode this many bytes at once, to use little memory besides the slices. */
const TEXT_BYTES = 1 << 18

/** The calibration for predictions, and whether its run shows a memory limit. */
interface Fitted {
  readonly calibration: Calibration
  readonly inferred: KnownRun['inferred']
}

interface Reading {
  readonly reader: LogReader
  readonly decoder: TextDecoder
  readonly checkpoints: Checkpoint[]
  bytes: number
}

/**
 * Does the jobs of the page of logs, in a worker or on the page's own thread. It keeps the log and its calibration
 * between jobs. A job throws if the log does not have the requested run, or if a worker stopped and its log is lost.
 */
export function createEngine(): Compute<EngineJob, never, EngineAnswer> {
  let reading: Reading | undefined
  let log: ParsedLog | undefined
  let fitted: Fitted | undefined
  let last: { readonly run: number; readonly known: KnownRun } | undefined
  // A run is measured once and calibrated many times: compute its shape only once.
  const known = (run: number) => {
    if (!log) throw new Error(STOPPED)
    if (last?.run !== run) last = { run, known: toKnownRun(columnsOfRun(log.columns, run), log.runs[run]?.isUnclear) }
    return last.known
  }
  const calibrated = () => {
    if (!fitted) throw new Error('the log has not been calibrated')
    return fitted
  }
  return function* (job): Generator<undefined, EngineAnswer> {
    switch (job.kind) {
      case 'push': {
        const bytes = new Uint8Array(job.bytes)
        if (job.from === 0)
          reading = { reader: new LogReader(), decoder: new TextDecoder(encodingOf(bytes)), checkpoints: [], bytes: 0 }
        if (!reading) throw new Error(STOPPED)
        return yield* readSlice(reading, bytes)
      }
      case 'end': {
        if (!reading) throw new Error(STOPPED)
        const { reader, decoder, checkpoints, bytes } = reading
        reader.push(decoder.decode())
        log = reader.end()
        reading = undefined
        last = undefined
        const { columns, ...rest } = log
        return { ...rest, cycles: columns.count, checkpoints, bytes }
      }
      case 'measure':
        return measure(known(job.run), log!.runs[job.run]!)
      case 'calibrate': {
        const run = known(job.run)
        const result = yield* inSteps(searchCalibration(run, job.asked))
        const shown = result.ok
          ? ok(toCalibrated(result.value, yield* inSlices(simulateRuntimeInSlices, result.value.scenario)))
          : result
        // Set only now: a cancelled job must not change what was known before it.
        fitted = result.ok ? { calibration: result.value, inferred: run.inferred } : undefined
        return shown
      }
      case 'predict': {
        const asked = calibrated()
        return toPredicted(yield* inSteps(searchWhatIf(asked.calibration, job.settings)), asked)
      }
      case 'advise':
        return yield* inSteps(adviseOn(calibrated().calibration, job))
    }
  }
}

const STOPPED = 'the worker that reads logs has stopped: perhaps there was not enough memory'

function* readSlice(reading: Reading, bytes: Uint8Array): Generator<undefined, ReadProgress> {
  const { reader, decoder, checkpoints } = reading
  checkpoints.push({ bytes: reading.bytes, lines: reader.lines })
  for (let at = 0; at < bytes.length; at += TEXT_BYTES) {
    reader.push(decoder.decode(bytes.subarray(at, at + TEXT_BYTES), { stream: true }))
    yield
  }
  reading.bytes += bytes.length
  const { lines, cycles } = reader
  return { bytes: reading.bytes, lines, cycles }
}

type AdviseJob = Extract<EngineJob, { readonly kind: 'advise' }>

function adviseOn(calibration: Calibration, { settings, demand }: AdviseJob): Generator<unknown, Advice, void> {
  const ensemble = ensembleUnder(calibration, settings, { gogc: settings.gogc !== undefined })
  const { trust, isBeforeLimits } = calibration
  return searchAdvice(likelyUnder(calibration, settings), demand, undefined, { ensemble, trust, isBeforeLimits })
}

function measure({ columns, series, inferred }: KnownRun, run: RunInfo): MeasuredRun {
  const { gogc, memoryLimit } = inferred ?? UNKNOWN_SETTINGS
  const busy = series && { busyProcs: toWorkload(series).busy }
  const made = toTrace(columns, { gogc, memoryLimit, ...busy })
  // A log does not show how full the limiter's bucket is, so we do not draw it.
  made.points.runtime?.fill.fill(Number.NaN)
  const trace = isUpperBound(inferred?.limitWithin) ? withoutLimit(made) : made
  const { procs } = columns
  return {
    run: run.index,
    // A copy, because the page receives it and the log keeps its own.
    columns: copyColumns(columns),
    ...toDrawable(trace, (i) => procs[i] ?? 1),
    inferred,
    stated: statedFor(run, inferred),
    figures: series && measuredFigures(series),
    findings: diagnose(columns, { gogc, memoryLimit }).map(toShown),
  }
}

/** We link to this many spans of cycles; of the others we show only the number. */
const MOST_SPANS = 4

/** The longest spans, in their original order. */
function toShown({ cycles, ...rest }: LogFinding): ShownFinding {
  const longest = cycles.length > MOST_SPANS ? cycles.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0])) : cycles
  const shown = longest.slice(0, MOST_SPANS).sort((a, b) => a[0] - b[0])
  return { ...rest, cycles: shown, others: cycles.length - shown.length }
}

/** Draws no limit if goals give only an upper bound of it. */
function withoutLimit(trace: Trace): Trace {
  return { ...trace, segments: trace.segments.map((segment) => ({ ...segment, memoryLimit: Infinity })) }
}

function toCalibrated({ fitted, ...rest }: Calibration, trace: Trace): CalibratedRun {
  const { compulsoryGcFraction } = toRecordedFigures(fitted.workload.series)
  return {
    ...rest,
    compulsoryGcFraction,
    verdict: toVerdict(trace, {}),
    ...toDrawable(trace, () => rest.scenario.procs),
  }
}

function toPredicted(prediction: Prediction, { calibration, inferred }: Fitted): PredictedRun {
  const { scenario, trace, spread, cycleHeap, gcSecondsOnSameMachine } = prediction
  return {
    scenario,
    spread,
    cycleHeap,
    gcSecondsOnSameMachine,
    outlook: toOutlook(prediction),
    whyWide: whyWide(prediction, inferred),
    howSureShare: howSureShare(leavesCpuIdle(calibration.fitted.workload)),
    verdict: withRange(toVerdict(trace, {}), prediction),
    figures: simulatedFigures(trace),
    ...toDrawable(withBand(trace, spread.peakMemoryBytes), () => scenario.procs),
  }
}
