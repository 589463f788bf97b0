import { describe, expect, it } from 'vitest'
import { drawWithin } from '../../../src/calibration/ensemble/candidates.ts'
import { findAdvice } from '../../../src/explore/advice/advice.ts'
import { USUAL_DEMAND } from '../../../src/explore/advice/demand.ts'
import { findOptions } from '../../../src/explore/advice/options.ts'
import { createLab } from '../../../src/explore/advice/trial.ts'
import { lastOf } from '../../../src/model/slices.ts'
import { limitBytes, MIB } from '../../../src/units.ts'
import { preset, scenarioOf } from '../support/scenarios.ts'

describe('memory that is traded for CPU', () => {
  it('is a GOGC such as people write, in steps of 50, the higher the cheaper memory is', () => {
    const gogcAt = (gib: number) => {
      const { options } = findAdvice(preset('steady'), { ...USUAL_DEMAND, prices: { core: 30, gib } })
      const { gogc } = options.find(({ name }) => name === 'more-memory')!.setting
      return gogc.kind === 'percent' ? gogc.percent : Number.NaN
    }
    const chosen = [0.2, 0.8, 8, 30].map(gogcAt)
    expect(chosen).toEqual(chosen.toSorted((a, b) => b - a))
    expect(new Set(chosen).size).toBe(chosen.length)
    for (const gogc of chosen) {
      expect(gogc).toBeGreaterThan(100)
      expect(gogc % 50).toBe(0)
    }
  })
})

describe('the room that a limit leaves in a container', () => {
  const container = 3072
  const likely = 300

  /** The share that is left beside what is likely outside Go, where up to so many MiB may be. */
  function roomFor(most: number): number {
    const scenario = scenarioOf({
      ...{ model: 'runtime', procs: 4, containerLimit: container * MIB },
      program: {
        ...{ pace: 'clock', initialLive: '1GiB', outsideMemory: likely * MIB },
        phases: [{ duration: 5, allocRate: '300MiB' }],
      },
    })
    const outside = { key: 'outsideMemory', value: likely * MIB, low: 200 * MIB, high: most * MIB } as const
    const ensemble = { candidates: drawWithin(scenario, [outside], 20), allowanceOf: () => ({}) }
    const demand = { ...USUAL_DEMAND, margin: 0.1 }
    const found = lastOf(findOptions({ scenario, demand, lab: createLab(), freeSeconds: 5, ensemble }))
    const { setting, grade } = found.find(({ name }) => name === 'whole-container')!.tested
    expect(grade).toBe('holds')
    return 1 - (limitBytes(setting.memoryLimit) / MIB + likely) / container
  }

  it.each([500, 900, 1200])('is as many tenths as up to %i MiB outside Go need', (most) => {
    expect(roomFor(most)).toBeCloseTo(Math.ceil((10 * (most - likely)) / container) / 10, 3)
  })
})
