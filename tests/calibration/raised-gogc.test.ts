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

/** Whether one GOGC may make the goal that another makes of a live heap in MiB: a log has both in whole MiB. */
function mayMake(percent: number, live: number, actual: number): boolean {
  const [goal, least] = [Math.floor(live * (1 + actual / 100)), Math.floor(live)]
  // A line hides up to a MiB of stacks, and one of globals.
  const most = 100 * (least + 1) + percent * (least + 3)
  return 100 * goal <= most && (100 + percent) * least <= 100 * (goal + 1)
}

describe('a program that sets its own GOGC when it has loaded its data', () => {
  it('has the one that most goals show, not the one of the first goal', () => {
    const { gogc, memoryLimit, otherGogc } = inferredFrom('raised-after-loading')
    expect(gogc).toEqual({ kind: 'percent', percent: 200 })
    expect(memoryLimit.kind).toBe('off')
    expect(otherGogc).toBeUndefined()
  })

  it('is found for any GOGC, over a live heap that changes or not, and needs no limit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(50, 100, 150),
        fc.integer({ min: 180, max: 500 }),
        fc.integer({ min: 6, max: 40 }),
        fc.integer({ min: 60, max: 400 }),
        fc.constantFrom(0, 0.3, 2, 7.7),
        (before, times, count, live, change) => {
          // Goals under the first GOGC while the heap loads, then those of the second.
          const after = Math.round((before * times) / 100)
          const loading = [4, 8, 16].map((size, i, all) => ({
            live: size,
            room: (all[i - 1] ?? 4) * (1 + before / 100) + 0.2,
          }))
          const cycles = Array.from({ length: count }, (_, i) => ({ live: live + change * ((i * 7) % 5) }))
          const found = inferFrom(after, [...loading, ...cycles], (4 * before) / 100)
          const { gogc, memoryLimit } = found
          expect(memoryLimit.kind).toBe('off')
          const percent = gogc.kind === 'percent' ? gogc.percent : Number.NaN
          // Several values may make the goals that the log shows in whole MiB. Of these, one that people set is likely.
          const made = cycles.slice(1).filter((_, i) => mayMake(percent, cycles[i]!.live, after))
          expect(made.length).toBeGreaterThanOrEqual(Math.min(0.9 * (count - 1), count - 2))
        },
      ),
      { examples: [[50, 317, 6, 60, 0]] },
    )
  })

  it('is one that few people set too, and no limit', () => {
    expect(inferredFrom('varying-115')).toMatchObject({ gogc: { percent: 115 }, memoryLimit: { kind: 'off' } })
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

  it('shows it in goals that fall as stacks grow, too', () => {
    const { gogc, limitWithin } = inferredFrom('goroutine-leak-limit')
    expect(gogc.kind).toBe('off')
    expect(limitWithin!.low).toBeLessThanOrEqual(200 * MIB)
    expect(limitWithin!.high).toBeGreaterThanOrEqual(200 * MIB)
  })

  it('may have set that limit or a GOGC if its live heap hardly changes', () => {
    const { gogc, memoryLimit, ownLimit } = inferredFrom('own-limit-level')
    expect({ gogc: gogc.kind, limit: memoryLimit.kind }).toEqual({ gogc: 'percent', limit: 'off' })
    expect(ownLimit?.limitWithin?.low).toBeLessThanOrEqual(140 * MIB)
    expect(ownLimit?.limitWithin?.high).toBeGreaterThanOrEqual(140 * MIB)
    expect(inferredFrom('own-limit-falling').ownLimit).toBeDefined()
    expect(inferredFrom('varying-115').ownLimit).toBeUndefined()
    expect(inferredFrom('raised-after-loading').ownLimit).toBeUndefined()
  })
})
