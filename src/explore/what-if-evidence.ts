import { type Calibration, searchCalibration, toKnownRun } from '../calibration/calibrate.ts'
import { columnsOfRun } from '../gctrace/columns.ts'
import { LogReader } from '../gctrace/read/reader.ts'
import { likelyUnder } from '../known/what-if.ts'
import { simulate } from '../model/simulate.ts'
import { finish } from '../model/slices.ts'
import { failed, ok, type Result } from '../result.ts'
import { type EvidenceRow, type RecordedSetting, recordedSettings, toEvidenceRow } from './evidence.ts'

/** The predictions for a program under other settings, all from one log of it. */
export interface WhatIfEvidence {
  readonly program: string
  readonly calibration: Calibration
  /** One per recorded setting other than the log's own. */
  readonly rows: readonly EvidenceRow[]
}

/** Whether a setting is the one of the log used for calibration, with this GOMAXPROCS. */
function isBase({ gogc, memoryLimit, procs }: RecordedSetting, logProcs: number): boolean {
  return gogc === 100 && memoryLimit === 'off' && procs === logProcs
}

/**
 * Calibrates on the log of a program run with GOGC=100 and no limit, and predicts its other recorded settings.
 * @param recorded the settings of this program
 */
export function toWhatIfEvidence(log: string, recorded: readonly RecordedSetting[]): Result<WhatIfEvidence> {
  const reader = new LogReader()
  reader.push(log)
  const { columns, problems } = reader.end()
  if (columns.count === 0) return failed(problems.map(({ message }) => ({ path: '', message })))
  const calibration = finish(searchCalibration(toKnownRun(columnsOfRun(columns, 0)), {}))
  if (!calibration.ok) return calibration
  // A setting with a repeat that ran no GC cycle offers nothing to compare.
  const { procs } = calibration.value.scenario
  const others = recorded.filter(
    (setting) => !isBase(setting, procs) && setting.repeats.every(({ cycles }) => cycles > 0),
  )
  const rows = others.map((setting) =>
    toEvidenceRow(setting, simulate(likelyUnder(calibration.value, recordedSettings(setting)))),
  )
  return ok({ program: recorded[0]?.program ?? '', calibration: calibration.value, rows })
}
