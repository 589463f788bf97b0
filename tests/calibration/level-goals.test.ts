import { describe, expect, it } from 'vitest'
import { inferSettings } from '../../src/calibration/shape/infer-settings.ts'
import { toSeries } from '../../src/calibration/shape/series.ts'
import { limitBytes, MIB } from '../../src/units.ts'
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

  it('show the limit, and the first goal the GOGC, although no later goal agrees with it', () => {
    // Recorded with GOGC=400 and GOMEMLIMIT=60MiB (Go 1.26): live heap after each cycle, and its goal.
    const live = [11, 27, 31, 32, 33, 33, 33, 34, 34, 35, 35, 35, 36, 36, 36]
    const goals = [16, 49, 45, 39, 40, 40, 40, 40, 41, 42, 43, 44, 45, 47, 47]
    const cycles = live.map((most, i) => ({
      start: 1 + i,
      heap: [goals[i]! - 1, goals[i]! - 1, most] as const,
      goal: goals[i]!,
    }))
    const { columns } = readLog(printed(cycles, 1))
    const { gogc, memoryLimit, limitWithin } = inferSettings(columns, toSeries(columns)!)
    expect(gogc).toEqual({ kind: 'percent', percent: 400 })
    expect(limitBytes(memoryLimit) / MIB).toBeGreaterThan(45)
    expect(limitWithin?.high).toBeGreaterThan(60 * MIB)
  })

  it('show that GOGC is off if some are lower than the first', () => {
    // Recorded with GOGC=off and GOMEMLIMIT=100MiB.
    expect(gogcFrom(88, (live) => (live < 6 ? 87 : 86), [16, 4, 19, 6])).toBe('off')
  })

  it('are read in one pass, however many cycles there are', () => {
    const lives = Array.from({ length: 100_000 }, (_, i) => LIVE_MIB[i % LIVE_MIB.length]!)
    expect(gogcFrom(17, (live) => (live < 6 ? 17 : 16), lives)).toBe('off')
  })

  it('are those of a high GOGC if they follow the live heap, or if the first is lower than those of the limit', () => {
    expect(gogcFrom(16, (live) => 5 * live + 2)).toBe(400)
    expect(gogcFrom(16, (live) => Math.min(28, 5 * live + 2))).toBe(400)
  })
})
