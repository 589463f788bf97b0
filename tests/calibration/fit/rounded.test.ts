import { describe, expect, it } from 'vitest'
import { rounded } from '../../../src/calibration/fit/model-run.ts'

describe('a figure of a scenario', () => {
  it('has as many digits as asked for, and stays above 0 where 0 is not allowed', () => {
    expect(rounded({ allocRate: 123_456_789 })).toEqual({ allocRate: 123_500_000 })
    expect(rounded({ duration: 0, allocRate: 0 })).toEqual({ duration: 1e-9, allocRate: 0 })
    expect(rounded({ newSurvivalRate: -0.5 })).toEqual({ newSurvivalRate: 0 })
  })

  it('stays as it is if it is not a number of a parameter', () => {
    expect(rounded({ pace: 'clock', dropsLate: true, other: 1.23456789 })).toEqual({
      pace: 'clock',
      dropsLate: true,
      other: 1.23456789,
    })
  })
})
