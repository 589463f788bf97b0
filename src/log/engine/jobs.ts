import type { Calibration } from '../../calibration/calibrate.ts'
import type { RunFigures } from '../../calibration/fit/figures.ts'
import type { InferredSettings } from '../../calibration/shape/infer-settings.ts'
import type { Advice } from '../../explore/advice/advice.ts'
import type { Demand } from '../../explore/advice/demand.ts'
import type { CycleColumns } from '../../gctrace/columns.ts'
import type { LogFinding } from '../../gctrace/diagnose.ts'
import type { ParsedLog } from '../../gctrace/read/reader.ts'
import type { StatedSettings } from '../../gctrace/read/run-info.ts'
import type { WhatIfSettings } from '../../known/what-if.ts'
import type { Trace } from '../../model/trace.ts'
import type { Verdict } from '../../model/verdict.ts'
import type { Outlook } from '../../prediction/outlook.ts'
import type { Prediction } from '../../prediction/prediction.ts'
import type { Result } from '../../result.ts'

/** A job that the page gives to its worker. */
export type Job = { readonly kind: 'read'; readonly blob: Blob } | LaterJob

/** The same job, as the worker receives it: first the slices of a log in order, then its end. */
export type EngineJob =
  | { readonly kind: 'push'; readonly from: number; readonly bytes: ArrayBuffer }
  | { readonly kind: 'end' }
  | LaterJob

/** Jobs for the log that was read last. */
type LaterJob =
  | { readonly kind: 'measure'; readonly run: number }
  | { readonly kind: 'calibrate'; readonly run: number; readonly asked: StatedSettings }
  | { readonly kind: 'predict'; readonly settings: WhatIfSettings }
  /** Cancelled by any other job. */
  | { readonly kind: 'advise'; readonly settings: WhatIfSettings; readonly demand: Demand }

export interface Answers {
  readonly read: LogSummary
  readonly measure: MeasuredRun
  readonly calibrate: Result<CalibratedRun>
  readonly predict: PredictedRun
  readonly advise: Advice
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
  /** What the command above it states, as far as its goals do not contradict that. */
  readonly stated: StatedSettings
  readonly figures: RunFigures | undefined
  readonly findings: readonly ShownFinding[]
}

/** A finding with its longest spans only: a long log may have more spans than a page can hold. */
export interface ShownFinding extends LogFinding {
  readonly others: number
}

export interface CalibratedRun extends Omit<Calibration, 'fitted'>, Drawable {
  /** The verdict on the simulation of the log's own settings. */
  readonly verdict: Verdict
  /** GC's share of the CPU in the log itself, marking on idle CPUs not counted: 0…1. */
  readonly compulsoryGcFraction: number
}

/** The calibrated program under other settings. */
export interface PredictedRun
  extends Drawable,
    Pick<Prediction, 'scenario' | 'spread' | 'cycleHeap' | 'gcSecondsOnSameMachine'> {
  readonly verdict: Verdict
  readonly figures: RunFigures
  /** The outcome in its container; undefined without a container limit. */
  readonly outlook: Outlook | undefined
  readonly whyWide: string
  /** How far to trust the range of GC's share without idle marking. */
  readonly howSureShare: string
}
