import { describe, expect, it } from 'vitest'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { LogReader } from '../../src/gctrace/read/reader.ts'
import { toTrace } from '../../src/gctrace/to-trace.ts'
import { MOST_DRAWN, thin } from '../../src/log/thin.ts'
import { cycleEnd, cycleStart } from '../../src/model/cycles.ts'
import { endOf } from '../../src/model/steps.ts'
import type { Trace } from '../../src/model/trace.ts'
import { OFF } from '../../src/units.ts'
import { gcLine } from '../gctrace/support.ts'

/** So many cycles, one every 0.1 s, of heaps that differ; one high and one low one among them, and two forced. */
function run(count: number): Trace {
  const reader = new LogReader()
  for (let i = 0; i < count; i++) {
    const end = i === 1234 ? 900 : 60 + ((i * 7919) % 41)
    const live = i === 2345 ? 3 : 20 + ((i * 104_729) % 17)
    const forced = i === 1000 || i === 3000 ? ' (forced)' : ''
    reader.push(`${gcLine(i + 1, i / 10, `50->${end}->${live} MB, 64 MB goal`)}${forced}\n`)
  }
  return toTrace(columnsOfRun(reader.end().columns, 0), {
    gogc: { kind: 'percent', percent: 100 },
    memoryLimit: OFF,
  })
}

const long = run(50_000)
const sum = (column: Float64Array) => column.reduce((total, value) => total + value, 0)

describe('a run with more cycles than can be drawn', () => {
  it('is left as it is if it has few enough cycles', () => {
    const short = run(MOST_DRAWN)
    expect(thin(short, undefined)).toBe(short)
    expect(thin(long, { start: 100, end: 200 })).toBe(long)
  })

  it('keeps few of them: the highest heap, the lowest live heap, forced cycles, and the last one', () => {
    const thinned = thin(long, undefined)
    expect(thinned.cycles.count).toBeLessThanOrEqual(MOST_DRAWN + 4)
    expect(thinned.points.count).toBeLessThanOrEqual(3 * thinned.cycles.count + 2)
    expect(Math.max(...thinned.cycles.runtime!.heapEnd)).toBe(Math.max(...long.cycles.runtime!.heapEnd))
    expect(Math.min(...thinned.cycles.runtime!.liveFound)).toBe(Math.min(...long.cycles.runtime!.liveFound))
    const startsOfForced = (trace: Trace) => trace.cycles.forced.map((i) => cycleStart(trace, i))
    expect(startsOfForced(thinned)).toEqual(startsOfForced(long))
    expect(endOf(thinned)).toBe(endOf(long))
  })

  it('spends the same CPU time, by kind', () => {
    const thinned = thin(long, undefined)
    for (const kind of ['assist', 'background', 'idle', 'pause'] as const)
      expect(sum(thinned.cycles.runtime![kind])).toBeCloseTo(sum(long.cycles.runtime![kind]), 6)
  })

  it('has points in the order of time, and cycles where they were', () => {
    const thinned = thin(long, undefined)
    const { time, count } = thinned.points
    for (let i = 1; i < count; i++) expect(time[i]!).toBeGreaterThanOrEqual(time[i - 1]!)
    const ends = new Set(Array.from({ length: long.cycles.count }, (_, i) => cycleEnd(long, i)))
    for (let i = 0; i < thinned.cycles.count; i++) expect(ends.has(cycleEnd(thinned, i))).toBe(true)
  })

  it('shows a visible part with as many cycles as there is room for', () => {
    const window = { start: endOf(long) / 4, end: endOf(long) / 2 }
    const part = thin(long, window)
    expect(part.cycles.count).toBeGreaterThan(MOST_DRAWN / 2)
    const inside = (trace: Trace) =>
      Array.from({ length: trace.cycles.count }, (_, i) => i)
        .filter((i) => cycleStart(trace, i) > window.start && cycleEnd(trace, i) < window.end)
        .map((i) => trace.cycles.runtime!.heapEnd[i]!)
    expect(Math.max(...inside(part))).toBe(Math.max(...inside(long)))
    expect(endOf(part)).toBe(endOf(long))
  })
})
