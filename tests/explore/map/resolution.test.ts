import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateSeconds, fitResolution, RESOLUTIONS } from '../../../src/explore/map/resolution.ts'
import type { RunResult } from '../../../src/model/result.ts'

const takes = (cycles: number) => ({ cycles }) as RunResult

describe('the resolutions of a map', () => {
  it('are 64 by 48 settings, and two coarser ones, each with half as many on each axis', () => {
    const [whole] = RESOLUTIONS
    expect(whole).toEqual({ columns: 64, rows: 48 })
    for (const [i, { columns, rows }] of RESOLUTIONS.slice(1).entries())
      expect({ columns: 2 * columns, rows: 2 * rows }).toEqual(RESOLUTIONS[i])
    expect(RESOLUTIONS).toHaveLength(3)
  })
})

describe('how long a map takes', () => {
  it('is proportional to its cells, and grows with GC cycles, which take longer in the runtime model', () => {
    const [whole, half] = [RESOLUTIONS[0]!, RESOLUTIONS[1]!]
    for (const model of ['guide', 'runtime'] as const) {
      expect(estimateSeconds(model, takes(100), whole)).toBeCloseTo(4 * estimateSeconds(model, takes(100), half), 9)
      const [none, some, more] = [0, 100, 200].map((cycles) => estimateSeconds(model, takes(cycles), whole))
      expect(some! - none!).toBeGreaterThan(0)
      expect(more! - some!).toBeCloseTo(some! - none!, 9)
      // The fixed cost of a cell is under a millisecond, and a cycle costs under ten microseconds.
      expect(none! / (64 * 48)).toBeLessThan(1e-3)
      expect((some! - none!) / (64 * 48 * 100)).toBeLessThan(1e-5)
    }
    const cycleOf = (model: 'guide' | 'runtime') =>
      estimateSeconds(model, takes(100), whole) - estimateSeconds(model, takes(0), whole)
    expect(cycleOf('runtime')).toBeGreaterThan(10 * cycleOf('guide'))
  })

  it('is at most ten seconds: the finest resolution within that is chosen, else the coarsest', () => {
    fc.assert(
      fc.property(fc.constantFrom('guide', 'runtime'), fc.integer({ min: 0, max: 3e5 }), (model, cycles) => {
        const found = fitResolution(model, takes(cycles))
        const seconds = RESOLUTIONS.map((one) => estimateSeconds(model, takes(cycles), one))
        const inTime = seconds.findIndex((one) => one <= 10)
        expect(found).toBe(inTime < 0 ? 2 : inTime)
      }),
    )
  })

  it('allows the finest map for a program of few cycles, and only the coarsest for one of very many', () => {
    expect(fitResolution('runtime', takes(20))).toBe(0)
    expect(fitResolution('runtime', takes(1e6))).toBe(2)
    expect(fitResolution('guide', takes(1e8))).toBe(2)
  })
})
