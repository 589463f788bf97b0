import { expect, it } from 'vitest'
import { toRecordedFigures } from '../../src/explore/recorded-figures.ts'
import { MIB } from '../../src/units.ts'
import { seriesOf } from '../calibration/support.ts'

it('a recording gives its peak heap, and GC’s share of the CPU time without idle marking', () => {
  const cycle = { heap: [95, 100, 50] as const, assist: 0.1, background: 0.3, idle: 0.5, pause: 0.05 }
  const series = seriesOf(
    [
      { ...cycle, start: 1, heap: [90, 120, 50] },
      { ...cycle, start: 2 },
    ],
    4,
  )
  // Four processors for 3 s; idle marking takes 1 CPU-second; each of two cycles has 0.4 of work and 0.2 of pauses.
  const figures = toRecordedFigures(series)
  expect(figures).toMatchObject({ cycles: 2, peakHeapBytes: 120 * MIB })
  expect(figures.compulsoryGcFraction).toBeCloseTo(1.2 / 11, 9)
  expect(toRecordedFigures({ ...series, endSeconds: 0.3 }).compulsoryGcFraction).toBe(1)
  expect(toRecordedFigures({ ...series, endSeconds: 0.2 }).compulsoryGcFraction).toBe(0)
})

it('a recording with missing cycles, or with CPU times of 0, does not show GC’s share of the CPU', () => {
  const whyNoShare = (missing: number, timeless: number, count = 100) => {
    const cycles = Array.from({ length: count }, (_, i) => ({
      ...{ start: i, heap: [95, 100, 50] as const },
      background: i < timeless ? 0 : 0.3,
    }))
    return toRecordedFigures(seriesOf(cycles, 4, { missing })).whyNoShare
  }
  expect(whyNoShare(0, 0)).toBeUndefined()
  expect(whyNoShare(2, 0)).toBeUndefined()
  expect(whyNoShare(3, 0)).toBe('the log lacks 3 GC cycles')
  expect(whyNoShare(1, 0, 10)).toBe('the log lacks 1 GC cycle')
  expect(whyNoShare(0, 90)).toBeUndefined()
  expect(whyNoShare(0, 91)).toBe('the log prints 0 ms of CPU for 91 of 100 GC cycles, so the clock is too coarse')
  expect(whyNoShare(0, 1, 1)).toBe('the log prints 0 ms of CPU for 1 of 1 GC cycle, so the clock is too coarse')
})
