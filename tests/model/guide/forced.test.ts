import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cycleStart, isForced } from '../../../src/model/cycles.ts'
import { simulate } from '../../../src/model/simulate.ts'
import type { Trace } from '../../../src/model/trace.ts'
import { MIB } from '../../../src/units.ts'
import { fullFields } from '../../arbitraries/program.ts'
import { run, scenarioOf } from '../../support/run.ts'

/** Sums of decimals round in the last digits; no wrong answer here is as near as this to the right one. */
const DIGITS = 9

/** Mutator time at which each cycle starts: every cycle here takes the same. */
function starts(trace: Trace, cost: number): number[] {
  return Array.from({ length: trace.cycles.count }, (_, i) => cycleStart(trace, i) - i * cost)
}

function expectTimes(found: readonly number[], expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length)
  for (const [i, time] of expected.entries()) expect(found[i]).toBeCloseTo(time, DIGITS)
}

/** 20 MiB live and 10 MiB/s of garbage: a cycle every 2 s, of 20/1024 CPU-seconds each. */
const COST = 20 / 1024
function steady(changes: readonly object[], more: object = {}): Trace {
  const phases = [{ duration: 6, allocRate: '10MiB' }]
  return run({ ...more, program: { initialLive: '20MiB', phases }, changes })
}

describe('runtime.GC() in the guide model', () => {
  it('runs a cycle at that instant, at a cycle’s usual cost, which is not counted in `cycles`', () => {
    const trace = steady([{ at: 1, forceGC: true }])
    // Forced at 1 s with 30 MiB; from then on 20 MiB more take 2 s each time.
    expectTimes(starts(trace, COST), [1, 3, 5])
    expect(trace.cycles.forced).toEqual([0])
    expect(trace.result.cycles).toBe(2)
    expect(trace.result.gcSeconds).toBeCloseTo(3 * COST, DIGITS)
    expect(trace.points.fresh[trace.cycles.startPoint[0] ?? 0]).toBeCloseTo(10 * MIB, 0)
  })

  it('at 0 with an empty heap costs the fixed cost, and the next goal is that of the empty heap it found', () => {
    const program = { fixedCost: 0.25, phases: [{ duration: 1, allocRate: '10MiB' }] }
    const trace = run({ gogc: 1, program, changes: [{ at: 0, forceGC: true }] })
    // Without the call, the first goal would be 4/1.01 + 1/16 MiB, that of the assumed live heap.
    expectTimes(starts(trace, 0.25), [0, 0.4, 0.8])
    expect(trace.cycles.forced).toEqual([0])
    expect(trace.cycles.goal[1]).toBe(4 * MIB)
  })

  it('at 0 runs after every setting of that instant', () => {
    const trace = steady([
      { at: 0, forceGC: true },
      { at: 0, gogc: 50 },
    ])
    expect(trace.segments).toHaveLength(1)
    expect(trace.cycles.goal[0]).toBe(30 * MIB)
    expectTimes(starts(trace, COST).slice(0, 3), [0, 1, 2])
  })

  it('in one change with a setting acts after it', () => {
    const trace = steady([{ at: 1, gogc: 200, forceGC: true }])
    expect(trace.cycles.goal[0]).toBe(60 * MIB)
    expectTimes(starts(trace, COST), [1, 5])
  })

  it('at the end runs before the last point, and counts in the total time', () => {
    const trace = steady([{ at: 6, forceGC: true }])
    expectTimes(starts(trace, COST), [2, 4, 6])
    expect(trace.cycles.forced).toEqual([2])
    expect(trace.result.totalSeconds).toBeCloseTo(6 + 3 * COST, DIGITS)
    expect(trace.points.fresh[trace.points.count - 1]).toBe(0)
  })

  it('is the only cycle with GOGC off and no limit, and has no goal', () => {
    const trace = steady([{ at: 3, forceGC: true }], { gogc: 'off' })
    expect(trace.cycles.count).toBe(1)
    expect(trace.cycles.goal[0]).toBe(Infinity)
    expect(trace.result).toMatchObject({ cycles: 0, peakHeapBytes: 50 * MIB })
  })

  it('twice at one instant runs two cycles, one after the other', () => {
    const twice = { at: 1, forceGC: true }
    const trace = steady([twice, twice])
    expectTimes(starts(trace, COST), [1, 1, 3, 5])
    expect(trace.cycles.forced).toEqual([0, 1])
  })

  it('replaces the cycle that the same change makes due', () => {
    const trace = steady([{ at: 1, memoryLimit: '25MiB', forceGC: true }])
    expectTimes(starts(trace, COST).slice(0, 2), [1, 1.5])
    expect(trace.cycles.forced).toEqual([0])
  })

  it('does nothing if it is false, and in a program without phases', () => {
    expect(steady([{ at: 1, forceGC: false }]).result).toEqual(steady([{ at: 1 }]).result)
    expect(run({ program: { phases: [] }, changes: [{ at: 0, forceGC: true }] }).cycles.count).toBe(0)
  })

  it('is not made by a program that was killed before', () => {
    const changes = [
      { at: 1, containerLimit: '20MiB' },
      { at: 1, forceGC: true },
    ]
    const trace = steady(changes)
    expect(trace.cycles.count).toBe(0)
    expect(trace.result.outcome).toMatchObject({ kind: 'oom-killed', atSeconds: 1 })
  })

  it('stops at the ceiling of cycles like any other', () => {
    const scenario = scenarioOf({
      program: { initialLive: '20MiB', phases: [{ duration: 6, allocRate: '10MiB' }] },
      changes: [{ at: 5, forceGC: true }],
    })
    const trace = simulate(scenario, { maxCycles: 2 })
    expect(trace.cycles.forced).toEqual([])
    expect(trace.result.outcome).toMatchObject({ kind: 'stopped' })
  })
})

