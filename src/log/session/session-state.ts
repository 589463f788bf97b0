import type { LogProblem } from '../../gctrace/read/problems.ts'
import type { StatedSettings } from '../../gctrace/read/run-info.ts'
import type { WhatIfSettings } from '../../known/what-if.ts'
import type { Result } from '../../result.ts'
import type { TimeWindow } from '../../store/state.ts'
import type { CalibratedRun, LogSummary, MeasuredRun, PredictedRun, ReadProgress } from '../engine/jobs.ts'

/** Whether the Back button can restore the log, and why not. */
export type Keeping = 'kept' | 'too-large' | 'refused'

/** A log as given. Pasted text becomes a file too, so that we read both in the same way. */
export interface Source {
  readonly name: string
  readonly blob: Blob
}

export type Stage =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'reading'; readonly source: Source; readonly progress: ReadProgress | undefined }
  | { readonly kind: 'refused'; readonly source: Source; readonly problems: readonly LogProblem[] }
  | { readonly kind: 'failed'; readonly source: Source; readonly message: string }
  | { readonly kind: 'read'; readonly source: Source; readonly log: LogSummary }

export interface SessionState {
  readonly stage: Stage
  readonly measured: MeasuredRun | undefined
  /** The run that was chosen, while it is being measured. */
  readonly opening: number | undefined
  /** Index into the columns of the measured run. */
  readonly selected: number
  /** Whether the reader selected a cycle. Until then, no crosshair covers the figure. */
  readonly isPicked: boolean
  /** Visible part of the figure; undefined for all of it. */
  readonly window: TimeWindow | undefined
  /** The log's own settings, as typed by the reader. */
  readonly asked: StatedSettings
  readonly calibration: Result<CalibratedRun> | undefined
  readonly isCalibrating: boolean
  readonly settings: WhatIfSettings
  /** The last prediction; it stays until the next one arrives or fails. */
  readonly predicted: PredictedRun | undefined
  readonly isPredicting: boolean
  readonly predictionProblem: string | undefined
  /** The job that the reader cancelled and has not requested again. */
  readonly cancelled: 'fit' | 'prediction' | undefined
  /** Whether the Back button can restore this log; undefined until we know. */
  readonly keeping: Keeping | undefined
  /** The user came back to the page, and its log is gone. */
  readonly isLost: boolean
}

/** The state of the view, to restore it when the log is read again. */
export interface Place {
  readonly run: number
  readonly asked: StatedSettings
  readonly settings: WhatIfSettings
}
