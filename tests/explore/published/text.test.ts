import { describe, expect, it } from 'vitest'
import { formatDifference } from '../../../src/explore/published/text.ts'

describe('how far a run is from what its source reports', () => {
  it('is a share with its sign, and without one where it rounds to nothing', () => {
    expect(formatDifference(0.031, 100)).toBe('+3.1 %')
    expect(formatDifference(-0.5, 100)).toBe('−50.0 %')
    expect(formatDifference(0.0004, 100)).toBe('0.0 %')
    expect(formatDifference(0, 100)).toBe('0.0 %')
  })

  it('is in range between the ends of what several runs came to, and a share outside', () => {
    expect(formatDifference(0, [90, 110])).toBe('in range')
    expect(formatDifference(0.2, [90, 110])).toBe('+20.0 %')
  })

  it('is nothing where it cannot be told', () => {
    expect(formatDifference(null, 100)).toBe('')
  })
})