/**
 * As in the cases of the limiter: nothing survives, a cycle costs 0.6 s and one is due for every 0.1 s. The first runs
 * at 0.1, the second is due at 0.2 and could start at 0.3.
 */
describe('runtime.GC() while the limiter holds a cycle back', () => {
  const trace = run({
    gogc: 'off',
    memoryLimit: '1MiB',
    cpuLimiter: true,
    program: { fixedCost: 0.6, phases: [{ duration: 0.9, allocRate: '10MiB' }] },
    changes: [{ at: 0.25, forceGC: true }],
  })

  it('runs at once, whatever the bucket’s fill, instead of the waiting cycle', () => {
    // Then the bucket is full: the next cycle, due at 0.35 with a fill of 0.9, starts at a fill of 0.4.
    expectTimes(starts(trace, 0.6), [0.1, 0.25, 0.85])
    expect(trace.cycles.forced).toEqual([1])
    expect(trace.result.cycles).toBe(2)
  })

  it('ends the wait, which still counts', () => {
    expect(trace.cycles.held?.[1]).toBeCloseTo(0.05, DIGITS)
    expect(trace.cycles.held?.[2]).toBeCloseTo(0.5, DIGITS)
    expect(trace.result.limiterSeconds).toBeCloseTo(0.55, DIGITS)
  })

  it('fills the bucket', () => {
    expect(trace.cycles.fillAfter[1]).toBe(1)
  })
})

describe('in every run', () => {
  it('each call is one forced cycle, which starts at its change', () => {
    fc.assert(
      fc.property(fullFields, (fields) => {
        const scenario = scenarioOf(fields)
        const trace = simulate(scenario, { maxCycles: 20_000 })
        fc.pre(trace.result.outcome.kind === 'completed')
        const calls = scenario.changes.flatMap(({ forceGC, freeOSMemory }) => [forceGC, freeOSMemory].filter(Boolean))
        expect(trace.cycles.forced).toHaveLength(calls.length)
        const times = new Set(trace.segments.map(({ time }) => time))
        const isAfterAnother = (i: number) => i > 0 && isForced(trace, i - 1)
        for (const i of trace.cycles.forced) expect(isAfterAnother(i) || times.has(cycleStart(trace, i))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('calls at the end change nothing before them', () => {
    fc.assert(
      fc.property(fullFields, (fields) => {
        const end = scenarioOf(fields).program.phases.reduce((sum, { duration }) => sum + duration, 0)
        const before = simulate(scenarioOf(fields), { maxCycles: 20_000 })
        const after = simulate(scenarioOf({ ...fields, changes: [...fields.changes, { at: end, forceGC: true }] }), {
          maxCycles: 20_000,
        })
        fc.pre(before.result.outcome.kind === 'completed' && after.result.outcome.kind === 'completed')
        expect(after.result.mutatorSeconds).toBe(before.result.mutatorSeconds)
        expect(after.result.peakMemoryBytes).toBe(before.result.peakMemoryBytes)
        expect(after.result.gcSeconds).toBeGreaterThanOrEqual(before.result.gcSeconds)
      }),
      { numRuns: 200 },
    )
  })
})
