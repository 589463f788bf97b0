import { expect, it } from 'vitest'
import { fitScales } from '../../src/charts/scales.ts'
import { topOfBand, withBand } from '../../src/log/drawable.ts'
import { findPreset } from '../../src/scenario/presets/catalogue.ts'
import { run } from '../support/run.ts'

const trace = run({ ...findPreset('spike')!.json, model: 'runtime' })

it('makes the memory axis reach above the whole band around estimated memory', () => {
  const { peakMemoryBytes: likely } = trace.result
  const wide = withBand(trace, { low: likely / 2, likely, high: 3 * likely })
  expect(topOfBand(wide)).toBeCloseTo(3 * likely, 0)
  expect(fitScales(wide, undefined, topOfBand(wide)).memoryMax).toBeGreaterThan(3 * likely)
})

it('leaves the axis of a run without a band as it is', () => {
  expect(topOfBand(trace)).toBe(0)
  expect(fitScales(trace, undefined, topOfBand(trace))).toEqual(fitScales(trace, undefined))
})
