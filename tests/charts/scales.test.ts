import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitScales, holdScales } from '../../src/charts/scales.ts'
import { topOfBand, withBand } from '../../src/log/drawable.ts'
import { findPreset } from '../../src/scenario/presets/catalogue.ts'
import { MIB } from '../../src/units.ts'
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

it('held axes never shrink, and move little where a run exceeds them by little', () => {
  const size = fc.double({ min: 1, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(size, size, size, size, (memoryMax, timeEnd, memory, time) => {
      const [held, wanted] = [
        { memoryMax, timeEnd },
        { memoryMax: memory, timeEnd: time },
      ]
      const next = holdScales(held, wanted)
      for (const axis of ['memoryMax', 'timeEnd'] as const) {
        const least = Math.max(held[axis], wanted[axis])
        expect(next[axis]).toBeGreaterThanOrEqual(least)
        expect(next[axis]).toBeLessThanOrEqual(1.1 * least)
      }
    }),
  )
})

it('a held time axis does not move at every step of a drag', () => {
  let held = { memoryMax: MIB, timeEnd: 10 }
  const drawn = [10, 10.05, 10.1, 10.2, 10.5, 10.8].map((timeEnd) => {
    held = holdScales(held, { memoryMax: MIB, timeEnd })
    return held.timeEnd
  })
  expect(new Set(drawn).size).toBe(2)
})
