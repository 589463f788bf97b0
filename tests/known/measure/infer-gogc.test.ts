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
  return inferGogc(scrapes)
}

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
  it('has no upper bound where hardly anything need be live: recorded, one dump', async () => {
    const dump = readFileSync('tests/fixtures/metrics/limited/arena-free.json', 'utf8')
    const { value, low, high } = find(toKnown(await readEvidence([dump])), 'gogc')!
    expect([value, high]).toEqual([100, null])
    expect(low).toBeGreaterThan(50)
  })

  // GOGC was 100, and some 205 to 212 MiB live. For most of the day, the heap was far smaller.
  it('is the default if the process had smaller heaps before: the mean cycle does not fit this heap', () => {
    const [cycles, allocTotal, heapAlloc, goal] = [3015, 45420 * MIB, 299.7 * MIB, 423.7 * MIB]
    const values = new Map(Object.entries({ cycles, allocTotal, heapAlloc, goal })) as Scrape['values']
    const { kind, gogc, live } = inferGogc([{ seconds: 0, values }])!
    expect([kind, gogc.value, gogc.high]).toEqual(['open', 100, Infinity])
    expect(gogc.low).toBeCloseTo(38.6, 0)
    expect(live.value).toBeCloseTo(goal / 2, -1)
    expect(live.high).toBeLessThan(1.03 * heapAlloc)
  })
})
