import { describe, expect, it } from 'vitest'
import { inferSettings } from '../../src/calibration/shape/infer-settings.ts'
import { toSeries } from '../../src/calibration/shape/series.ts'
import { readLog } from '../gctrace/support.ts'
import { printed } from './support.ts'

const LIVE_MIB = Array.from({ length: 40 }, (_, i) => 3 + Math.abs(9 - (i % 18)))

/** GOGC as inferred from a log whose live heap rises and falls between 3 and 12 MiB: each goal from the live heap before. */
function gogcFrom(first: number, goalOf: (live: number) => number, lives = LIVE_MIB): number | 'off' {
  const cycles = lives.map((live, i) => {
    const goal = i === 0 ? first : goalOf(lives[i - 1]!)
    return { start: 1 + i, heap: [goal - 1, goal - 1, live] as const, goal }
  })
  const { columns } = readLog(printed(cycles, 1))
  const { gogc } = inferSettings(columns, toSeries(columns)!)
  return gogc.kind === 'off' ? 'off' : gogc.percent
}

describe('goals over a small live heap that changes', () => {
  it('are those of a limit, with GOGC off, if all are as high as the first', () => {
    // Of 3 MiB live, GOGC=400 makes a goal of 16 to 18 MiB too.
    expect(gogcFrom(17, (live) => (live < 6 ? 17 : 16))).toBe('off')
  })

  it('are read of any number of cycles, in one pass over them', () => {
    const lives = Array.from({ length: 100_000 }, (_, i) => LIVE_MIB[i % LIVE_MIB.length]!)
    expect(gogcFrom(17, (live) => (live < 6 ? 17 : 16), lives)).toBe('off')
  })

  it('are those of a high GOGC if they follow the live heap, or if the first is lower than those of the limit', () => {
    expect(gogcFrom(16, (live) => 5 * live + 2)).toBe(400)
    expect(gogcFrom(16, (live) => Math.min(28, 5 * live + 2))).toBe(400)
  })
})
