import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunResult } from '../../../src/model/result.ts'
import { simulateRuntimeInSlices } from '../../../src/model/runtime/simulate.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { finish } from '../../../src/model/slices.ts'
import { plausibleScenario } from '../../arbitraries/scenario.ts'
import { digestOf, scenarioOf } from '../../support/run.ts'

/** Cycles that mark for seconds to minutes, on so few processors that nobody marks between two turns. */
const over = (procs: number) => ({
  procs,
  memoryLimit: '300MiB',
  program: { initialLive: '400MiB', phases: [{ duration: 100, allocRate: '100MiB' }] },
})
const byGogc = (procs: number) => ({
  procs,
  program: { initialLive: '4GiB', phases: [{ duration: 300, allocRate: '200MiB' }] },
})
const growing = {
  memoryLimit: '4GiB',
  program: { phases: [{ duration: 14_400, allocRate: '1MiB', newSurvivalRate: 1 }] },
}

/**
 * What each amounts to where every wait is followed in steps of 0.5 ms (`waitOnCredit` left out of `passMarking`), and the
 * steps that are enough with it. The first takes 10,000,000 without, the others 300 to 700 per cycle.
 */
const CASES: readonly [string, object, number, Partial<RunResult>][] = [
  [
    'growing beyond its limit',
    growing,
    120_000,
    { cycles: 593, gcSeconds: 4376.496812726534, peakMemoryBytes: 15854469120 },
  ],
  [
    'over its limit, 1 processor',
    over(1),
    40_000,
    { cycles: 227, gcSeconds: 88.9033460679217, peakMemoryBytes: 538313111.193511 },
  ],
  [
    'over its limit, 2 processors',
    over(2),
    32_000,
    { cycles: 226, gcSeconds: 88.41924083926438, peakMemoryBytes: 538334389.12 },
  ],
  [
    'over its limit, 3 processors',
    over(3),
    26_000,
    { cycles: 226, gcSeconds: 88.71398888741453, peakMemoryBytes: 538371867.68 },
  ],
  [
    'without a limit, 1 processor',
    byGogc(1),
    9000,
    { cycles: 10, gcSeconds: 43.953718778075384, peakMemoryBytes: 12694300171.619148 },
  ],
  [
    'without a limit, 2 processors',
    byGogc(2),
    4000,
    { cycles: 11, gcSeconds: 44.0021999999, peakMemoryBytes: 12581874143.4 },
  ],
  [
    'without a limit, 3 processors',
    byGogc(3),
    3000,
    { cycles: 10, gcSeconds: 43.61518322831068, peakMemoryBytes: 12945392167.335451 },
  ],
]

describe('a long mark phase in which nobody marks between two turns', () => {
  it.each(CASES)('takes few steps and gives the same result: %s', (_, fields, maxSteps, expected) => {
    const { result } = simulate(scenarioOf({ model: 'runtime', ...fields }), { maxSteps })
    expect(result.outcome).toEqual({ kind: 'completed' })
    const figures = result as unknown as Record<string, number>
    for (const [key, value] of Object.entries(expected as Record<string, number>)) {
      // A peak may come a few steps earlier or later, in which the program allocates half a MiB of 12 GiB.
      expect(figures[key]! / value).toBeCloseTo(1, key === 'peakMemoryBytes' ? 4 : 6)
    }
  })

  it.each([
    ['the program allocates nothing', 0],
    ['what it allocates costs nothing, as there is no goal', '10MiB'],
  ])('takes no step of its own while %s', (_, allocRate) => {
    const program = { initialLive: '8GiB', phases: [{ duration: 600, allocRate, goroutines: 8 }] }
    const fields = { model: 'runtime', procs: 1, gogc: 'off', program, changes: [{ at: 100, forceGC: true }] }
    // 8 s of marking, and hardly anything else.
    expect(simulate(scenarioOf(fields), { maxSteps: 500 }).result.gcSeconds).toBeCloseTo(8.0001, 4)
  })
})

describe('a long mark phase in which a worker marks all the time', () => {
  it.each([
    ['heap', { initialLive: '8GiB' }],
    ['globals', { globals: '8GiB' }],
  ])('takes a few steps, whether it marks %s or anything else', (_, memory) => {
    const program = { ...memory, phases: [{ duration: 100, allocRate: 0, scanRate: '1GiB' }] }
    const fields = { model: 'runtime', procs: 4, gogc: 'off', program, changes: [{ at: 10, forceGC: true }] }
    const { result } = simulate(scenarioOf(fields), { maxSteps: 30 })
    expect(result.outcome.kind).toBe('completed')
    expect(result.gcSeconds).toBeCloseTo(8, 2)
  })
})

describe('a run that needs more steps than it may take', () => {
  it('stops and says so, with the results so far', () => {
    const { result, points } = simulate(scenarioOf({ model: 'runtime', ...over(1) }), { maxSteps: 5000 })
    expect(result.outcome).toMatchObject({
      kind: 'stopped',
      reason: 'stopped after 5 000 steps of computing, the most that one run may take',
    })
    expect(result.cycles).toBeGreaterThan(10)
    expect(points.time[points.count - 1]).toBe(result.totalSeconds)
  })
})

describe('a run in slices', () => {
  it('is the same run, whatever the slices', () => {
    fc.assert(
      fc.property(plausibleScenario({ model: 'runtime' }), fc.integer({ min: 20, max: 3000 }), (scenario, slice) => {
        const bounded = finish(simulateRuntimeInSlices(scenario, { maxSteps: 20_000 }))
        fc.pre(bounded.result.outcome.kind !== 'stopped')
        const slices = simulateRuntimeInSlices(scenario, {}, slice)
        const shares: number[] = []
        let next = slices.next()
        for (; !next.done; next = slices.next()) shares.push(next.value)
        expect(digestOf(next.value)).toEqual(digestOf(bounded))
        expect(shares.length * slice).toBeLessThanOrEqual(20_000)
        expect(shares.every((share, i) => share >= (shares[i - 1] ?? 0) && share <= 1)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('reports how much of the program is done', () => {
    const program = { initialLive: '4MiB', phases: [{ duration: 0.5, allocRate: '2GiB' }] }
    const steps = [...simulateRuntimeInSlices(scenarioOf({ model: 'runtime', program }), {}, 20)]
    expect(steps.length).toBeGreaterThan(50)
    expect(steps[Math.floor(steps.length / 2)]).toBeCloseTo(0.5, 1)
    expect(steps.at(-1)).toBeCloseTo(1, 1)
  })

  it('ends each slice after the same number of steps, whatever phases begin in it', () => {
    const phases = Array.from({ length: 7 }, () => ({ duration: 0.1, allocRate: '1GiB' }))
    const scenario = scenarioOf({ model: 'runtime', program: { initialLive: '4MiB', phases } })
    const countOf = (slice: number) => [...simulateRuntimeInSlices(scenario, {}, slice)].length
    const steps = countOf(1)
    expect(steps).toBeGreaterThan(700)
    for (const slice of [37, 60, 150]) expect(Math.abs(countOf(slice) - steps / slice)).toBeLessThanOrEqual(1)
  })

  it('computes no more steps per slice than requested', () => {
    const scenario = scenarioOf({ model: 'runtime', ...over(1) })
    let count = 1
    for (const slices = simulateRuntimeInSlices(scenario, {}, 1000); !slices.next().done; ) count++
    // 1000 steps per slice, and 28,000 to 40,000 in all.
    expect(count).toBeGreaterThan(28)
    expect(count).toBeLessThan(40)
  })
})
