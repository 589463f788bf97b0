import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Calibration } from '../../../src/calibration/calibrate.ts'
import { columnsOfRun } from '../../../src/gctrace/columns.ts'
import { readLog } from '../../gctrace/support.ts'
import { calibrate } from '../../support/calibrate.ts'
import { predictUnder } from '../../support/predict-under.ts'

/** Three goroutines that decode JSON on two CPUs; the live heap rises and falls, so that no steady program fits. */
describe('the log of a job that keeps all CPUs busy', () => {
  let calibration: Calibration

  beforeAll(() => {
    const log = readFileSync('tests/fixtures/logs/parsing-batch.log', 'utf8')
    const made = calibrate(columnsOfRun(readLog(log).columns, 0))
    if (!made.ok) throw new Error(made.problems[0]?.message)
    calibration = made.value
  })

  it('is not read as one of fewer CPUs if idle CPUs hardly marked and no other number reproduces the log', () => {
    const { workload, measured } = calibration.fitted
    expect(measured.idleSeconds).toBeLessThan(0.001 * measured.gcSeconds)
    expect([workload.busy, workload.isSaturated, workload.slack.hasSlack]).toEqual([2, true, false])
  })

  it.each([
    // As recorded: cycles and elapsed seconds.
    ['GOMAXPROCS=1', { procs: 1 }, 40, 8.9],
    ['GOGC=400', { gogc: { kind: 'percent', percent: 400 } }, 11, 4.4],
    ['GOMEMLIMIT=150MiB', { memoryLimit: { kind: 'bytes', bytes: 150 * 1024 ** 2 } }, 82, 5.9],
  ] as const)('tells what it takes with %s', (_, settings, cycles, seconds) => {
    const { spread } = predictUnder(calibration, settings)
    for (const [range, recorded] of [
      [spread.cycles, cycles],
      [spread.wallSeconds, seconds],
    ] as const) {
      expect(range.low).toBeLessThanOrEqual(recorded)
      expect(range.high).toBeGreaterThanOrEqual(recorded)
    }
  })
})
