import { expect, it } from 'vitest'
import { toRecordedFigures } from '../../src/explore/recorded-figures.ts'
import { MIB } from '../../src/units.ts'
import { seriesOf } from '../calibration/support.ts'

it('a recording shows how high its heap was, and what GC took of the CPU time that was not left idle', () => {
  const cycle = { heap: [95, 100, 50] as const, assist: 0.1, background: 0.3, idle: 0.5, pause: 0.05 }
  const series = seriesOf(
    [
      { ...cycle, start: 1, heap: [90, 120, 50] },
      { ...cycle, start: 2 },
    ],
    4,
  )
  // On four processors for 3 s, of which idle ones marked for 1 s: 0.4 and 0.2 of pauses in each of two cycles.
  const figures = toRecordedFigures(series)
  expect(figures).toMatchObject({ cycles: 2, peakHeapBytes: 120 * MIB })
  expect(figures.compulsoryGcFraction).toBeCloseTo(1.2 / 11, 9)
  expect(toRecordedFigures({ ...series, endSeconds: 0.3 }).compulsoryGcFraction).toBe(1)
  expect(toRecordedFigures({ ...series, endSeconds: 0.2 }).compulsoryGcFraction).toBe(0)
})
