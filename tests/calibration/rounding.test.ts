import { describe, expect, it } from 'vitest'
import { rounded } from '../../src/calibration/fit/model-run.ts'
import { parameter } from '../../src/scenario/params.ts'
import { type Invented, inventedRun, readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'

describe('the end of a log', () => {
  /** A steady program of 64 MiB, marked once a second; the log is cut off after so many cycles. */
  const cut = (count: number): Invented[] =>
    Array.from({ length: count }, (_, i) => ({
      start: 1 + i,
      heap: i === 0 ? [4, 4, 4] : i === 1 ? [7, 8, 8] : [120, 121, 64],
      goal: i === 0 ? 4 : i < 3 ? 8 * i : 128,
    }))

  it('lies half way between the last cycle and the next one due, a second later', () => {
    const calibration = calibrate(readLog(inventedRun(cut(40))).columns)
    const { wallSeconds } = (calibration.ok && calibration.value.measured) || { wallSeconds: Number.NaN }
    expect(wallSeconds).toBeGreaterThan(40.2)
    expect(wallSeconds).toBeLessThan(40.8)
  })

  it('is at the forced cycle that shows it', () => {
    const ended: Invented[] = [...cut(40), { start: 40.9, heap: [110, 110, 64], goal: 128, forced: true }]
    const calibration = calibrate(readLog(inventedRun(ended)).columns)
    expect(calibration.ok && calibration.value.measured.wallSeconds).toBeCloseTo(40.9, 6)
  })
})

describe('figures of a scenario', () => {
  it('are rounded, but never beyond the range of a scenario', () => {
    const { max } = parameter('allocRate')
    expect(rounded({ allocRate: 2 * max }, 3)).toEqual({ allocRate: max })
    expect(rounded({ allocRate: 123_456_789 }, 3)).toEqual({ allocRate: 123_000_000 })
  })
})
