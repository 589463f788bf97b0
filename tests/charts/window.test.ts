import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitWindow, isBeyond, LEAST_WINDOW } from '../../src/charts/window.ts'

describe('a window on a run of 10 s', () => {
  it.each([
    ['within it is shown as it is', { start: 2, end: 3 }, { start: 2, end: 3 }],
    ['the wrong way round is turned', { start: 3, end: 2 }, { start: 2, end: 3 }],
    ['that reaches beyond it ends with it', { start: 8, end: 12 }, { start: 8, end: 10 }],
    ['that covers it is the whole run', { start: 0, end: 12 }, undefined],
    ['beyond it is the whole run', { start: 10, end: 12 }, undefined],
    ['too narrow to show anything is wider, around its middle', { start: 5, end: 5 }, { start: 4.9995, end: 5.0005 }],
    ['too narrow at its end stays within', { start: 9.9999, end: 12 }, { start: 9.999, end: 10 }],
  ])('%s', (_, window, shown) => {
    const fitted = fitWindow(window, 10)
    if (!shown) return expect(fitted).toBeUndefined()
    expect(fitted?.start).toBeCloseTo(shown.start, 9)
    expect(fitted?.end).toBeCloseTo(shown.end, 9)
  })

  it('is beyond if it begins at its end', () => {
    expect(isBeyond({ start: 9.9, end: 12 }, 10)).toBe(false)
    expect(isBeyond({ start: 10, end: 12 }, 10)).toBe(true)
  })
})

it('whatever is asked for, what is shown lies within the run and is not empty', () => {
  const time = fc.double({ min: 0, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(time, time, fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (start, end, runEnd) => {
      const shown = fitWindow({ start, end }, runEnd)
      if (!shown) return
      expect(shown.start).toBeGreaterThanOrEqual(0)
      expect(shown.end).toBeLessThanOrEqual(runEnd * (1 + 1e-12))
      expect(shown.end - shown.start).toBeGreaterThan(runEnd * LEAST_WINDOW * (1 - 1e-6))
    }),
  )
})
