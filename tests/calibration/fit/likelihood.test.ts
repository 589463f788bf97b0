import { describe, expect, it } from 'vitest'
import type { RunFigures } from '../../../src/calibration/fit/figures.ts'
import { misfit, weightsOf } from '../../../src/calibration/fit/likelihood.ts'
import { MIB } from '../../../src/units.ts'

const LARGE: RunFigures = {
  forcedCycles: 0,
  cycles: 1000,
  peakHeapBytes: 800 * MIB,
  liveBytes: 400 * MIB,
  meanLiveBytes: 300 * MIB,
  allocatedBytes: 90_000 * MIB,
  gcSeconds: 10,
  idleSeconds: 3,
  assistSeconds: 1,
  markSeconds: 8,
  wallSeconds: 60,
}
/** All figures are 0, so only the absolute distances count. */
const NONE: RunFigures = {
  forcedCycles: 0,
  cycles: 0,
  peakHeapBytes: 0,
  liveBytes: 0,
  meanLiveBytes: 0,
  allocatedBytes: 0,
  gcSeconds: 0,
  idleSeconds: 0,
  assistSeconds: 0,
  markSeconds: 0,
  wallSeconds: 0,
}

describe('how far a run is from the log', () => {
  // The log counts cycles and sizes; what runs that agree differ by in CPU time and in elapsed time is more.
  it.each<[keyof RunFigures, number]>([
    ['cycles', 0.01],
    ['peakHeapBytes', 0.01],
    ['liveBytes', 0.01],
    ['meanLiveBytes', 0.01],
    ['allocatedBytes', 0.02],
    ['markSeconds', 0.1],
    ['wallSeconds', 0.02],
  ])(
    'is 1 if %s is off by the share that runs in agreement may have, %d, and 4 at twice that share',
    (figure, share) => {
      const off = (times: number) => misfit({ ...LARGE, [figure]: (1 + times * share) * LARGE[figure] }, LARGE)
      expect(off(1)).toBeCloseTo(1, 9)
      expect(off(-1)).toBeCloseTo(1, 9)
      expect(off(2)).toBeCloseTo(4, 9)
    },
  )

  it.each<[keyof RunFigures, number]>([
    ['cycles', 0.5],
    ['peakHeapBytes', MIB / 2],
    ['liveBytes', MIB / 2],
    ['meanLiveBytes', MIB / 2],
    ['allocatedBytes', MIB],
    ['gcSeconds', 0.002],
    ['markSeconds', 0.002],
    ['wallSeconds', 0.005],
  ])(
    'is 1 if %s is off by what whole cycles, whole MiB and a clock of a millisecond leave open: %d',
    (figure, least) => {
      expect(misfit({ ...NONE, [figure]: least }, NONE)).toBeCloseTo(1, 9)
    },
  )

  it('adds up the distances of all figures, including assists as a share of all marking', () => {
    const twice = { ...LARGE, cycles: 1010, wallSeconds: 61.2 }
    expect(misfit(twice, LARGE)).toBeCloseTo(2, 9)
    // Assists are 15 % of marking instead of 10 %.
    expect(misfit({ ...LARGE, assistSeconds: 1.5 }, LARGE)).toBeCloseTo(1, 9)
    // The same assists with 6 % more CPU are a share of 9.43 %.
    expect(misfit({ ...LARGE, gcSeconds: 10.6 }, LARGE)).toBeCloseTo(1 + ((0.1 - 1 / 10.6) / 0.05) ** 2, 9)
    expect(misfit({ ...LARGE, gcSeconds: 10.6, assistSeconds: 1.06 }, LARGE)).toBeCloseTo(1, 9)
  })
})

describe('the weight of programs by their misfit', () => {
  it('is 1 for the best program, and less for each worse one', () => {
    const weights = weightsOf([30, 5, 60, 5])
    expect(weights[1]).toBe(1)
    expect(weights[3]).toBe(1)
    expect(weights[0]).toBeLessThan(1)
    expect(weights[2]).toBeLessThan(weights[0]!)
  })

  it('falls more slowly if even the best program has a large misfit', () => {
    const [near, far] = [weightsOf([0, 20])[1]!, weightsOf([100, 120])[1]!]
    expect(far).toBeGreaterThan(near)
    // With normal errors, a misfit of twice the scale weighs 1/e.
    expect(weightsOf([0, 24])[1]).toBeCloseTo(Math.exp(-1), 9)
    expect(weightsOf([100, 324])[1]).toBeCloseTo(Math.exp(-1), 9)
  })

  it('is an empty list for no program', () => {
    expect(weightsOf([])).toEqual([])
  })
})
