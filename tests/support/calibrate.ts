import { type Calibration, searchCalibration, toKnownRun } from '../../src/calibration/calibrate.ts'
import type { CycleColumns } from '../../src/gctrace/columns.ts'
import type { StatedSettings } from '../../src/gctrace/read/run-info.ts'
import { finish } from '../../src/model/slices.ts'
import type { Result } from '../../src/result.ts'

/** Calibrates the runtime model on one run of a log (`columnsOfRun`), at once. @param isUnclear as in `toKnownRun` */
export function calibrate(columns: CycleColumns, asked: StatedSettings = {}, isUnclear = false): Result<Calibration> {
  return finish(searchCalibration(toKnownRun(columns, isUnclear), asked))
}
