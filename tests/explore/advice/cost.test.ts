import { describe, expect, it } from 'vitest'
import { TYPICAL_PRICES, toCost } from '../../../src/explore/advice/cost.ts'
import { GIB } from '../../../src/units.ts'
import { optionOf } from '../support/options.ts'

const PRICES = { core: 100, gib: 7 }
/** 30 CPU-seconds, 5 of them of the collector, in 20 s; 2 GiB at the peak. */
const RESULT = {
  ...optionOf().plain.result,
  totalSeconds: 30,
  gcSeconds: 5,
  wallSeconds: 20,
  peakContainerBytes: 2 * GIB,
}

describe('the cost of a run', () => {
  it('is its CPU time, and its container for its duration, both relative to the time without limits', () => {
    expect(toCost(RESULT, 4 * GIB, 10, PRICES)).toEqual({ cores: 3, gcCores: 0.5, gib: 8, perMonth: 300 + 56 })
    // The same within half a second.
    expect(toCost(RESULT, 4 * GIB, 0.5, PRICES)).toEqual({ cores: 60, gcCores: 10, gib: 160, perMonth: 6000 + 1120 })
  })

  it('counts the peak memory where there is no container', () => {
    expect(toCost(RESULT, Infinity, 10, PRICES).gib).toBe(4)
  })

  it('is that of the memory alone where the program does nothing', () => {
    expect(toCost(RESULT, 4 * GIB, 0, PRICES)).toEqual({ cores: 0, gcCores: 0, gib: 4, perMonth: 28 })
  })

  it('uses by default about a cloud’s hourly prices times 730 hours', () => {
    for (const [price, hour] of [
      [TYPICAL_PRICES.core, 0.04048],
      [TYPICAL_PRICES.gib, 0.004445],
    ] as const)
      expect(Math.abs(price / (730 * hour) - 1)).toBeLessThan(0.02)
  })
})
