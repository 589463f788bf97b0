import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Calibration } from '../../src/calibration/calibrate.ts'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import type { WhatIfSettings } from '../../src/known/what-if.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { type Limit, MIB, OFF } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictUnder } from '../support/predict-under.ts'

const LOG = 'tests/fixtures/services/blind/logs/gateway-gogc100-limitoff.log'

describe('a memory limit that no program of a log meets', () => {
  let calibration: Calibration
  const under = (settings: WhatIfSettings) => predictUnder(calibration, settings)
  const spreadUnder = (memoryLimit: Limit) => under({ memoryLimit }).spread

  beforeAll(() => {
    const made = calibrate(columnsOfRun(readLog(readFileSync(LOG, 'utf8')).columns, 0))
    if (!made.ok) throw new Error(made.problems[0]?.message)
    calibration = made.value
  })

  it('leaves every range as it is without a limit', () => {
    expect(spreadUnder({ kind: 'bytes', bytes: 1024 * MIB })).toEqual(spreadUnder(OFF))
  })

  it('kills as many programs in a container as die there without a limit', () => {
    const peak = spreadUnder(OFF).peakContainerBytes.likely
    for (const share of [0.85, 1, 1.15]) {
      const containerLimit = { kind: 'bytes', bytes: share * peak } as const
      const free = under({ containerLimit }).outcomes
      expect(free['oom-killed'], `${share} of the likely peak`).toBeGreaterThan(0)
      expect(under({ containerLimit, memoryLimit: { kind: 'bytes', bytes: 1024 * MIB } }).outcomes).toEqual(free)
    }
  })

  it('differs from a limit that sets goals, for which ranges of cycles are wider', () => {
    const width = ({ cycles }: ReturnType<typeof spreadUnder>) => cycles.high / cycles.low
    expect(width(spreadUnder({ kind: 'bytes', bytes: 60 * MIB }))).toBeGreaterThan(1.5 * width(spreadUnder(OFF)))
  })
})

it('a smaller container has the same verdict, even if it kills every program before the memory limit has an effect', () => {
  const log = readFileSync('src/program/samples/thrash.log', 'utf8')
  const calibration = calibrate(columnsOfRun(readLog(log).columns, 0))
  if (!calibration.ok) throw new Error(calibration.problems[0]?.message)
  for (const mib of [3, 2, 1, 1 / 256]) {
    const containerLimit = { kind: 'bytes', bytes: mib * MIB } as const
    const prediction = predictUnder(calibration.value, { containerLimit })
    expect([mib, toOutlook(prediction)?.kind, toWarnings(prediction)]).toEqual([mib, 'would-be-killed', []])
  }
})
