import { describe, expect, it } from 'vitest'
import { rounded } from '../../../src/calibration/fit/model-run.ts'

describe('a figure of a scenario', () => {
  it('is as many digits as it is known to, and more than nothing where nothing is not allowed', () => {
    expect(rounded({ allocRate: 123_456_789 })).toEqual({ allocRate: 123_500_000 })
    expect(rounded({ duration: 0, allocRate: 0 })).toEqual({ duration: 1e-9, allocRate: 0 })
    expect(rounded({ newSurvivalRate: -0.5 })).toEqual({ newSurvivalRate: 0 })
  })

  it('stays as it is where it is none', () => {
    expect(rounded({ pace: 'clock', dropsLate: true, other: 1.23456789 })).toEqual({
      pace: 'clock',
      dropsLate: true,
      other: 1.23456789,
    })
  })
})
