import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawWithin } from '../../../src/calibration/ensemble/candidates.ts'
import { finish, RANGE_FIGURES, searchPrediction, widen } from '../../../src/calibration/ensemble/predict.ts'
import { weightedQuantile } from '../../../src/calibration/ensemble/quantile.ts'
import { evenly } from '../../../src/calibration/ensemble/sequence.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { MIB } from '../../../src/units.ts'

function service(patch: object = {}): Scenario {
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    gogc: 100,
    procs: 2,
    program: {
      initialLive: '40MiB',
      otherMemory: '8MiB',
      phases: [{ duration: 10, allocRate: '60MiB', scanRate: '2GiB' }],
    },
    ...patch,
  })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return made.value
}

const OTHER = { key: 'otherMemory', value: 8 * MIB, low: 5 * MIB, high: 40 * MIB } as const
const RATE = { key: 'allocRate', value: 60 * MIB, low: 40 * MIB, high: 90 * MIB } as const

describe('points that fill a cube', () => {
  it('fill every axis evenly, and are the same in every run', () => {
    for (let axis = 0; axis < 20; axis++) {
      const points = Array.from({ length: 100 }, (_, k) => evenly(k, axis))
      for (let tenth = 0; tenth < 10; tenth++) {
        const inside = points.filter((at) => Math.floor(10 * at) === tenth).length
        expect(Math.abs(inside - 10)).toBeLessThanOrEqual(4)
      }
    }
    expect(evenly(0, 3)).toBe(0.5)
  })

  it('fill every two axes evenly: what is drawn along one tells nothing of the other', () => {
    const fourth = (k: number, axis: number) => Math.floor(4 * evenly(k, axis))
    for (let a = 0; a < 20; a++)
      for (let b = 0; b < a; b++) {
        const cells = new Set(Array.from({ length: 400 }, (_, k) => 4 * fourth(k, a) + fourth(k, b)))
        expect(cells.size, `axes ${b} and ${a}`).toBe(16)
      }
  })
})

describe('a weighted quantile', () => {
  it('is the value that so much weight lies at or below, whatever the order', () => {
    const values = [3, 1, 2].map((value) => ({ value, weight: value }))
    expect(weightedQuantile(values, 0.05)).toBe(1)
    expect(weightedQuantile(values, 0.5)).toBe(2)
    expect(weightedQuantile(values, 0.51)).toBe(3)
    expect(weightedQuantile([{ value: 7, weight: 0 }], 0.5)).toBeNaN()
  })
})

