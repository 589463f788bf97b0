import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Calibration, calibrate } from '../../src/calibration/calibrate.ts'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { searchWhatIf } from '../../src/known/what-if.ts'
import { finish } from '../../src/model/slices.ts'
import { type Limit, MIB, OFF } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'

const LOG = 'tests/fixtures/services/blind/logs/gateway-gogc100-limitoff.log'

describe('a memory limit that no program of a log meets', () => {
  let calibration: Calibration
  const spreadUnder = (memoryLimit: Limit) => finish(searchWhatIf(calibration, { memoryLimit })).spread

  beforeAll(() => {
    const made = calibrate(columnsOfRun(readLog(readFileSync(LOG, 'utf8')).columns, 0))
    if (!made.ok) throw new Error(made.problems[0]?.message)
    calibration = made.value
  })

  it('leaves every range as it is without a limit', () => {
    expect(spreadUnder({ kind: 'bytes', bytes: 1024 * MIB })).toEqual(spreadUnder(OFF))
  })

  it('is another one than a limit that sets goals: ranges of cycles reach further there', () => {
    const width = ({ cycles }: ReturnType<typeof spreadUnder>) => cycles.high / cycles.low
    expect(width(spreadUnder({ kind: 'bytes', bytes: 60 * MIB }))).toBeGreaterThan(1.5 * width(spreadUnder(OFF)))
  })
})
