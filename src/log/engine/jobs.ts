import type { RunFigures } from '../../calibration/fit/figures.ts'
import type { InferredSettings } from '../../calibration/shape/infer-settings.ts'
import type { CycleColumns } from '../../gctrace/columns.ts'
import type { LogFinding } from '../../gctrace/diagnose.ts'
import type { ParsedLog } from '../../gctrace/read/reader.ts'
import type { Trace } from '../../model/trace.ts'

/** A job that the page gives to its worker. */
export type Job = { readonly kind: 'read'; readonly blob: Blob } | MeasureJob

/** The same job, as the worker receives it: first the slices of a log in order, then its end. */
export type EngineJob =
  | { readonly kind: 'push'; readonly from: number; readonly bytes: ArrayBuffer }
  | { readonly kind: 'end' }
  | MeasureJob

/** A job for the log that was read last. */
interface MeasureJob {
  readonly kind: 'measure'
  readonly run: number
}

export interface Answers {
  readonly read: LogSummary
  readonly measure: MeasuredRun
}

export type Answer = Answers[Job['kind']]
export type EngineAnswer = Answer | ReadProgress

/** How far reading has come. */
export interface ReadProgress {
  readonly bytes: number
  readonly lines: number
  readonly cycles: number
}

/** A place in the file, and the number of lines that end before it. */
export interface Checkpoint {
  readonly bytes: number
  readonly lines: number
}

/** A log without its cycles: the worker keeps these. */
export interface LogSummary extends Omit<ParsedLog, 'columns'> {
  readonly cycles: number
  readonly bytes: number
  /** Positions of some lines in the file, to find any line again. */
  readonly checkpoints: readonly Checkpoint[]
}

/** A run to be drawn: on the log's own clock, elapsed time. */
export interface Drawable {
  readonly trace: Trace
  /** With at most as many cycles as can be drawn (`thin`); the same object if nothing is left out. */
  readonly drawn: Trace
}

/** One run of the log, as it is shown. */
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