describe('programs within what is known', () => {
  it('have a tenth beyond the bounds and half on each side of the likely value, which comes first', () => {
    const drawn = drawWithin(service(), [OTHER], 400).map(({ scenario }) => scenario.program.otherMemory / MIB)
    expect(drawn[0]).toBe(8)
    const share = (isIn: (size: number) => boolean) => drawn.filter(isIn).length / drawn.length
    expect(share((size) => size < 8)).toBeCloseTo(0.5, 1)
    expect(share((size) => size >= 5 && size <= 40)).toBeCloseTo(0.9, 1)
  })

  it('are forty that weigh the same', () => {
    expect(drawWithin(service(), [OTHER]).map(({ weight }) => weight)).toEqual(Array(40).fill(1))
  })

  it('differ in each thing that is open by itself', () => {
    const drawn = drawWithin(service(), [OTHER, { ...RATE, key: 'initialLive', value: 40 * MIB, low: 30 * MIB }])
    const isHigh = drawn.map(({ scenario: { program } }) => [
      program.otherMemory > 8 * MIB,
      program.initialLive > 40 * MIB,
    ])
    expect(new Set(isHigh.map(String)).size).toBe(4)
  })

  it('move all phases by one factor, and give it to those that had none of it where none was known', () => {
    const rest = { duration: 5, scanRate: '2GiB' }
    const phases = [
      { ...rest, allocRate: '60MiB' },
      { ...rest, allocRate: '30MiB' },
      { ...rest, allocRate: 0.5 },
    ]
    const two = service({ program: { initialLive: '40MiB', phases } })
    for (const { scenario } of drawWithin(two, [RATE])) {
      const [full, half, little] = scenario.program.phases.map(({ allocRate }) => allocRate)
      expect(full! / half!).toBeCloseTo(2, 9)
      expect(full! / little!).toBeCloseTo(120 * MIB, 3)
    }
    const none = { key: 'newSurvivalRate', value: 0, low: 0, high: 0.1 } as const
    for (const { scenario } of drawWithin(two, [none])) {
      const [rate, ...others] = scenario.program.phases.map(({ newSurvivalRate }) => newSurvivalRate)
      expect(rate).toBeLessThan(0.12)
      for (const other of others) expect(other).toBe(rate)
    }
  })

  it('are valid, whatever the bounds', () => {
    const size = fc.double({ min: 0, max: 1e12, noNaN: true })
    fc.assert(
      fc.property(size, size, size, (value, low, high) => {
        for (const key of ['scanRate', 'newSurvivalRate', 'busyProcs', 'procs'] as const) {
          for (const { scenario } of drawWithin(service(), [{ key, value, low, high }], 5)) {
            const { program } = scenario
            const phase = program.phases[0]!
            expect(phase.scanRate > 0 && phase.newSurvivalRate >= 0 && phase.newSurvivalRate <= 1).toBe(true)
            expect(Number.isInteger(scenario.procs) && scenario.procs >= 1 && program.busyProcs >= 0).toBe(true)
          }
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('a prediction', () => {
  const known = [OTHER, RATE]

  it('holds the likely program’s own run, and every range holds that run', () => {
    const { scenario, trace, spread } = finish(searchPrediction(drawWithin(service(), known)))
    expect(scenario).toEqual(service())
    for (const figure of RANGE_FIGURES) {
      const { low, likely, high } = spread[figure]
      expect(likely).toBe(trace.result[figure])
      expect(low <= likely && likely <= high).toBe(true)
    }
  })

  it('is wide in what is open, and narrow in what is not', () => {
    const { spread } = finish(searchPrediction(drawWithin(service(), [OTHER])))
    expect(spread.peakMemoryBytes.high - spread.peakMemoryBytes.low).toBeGreaterThan(25 * MIB)
    expect(spread.cycles.low).toBe(spread.cycles.high)
  })

  it('says how many of ten would be killed by a limit that only some of them pass', () => {
    const candidates = drawWithin(service(), [OTHER])
    const under = (limit: number) =>
      finish(
        searchPrediction(candidates, ({ scenario }) => ({
          ...scenario,
          containerLimit: { kind: 'bytes', bytes: limit * MIB },
        })),
      ).outcomes
    expect(under(60)).toEqual({ completed: 0, 'oom-killed': 1 })
    expect(under(1000)).toEqual({ completed: 1, 'oom-killed': 0 })
    const some = under(100)
    expect(some['oom-killed']).toBeGreaterThan(0.05)
    expect(some['oom-killed']).toBeLessThan(0.95)
    expect(some.completed + some['oom-killed']).toBeCloseTo(1, 12)
  })

  it('takes no cycle rate from programs that are killed before their first cycle ends', () => {
    const candidates = drawWithin(service(), [{ ...OTHER, high: 80 * MIB }])
    const toTight = ({ scenario }: (typeof candidates)[number]) => ({
      ...scenario,
      containerLimit: { kind: 'bytes', bytes: 96 * MIB } as const,
    })
    const { cycleRate, spread, outcomes } = finish(searchPrediction(candidates, toTight))
    expect(outcomes['oom-killed']).toBeGreaterThan(0.05)
    expect(spread.cycles.low).toBe(0)
    // One that is killed after its first cycle counts one, over less than two.
    expect(cycleRate.low).toBeGreaterThan(cycleRate.likely / 2)
  })

  it('never has an upper bound of the peak heap below what the goals allow: (1 + GOGC/100) times the live heap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 400 }), fc.integer({ min: 10, max: 80 }), (gogc, rate) => {
        const scenario = { ...service(), gogc: { kind: 'percent', percent: gogc } as const }
        const drawn = drawWithin(scenario, [{ ...RATE, value: rate * MIB, low: rate * MIB, high: rate * MIB }], 5)
        const { spread, trace } = finish(searchPrediction(drawn))
        expect(spread.peakHeapBytes.high).toBeGreaterThanOrEqual((1 + gogc / 100) * trace.result.peakLiveBytes * 0.9999)
      }),
      { numRuns: 30 },
    )
  })

  it('reaches further by what programs like these have been off by', () => {
    const candidates = drawWithin(service(), known)
    const plain = finish(searchPrediction(candidates)).spread
    const wide = finish(searchPrediction(candidates, undefined, { gcSeconds: { below: 2, above: 1.5 } })).spread
    expect(wide.gcSeconds.high).toBeCloseTo(1.5 * plain.gcSeconds.high, 9)
    expect(wide.gcSeconds.low).toBeCloseTo(plain.gcSeconds.low / 2, 9)
    expect(wide.peakHeapBytes).toEqual(plain.peakHeapBytes)
  })

  it('counts whole cycles, the nearest to where its bounds lie', () => {
    const plain = finish(searchPrediction([{ scenario: service(), weight: 1 }]))
    const count = plain.trace.result.cycles
    const widened = (below: number, above: number) => widen(plain, { cycles: { below, above } }).spread.cycles
    expect(widened(count / (count - 1.6), (count + 1.6) / count)).toMatchObject({ low: count - 2, high: count + 2 })
    expect(widened(count / (count - 1.4), (count + 1.4) / count)).toMatchObject({ low: count - 1, high: count + 1 })
  })

  it('can be made to reach further when it is there, as if that had been asked for at once', () => {
    const candidates = drawWithin(service(), known)
    const allowance = { cycles: { below: 1.25, above: 1.2 }, peakHeapBytes: 1.08, compulsoryGcFraction: 90 }
    const at = finish(searchPrediction(candidates, undefined, allowance))
    expect(at.spread.compulsoryGcFraction.high).toBe(1)
    expect(at.cycleHeap.high).toBeCloseTo(1.08 * finish(searchPrediction(candidates)).cycleHeap.high, 3)
    expect(widen(finish(searchPrediction(candidates)), allowance)).toEqual(at)
  })
})
