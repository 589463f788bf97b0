import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { find, toKnown } from '../../../src/known/known.ts'
import { inferGogc } from '../../../src/known/measure/infer-gogc.ts'
import type { Scrape } from '../../../src/known/measure/timeline.ts'
import { MIB } from '../../../src/units.ts'
import { readEvidence } from '../read-evidence.ts'

/** Two dumps six seconds apart: nine cycles that allocated 16 MiB each in the mean. Sizes in MiB. */
function inferred(firstHeap: number) {
  const scrapes = [
    [0, 74, 8, firstHeap, 89],
    [6, 217, 17, 90, 106],
  ].map(([seconds = 0, total = 0, cycles = 0, heap = 0, goal = 0]): Scrape => {
    const values = { allocTotal: total * MIB, cycles, heapAlloc: heap * MIB, goal: goal * MIB } as const
    return { seconds, values: new Map(Object.entries(values)) as Scrape['values'] }
  })
  return inferGogc(scrapes, 9 / 6)
}

/** An idle program under GOGC=100, whose cycles Go’s timer starts: 273 cycles that allocated 166 KiB each. */
const IDLE = `
go_gc_duration_seconds_count 273
go_memstats_alloc_bytes_total 46530512
go_memstats_heap_alloc_bytes 2543784
go_memstats_next_gc_bytes 5238856
`

describe('GOGC by what cycles allocate between two dumps', () => {
  it('is low where that is little of the way to the goal', () => {
    expect(inferred(80)).toMatchObject({ kind: 'other', gogc: { value: 24 } })
  })

  // A cache that grows and is cleared: the small cycles after that make the mean.
  it('is not inferred if one dump has a smaller heap than the live heap would be', () => {
    const { kind, gogc, live } = inferred(50)!
    expect(kind).toBe('open')
    expect(gogc.low).toBeLessThan(24)
    expect(gogc.high).toBe(100)
    expect(live.value).toBeCloseTo((97.5 * MIB) / 2, -1)
  })

  // The goal is 68 MiB, and 28 cycles allocated 32 MiB each in the mean, the small ones of the start among them.
  it('has no upper bound if one recorded dump allows a live heap near zero', async () => {
    const dump = readFileSync('tests/fixtures/metrics/limited/arena-free.json', 'utf8')
    const { value, low, high } = find(toKnown(await readEvidence([dump])), 'gogc')!
    expect([value, high]).toEqual([100, null])
    expect(low).toBeGreaterThan(50)
  })

  // GOGC was 100, and some 205 to 212 MiB live. For most of the day, the heap was far smaller.
  it('is the default if the process had smaller heaps before: the mean cycle does not fit this heap', () => {
    const [cycles, allocTotal, heapAlloc, goal] = [3015, 45420 * MIB, 299.7 * MIB, 423.7 * MIB]
    const values = new Map(Object.entries({ cycles, allocTotal, heapAlloc, goal })) as Scrape['values']
    const { kind, gogc, live } = inferGogc([{ seconds: 0, values }], 1)!
    expect([kind, gogc.value, gogc.high]).toEqual(['open', 100, Infinity])
    expect(gogc.low).toBeCloseTo(38.6, 0)
    expect(live.value).toBeCloseTo(goal / 2, -1)
    expect(live.high).toBeLessThan(1.03 * heapAlloc)
  })

  it('stays the default if Go’s timer may start the cycles: nothing shows how rare they are', async () => {
    const known = toKnown(await readEvidence([IDLE]))
    const gogc = find(known, 'gogc')!
    expect(gogc).toMatchObject({ value: 100, high: null, sureness: 'assumed' })
    expect(gogc.low).toBeCloseTo(3.35, 2)
    expect(gogc.source).toContain('unless Go’s two-minute timer started the cycles')
    expect(find(known, 'liveHeap')!.source).toContain('unless Go’s two-minute timer started them')
  })

  it('is not inferred where cycles are as rare as those of Go’s timer', async () => {
    const times = 'go_memstats_last_gc_time_seconds 1678889049\nprocess_start_time_seconds 1678856300\n'
    const gogc = find(toKnown(await readEvidence([IDLE + times])), 'gogc')!
    expect(gogc).toMatchObject({ value: 100, low: null, high: null, source: 'assumed: Go’s default' })
  })

  it('is higher than the default where cycles allocate more than it allows, however rare they are', () => {
    const values = new Map(Object.entries({ cycles: 200, allocTotal: 200 * 70 * MIB, goal: 100 * MIB }))
    const gogc = (heapAlloc: number) =>
      inferGogc(
        [{ seconds: 0, values: new Map([...values, ['heapAlloc', heapAlloc * MIB]]) as Scrape['values'] }],
        undefined,
      )
    expect(gogc(30)).toMatchObject({ kind: 'other' })
    expect(gogc(30)!.gogc.low).toBeGreaterThan(100)
  })
})
