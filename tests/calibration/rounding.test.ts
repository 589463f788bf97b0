import { describe, expect, it } from 'vitest'
import { calibrate } from '../../src/calibration/calibrate.ts'
import { rounded } from '../../src/calibration/fit/model-run.ts'
import { commonRounding } from '../../src/calibration/shape/rounding.ts'
import { parameter } from '../../src/scenario/params.ts'
import { MIB } from '../../src/units.ts'
import { type Invented, inventedRun, readLog } from '../gctrace/support.ts'

const STEPS = 4000

/** Sizes evenly over the quantiles of a normal distribution, rounded down to MiB and taken for its middle. */
function meanError(center: number, sd: number): number {
  let off = 0
  let weights = 0
  for (let i = 0; i < STEPS; i++) {
    const z = -5 + (10 * (i + 0.5)) / STEPS
    const weight = Math.exp(-(z ** 2) / 2)
    const size = center + sd * z
    off += weight * (Math.floor(size) + 0.5 - size)
    weights += weight
  }
  return off / weights
}

describe('what rounding to MiB does to many sizes alike', () => {
  it('is half a MiB at most where all are the same', () => {
    expect(commonRounding(new Float64Array(40).fill(32.5 * MIB))).toBe(MIB / 2)
  })

  it('bounds the error of the mean of sizes that differ, wherever they lie', () => {
    for (const sd of [0.5, 1, 3]) {
      const sizes = Float64Array.from({ length: 400 }, (_, i) => {
        // Twelve even steps to either side make a distribution near enough to the normal one.
        const z = ((i % 20) + (Math.floor(i / 20) % 20) - 19) / 8.16
        return (Math.floor(100 + sd * z) + 0.5) * MIB
      })
      const worst = Math.max(...[0, 0.25, 0.5, 0.75].map((part) => Math.abs(meanError(100 + part, sd))))
      expect(worst * MIB).toBeLessThanOrEqual(commonRounding(sizes) + 0.02 * MIB)
    }
  })

  it('does not hang on one that is far from the others', () => {
    const sizes = new Float64Array(100).fill(48.5 * MIB)
    sizes[0] = 8.5 * MIB
    expect(commonRounding(sizes)).toBe(MIB / 2)
  })
})

describe('the end of a log', () => {
  /** A steady program of 64 MiB, marked once a second; the log is cut off after so many cycles. */
  const cut = (count: number): Invented[] =>
    Array.from({ length: count }, (_, i) => ({
      start: 1 + i,
      heap: i === 0 ? [4, 4, 4] : i === 1 ? [7, 8, 8] : [120, 121, 64],
      goal: i === 0 ? 4 : i < 3 ? 8 * i : 128,
    }))

  it('lies between the last cycle and the next, which would have been a second later', () => {
    const calibration = calibrate(readLog(inventedRun(cut(40))).columns)
    const { wallSeconds } = (calibration.ok && calibration.value.measured) || { wallSeconds: Number.NaN }
    expect(wallSeconds).toBeGreaterThan(40.2)
    expect(wallSeconds).toBeLessThan(40.8)
  })

  it('is where a forced cycle shows it', () => {
    const ended: Invented[] = [...cut(40), { start: 40.9, heap: [110, 110, 64], goal: 128, forced: true }]
    const calibration = calibrate(readLog(inventedRun(ended)).columns)
    expect(calibration.ok && calibration.value.measured.wallSeconds).toBeCloseTo(40.9, 6)
  })
})

describe('figures of a scenario', () => {
  it('are rounded to what it may hold, and never up beyond that', () => {
    const { max } = parameter('allocRate')
    expect(rounded({ allocRate: 2 * max }, 3)).toEqual({ allocRate: max })
    expect(rounded({ allocRate: 123_456_789 }, 3)).toEqual({ allocRate: 123_000_000 })
  })
})
