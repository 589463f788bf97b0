import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findGrowth } from '../../src/gctrace/growth.ts'
import { readLog } from './support.ts'

/** One cycle per second. */
const growthOf = (live: readonly number[]) =>
  findGrowth(
    live.map((_, i) => i),
    live,
    1,
  )
const ramp = (count: number, from: number, step: number) => Array.from({ length: count }, (_, i) => from + step * i)

describe('a live heap that still grows', () => {
  it('grows on as fast: one that grew evenly from nothing doubles in as long again', () => {
    const found = growthOf(ramp(40, 2.5, 2.5))!
    expect(found).toMatchObject({ before: 63.75, now: 88.75, first: 30 })
    expect(found.factor).toBeCloseTo(2, 9)
  })

  it('of a few cycles rises in each: such a program has just started, and may at least double', () => {
    expect(growthOf([2, 4, 7, 11, 16])).toEqual({ before: 11, now: 16, isOfFew: true, first: 4, factor: 2 })
    expect(growthOf([2, 4, 7, 7, 16])).toBeUndefined()
  })

  it('that doubles is found although quarters of the time have no cycle: cycles come further and further apart', () => {
    const doubling = Array.from({ length: 12 }, (_, i) => 2 ** i)
    expect(findGrowth(doubling, doubling, 1)).toEqual({ before: 1024, now: 2048, isOfFew: true, first: 11, factor: 2 })
    const steady = doubling.map((size) => Math.min(size, 1024))
    expect(findGrowth(doubling, steady, 1)).toBeUndefined()
  })

  it('is not found if it gets steady, rises only once, falls or swings', () => {
    expect(growthOf([...ramp(20, 0, 5), ...ramp(20, 100, 0)])).toBeUndefined()
    expect(growthOf([...ramp(30, 20, 0), ...ramp(10, 60, 0)])).toBeUndefined()
    expect(growthOf(ramp(40, 200, -4))).toBeUndefined()
    expect(growthOf(ramp(40, 0, 1).map((i) => 50 + 40 * Math.sin(i)))).toBeUndefined()
  })

  it.each(['runs/logs/grow-b', 'settings/grow-gogc100-limit140MiB', 'runs/further/logs/index-a'])(
    'is not found in %s.log: its last cycle found almost nothing live, because the program had dropped its data',
    (name) => {
      const log = readFileSync(new URL(`../fixtures/${name}.log`, import.meta.url), 'utf8')
      const { startSeconds, heapLiveMiB, count } = readLog(log).columns
      expect(heapLiveMiB[count - 1]).toBe(0)
      expect(findGrowth(startSeconds, heapLiveMiB, 1)).toBeUndefined()
      // Until the cycle before, it grew.
      expect(findGrowth(startSeconds.subarray(0, count - 1), heapLiveMiB.subarray(0, count - 1), 1)).toBeDefined()
    },
  )

  it('is not found if only marking took longer from cycle to cycle: what is allocated meanwhile counts as live', () => {
    const start = ramp(40, 0, 1)
    const live = ramp(40, 100, 4)
    const from = ramp(40, 200, 0)
    // Of recorded stacks: 145 MiB of them were scanned, ever more slowly.
    expect(findGrowth(start, live, 1, { from, to: ramp(40, 200, 4) })).toBeUndefined()
    expect(findGrowth(start, live, 1, { from, to: ramp(40, 210, 0) })).toMatchObject({ before: 198, now: 238 })
  })

  it('is not found in few cycles, or in few MiB', () => {
    expect(growthOf(ramp(8, 0, 20))).toBeDefined()
    expect(growthOf(ramp(3, 10, 20))).toBeUndefined()
    expect(growthOf([1, 1.2, 1.4, 1.6])).toBeUndefined()
    expect(growthOf(ramp(40, 0, 0.15))).toBeUndefined()
  })

  it('is found in nearly all rising heaps, by a factor above 1, and never in their reverse', () => {
    const rising = fc.record({
      from: fc.double({ min: 0, max: 50, noNaN: true }),
      step: fc.double({ min: 5, max: 100, noNaN: true }),
      noise: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 60 }),
    })
    let found = 0
    const check = fc.property(rising, ({ from, step, noise }) => {
      const live = noise.map((off, i) => from + step * (i + 1 + off))
      const growth = growthOf(live)
      if (!growth) return
      found++
      expect(growth.factor).toBeGreaterThan(1)
      expect(growthOf(live.toReversed())).toBeUndefined()
    })
    fc.assert(check, { numRuns: 300 })
    expect(found).toBeGreaterThan(280)
  })
})
