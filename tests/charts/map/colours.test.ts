import { interpolateViridis } from 'd3-scale-chromatic'
import { describe, expect, it } from 'vitest'
import { SHARE_COLOURS, SHARE_STEPS, shareClass } from '../../../src/charts/map/colours.ts'

describe('the colours of a map', () => {
  it('are viridis, from its light end to its dark one', () => {
    expect(SHARE_COLOURS).toEqual(Array.from({ length: 9 }, (_, i) => interpolateViridis(1 - i / 8)))
  })

  it('change at the shares that the legend names', () => {
    expect(shareClass(0)).toBe(0)
    expect(shareClass(1)).toBe(SHARE_COLOURS.length - 1)
    for (const [i, step] of SHARE_STEPS.entries()) {
      expect(shareClass(step - 1e-9)).toBe(i)
      expect(shareClass(step)).toBe(i + 1)
    }
  })
})
