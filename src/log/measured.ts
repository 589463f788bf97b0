import { toKnownRun } from '../calibration/calibrate.ts'
import { measuredFigures, type RunFigures } from '../calibration/fit/figures.ts'
import { toWorkload } from '../calibration/fit/model-run.ts'
import { type InferredSettings, isUpperBound } from '../calibration/shape/infer-settings.ts'
import { type CycleColumns, columnsOfRun, copyColumns } from '../gctrace/columns.ts'
import { diagnose, type LogFinding } from '../gctrace/diagnose.ts'
import { UNKNOWN_SETTINGS } from '../gctrace/goals.ts'
import type { ParsedLog } from '../gctrace/read/reader.ts'
import { toTrace } from '../gctrace/to-trace.ts'
import type { Trace } from '../model/trace.ts'
import { type Drawable, toDrawable } from './drawable.ts'

/** A place in the file, and the number of lines that end before it. */
export interface Checkpoint {
  readonly bytes: number
  readonly lines: number
}

/** A log without its cycles: the engine keeps these. */
export interface LogSummary extends Omit<ParsedLog, 'columns'> {
  readonly cycles: number
  readonly bytes: number
  /** Positions of some lines in the file, to find any line again. */
  readonly checkpoints: readonly Checkpoint[]
}

export interface MeasuredRun extends Drawable {
  readonly run: number
  readonly columns: CycleColumns
  /** undefined if all cycles were forced: such cycles do not show the settings. */
  readonly inferred: InferredSettings | undefined
  readonly figures: RunFigures | undefined
  readonly findings: readonly ShownFinding[]
}

/** A finding with its longest spans only: a long log may have more spans than a page can hold. */
export interface ShownFinding extends LogFinding {
  readonly others: number
}

export function measureRun(log: ParsedLog, run: number): MeasuredRun {
  const { columns, series, inferred } = toKnownRun(columnsOfRun(log.columns, run), log.runs[run]?.isUnclear)
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

function toShown({ cycles, ...rest }: LogFinding): ShownFinding {
  const longest = cycles.length > MOST_SPANS ? cycles.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0])) : cycles
  const shown = longest.slice(0, MOST_SPANS).sort((a, b) => a[0] - b[0])
  return { ...rest, cycles: shown, others: cycles.length - shown.length }
}

/** Draws no limit if goals give only an upper bound of it. */
function withoutLimit(trace: Trace): Trace {
  return { ...trace, segments: trace.segments.map((segment) => ({ ...segment, memoryLimit: Infinity })) }
}
