import { expect, it } from 'vitest'
import { fitScales } from '../../src/charts/scales.ts'
import { withBand } from '../../src/log/drawable.ts'
import { largest } from '../../src/numbers.ts'
import { findPreset } from '../../src/scenario/presets/catalogue.ts'
import { run } from '../support/run.ts'

const trace = run({ ...findPreset('spike')!.json, model: 'runtime' })

it('makes the memory axis reach above the whole band around estimated memory', () => {
  const { peakMemoryBytes: likely } = trace.result
  const wide = withBand(trace, { low: likely / 2, likely, high: 3 * likely })
  const top = largest(wide.points.runtime!.countedHigh!)
  expect(top).toBeCloseTo(3 * likely, 0)
  expect(fitScales(wide, undefined).memoryMax).toBeGreaterThan(top)
})

it('makes no room for the band of an outline, which is not drawn', () => {
  const { peakMemoryBytes: likely } = trace.result
  const wide = withBand(trace, { low: likely / 2, likely, high: 3 * likely })
  expect(fitScales(trace, wide)).toEqual(fitScales(trace, undefined))
})
