import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inferSettings } from '../../src/calibration/shape/infer-settings.ts'
import { toSeries } from '../../src/calibration/shape/series.ts'
import { MIB } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { inferFrom } from './infer-from.ts'

function inferredFrom(name: string) {
  const { columns } = readLog(readFileSync(`tests/fixtures/settings/${name}.log`, 'utf8'))
  return inferSettings(columns, toSeries(columns)!)
}

describe('a program that sets its own GOGC when it has loaded its data', () => {
  it('has the one that most goals show, not the one of the first goal', () => {
    const { gogc, memoryLimit, otherGogc } = inferredFrom('raised-after-loading')
    expect(gogc).toEqual({ kind: 'percent', percent: 200 })
    expect(memoryLimit.kind).toBe('off')
    expect(otherGogc).toBeUndefined()
  })

  it('is found for every usual pair, if three goals of five or more are later ones', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(50, 100, 150),
        fc.constantFrom(1.5, 2, 3, 4),
        fc.integer({ min: 4, max: 40 }),
        fc.integer({ min: 20, max: 400 }),
        (before, times, count, live) => {
          // Goals under the first GOGC while the heap loads, then those of the second.
          const after = before * times
          const loading = [8, 16].map((size) => ({ live: size }))
          const room = (size: number) => size * (1 + before / 100) + 0.2
          const lives = Array.from({ length: count }, (_, i) => live + (i % 5))
          const cycles = [{ live: 4 }, { ...loading[0]!, room: room(4) }, { ...loading[1]!, room: room(8) }]
          const { gogc } = inferFrom(after, [...cycles, ...lives.map((live) => ({ live }))], (4 * before) / 100)
          expect(gogc.kind === 'percent' && Math.abs(gogc.percent - after)).toBeLessThanOrEqual(0.12 * after)
        },
      ),
    )
  })
})

describe('a program that turns GOGC off and sets a limit when it has loaded its data', () => {
  it('shows the limit in goals that stay while the live heap changes; GOGC is possible too', () => {
    const { gogc, memoryLimit, limitWithin, otherGogc } = inferredFrom('own-limit-after-loading')
    expect(gogc.kind).toBe('off')
    expect(memoryLimit).toEqual({ kind: 'bytes', bytes: 120 * MIB })
    expect(limitWithin?.low).toBeLessThan(120 * MIB)
    expect(otherGogc).toMatchObject({ kind: 'percent' })
  })
})
