import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toKnownRun } from '../../src/calibration/calibrate.ts'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { estimateMemory } from '../../src/gctrace/memory-estimate.ts'
import { toTrace } from '../../src/gctrace/to-trace.ts'
import { GOAL_RULES } from '../../src/model/trace.ts'
import { limitBytes, MIB, OFF } from '../../src/units.ts'
import { readLog } from './support.ts'

const GOGC = { kind: 'percent', percent: 100 } as const

function measured(path: string) {
  const columns = columnsOfRun(readLog(readFileSync(path, 'utf8')).columns, 0)
  const { gogc, memoryLimit } = toKnownRun(columns).inferred ?? { gogc: GOGC, memoryLimit: OFF }
  const trace = toTrace(columns, { gogc, memoryLimit })
  const { counted, countedLow, countedHigh } = trace.points.runtime!
  return { columns, trace, limit: limitBytes(memoryLimit), likely: counted, low: countedLow!, high: countedHigh! }
}

describe('what counts towards a memory limit, estimated', () => {
  // Sampled every 40 ms while the log was written: the largest /memory/classes/total less heap/released, in MiB.
  it.each([
    ['globals-gogc100-limitoff', 45.6],
    ['forcedgc-gogc100-limitoff', 49.1],
    ['httpjson-gogc50-limitoff', 52],
    ['httpjson-gogc100-limit56MiB', 51.8],
    ['httpjson-gogcoff-limit96MiB', 88.3],
    ['goroutines-gogc100-limit560MiB', 544.7],
    ['goroutines-gogcoff-limit800MiB', 791.2],
    ['fragment-gogc50-limitoff', 668.7],
  ])('holds the measured peak within its range: %s, %d MiB', (name, peakMiB) => {
    const { low, high } = measured(`tests/fixtures/settings/${name}.log`)
    const most = (column: Float64Array) => column.reduce((a, b) => Math.max(a, b), 0) / MIB
    expect(most(low)).toBeLessThanOrEqual(peakMiB)
    expect(most(high)).toBeGreaterThanOrEqual(peakMiB)
  })

  it.each(['cache', 'thrash', 'grow', 'steady'])('always has the measured value in its range: sample %s', (name) => {
    const { low, likely, high } = measured(`src/program/samples/${name}.log`)
    likely.forEach((value, i) => {
      expect(low[i]!).toBeLessThanOrEqual(value)
      expect(high[i]!).toBeGreaterThanOrEqual(value)
    })
  })

  it('is not above a memory limit that was kept: a cache of 200 MiB below 256MiB', () => {
    const { limit, likely, low } = measured('src/program/samples/cache.log')
    expect(Math.abs(limit / MIB - 256)).toBeLessThanOrEqual(4)
    expect(likely.reduce((a, b) => Math.max(a, b), 0)).toBeLessThanOrEqual(limit)
    expect(low.reduce((a, b) => Math.max(a, b), 0)).toBeLessThan(limit)
  })

  it('follows from the goals where the limit set them, and is at least the heap', () => {
    const seen = { heap: 200 * MIB, highest: 220 * MIB, ofCycle: 220 * MIB, stacks: 0, memoryLimit: 256 * MIB }
    // (256 − 16) · 0.97 = 232.8: with 16 MiB of non-heap memory 220 MiB of heap are 236, and free memory fills up to the limit.
    const held = estimateMemory({ ...seen, goalOfLimit: 232.8 * MIB })
    expect(held.likely).toBeLessThanOrEqual(256 * MIB)
    expect(held.likely).toBeGreaterThanOrEqual(236 * MIB)
    const over = estimateMemory({ ...seen, highest: 300 * MIB, ofCycle: 300 * MIB, goalOfLimit: 232.8 * MIB })
    expect(over.likely / MIB).toBeCloseTo(316, 6)
    expect(over.high).toBeGreaterThanOrEqual(over.likely)
  })

  it('uses a goal of the memory limit only where there is a limit', () => {
    const { trace } = measured('src/program/samples/steady.log')
    expect([...trace.cycles.rule].map((rule) => GOAL_RULES[rule])).not.toContain('memory-limit')
  })
})
