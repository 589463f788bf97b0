import { type KnownRun, toKnownRun } from '../../calibration/calibrate.ts'
import { measuredFigures } from '../../calibration/fit/figures.ts'
import { toWorkload } from '../../calibration/fit/model-run.ts'
import { isUpperBound } from '../../calibration/shape/infer-settings.ts'
import { columnsOfRun, copyColumns } from '../../gctrace/columns.ts'
import { diagnose, type LogFinding } from '../../gctrace/diagnose.ts'
import { UNKNOWN_SETTINGS } from '../../gctrace/goals.ts'
import { encodingOf } from '../../gctrace/read/encoding.ts'
import { LogReader, type ParsedLog } from '../../gctrace/read/reader.ts'
import { toTrace } from '../../gctrace/to-trace.ts'
import type { Trace } from '../../model/trace.ts'
import type { Compute } from '../../work/queue.ts'
import { toDrawable } from './drawable.ts'
import type { Checkpoint, EngineAnswer, EngineJob, MeasuredRun, ReadProgress, ShownFinding } from './jobs.ts'

/** We decode this many bytes at once, to use little memory besides the slices. */
const TEXT_BYTES = 1 << 18

interface Reading {
  readonly reader: LogReader
  readonly decoder: TextDecoder
  readonly checkpoints: Checkpoint[]
  bytes: number
}

/**
 * Does the jobs of a report, in a worker or on the page's own thread. It keeps the log between jobs. A job throws if the
 * log does not have the requested run, or if a worker stopped and its log is lost.
 */
export function createEngine(): Compute<EngineJob, never, EngineAnswer> {
  let reading: Reading | undefined
  let log: ParsedLog | undefined
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
        const { columns, ...rest } = log
        return { ...rest, cycles: columns.count, checkpoints, bytes }
      }
      case 'measure': {
        if (!log) throw new Error(STOPPED)
        const { run } = job
        return measure(toKnownRun(columnsOfRun(log.columns, run), log.runs[run]?.isUnclear), run)
      }
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

function measure({ columns, series, inferred }: KnownRun, run: number): MeasuredRun {
  const { gogc, memoryLimit } = inferred ?? UNKNOWN_SETTINGS
  const busy = series && { busyProcs: toWorkload(series).busy }
  const made = toTrace(columns, { gogc, memoryLimit, ...busy })
  // A log does not show how full the limiter's bucket is, so we do not draw it.
  made.points.runtime?.fill.fill(Number.NaN)
  const trace = isUpperBound(inferred?.limitWithin) ? withoutLimit(made) : made
  const { procs } = columns
  return {
    run,
    // A copy, because the page receives it and the log keeps its own.
    columns: copyColumns(columns),
    ...toDrawable(trace, (i) => procs[i] ?? 1),
    inferred,
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
