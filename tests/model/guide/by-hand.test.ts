import { describe, expect, it } from 'vitest'
import { cycleEnd, cycleStart } from '../../../src/model/cycles.ts'
import { simulateGuideInSlices } from '../../../src/model/guide/simulate.ts'
import { GOAL_RULES, type Trace } from '../../../src/model/trace.ts'
import { MIB } from '../../../src/units.ts'
import { run, scenarioOf } from '../../support/run.ts'

/** Sums of decimals round in the last digits; no wrong answer here is as near as this to the right one. */
const DIGITS = 9

function cycleTimes(trace: Trace): number[] {
  return Array.from({ length: trace.cycles.count }, (_, i) => cycleStart(trace, i))
}

function rules(trace: Trace): (string | undefined)[] {
  return Array.from(trace.cycles.rule, (rule) => GOAL_RULES[rule])
}

/** The phases' length is mutator time; 10 MiB/s unless a test says otherwise, everything dies, cycles are free. */
function phase(duration: number, more: Record<string, unknown> = {}) {
  return { duration, allocRate: '10MiB', ...more }
}

describe('an initial live heap', () => {
  const trace = run({ program: { initialLive: '20MiB', phases: [phase(6)] } })

  it('gives the first goal: 20 MiB live, 40 MiB goal, reached after 2 s', () => {
    expect(cycleTimes(trace)[0]).toBeCloseTo(2, DIGITS)
    expect(trace.result.peakHeapBytes).toBe(40 * MIB)
  })

  it('costs 20 MiB at 1 GiB/s per cycle; the one due as the program ends does not run', () => {
    expect(trace.result.cycles).toBe(2)
    expect(trace.result.gcSeconds).toBeCloseTo((2 * 20) / 1024, DIGITS)
  })

  it('counts as peak live although no cycle finds more', () => {
    expect(trace.result.peakLiveBytes).toBe(20 * MIB)
  })
})

describe('the first goal without a live heap', () => {
  it.each([
    [100, 4, 'gogc'],
    [1, 4 / 1.01 + 1 / 16, 'live-heap-floor'],
    [0, 4 + 1 / 16, 'live-heap-floor'],
  ])('GOGC=%d starts the first cycle at %f MiB', (gogc, mib, rule) => {
    const trace = run({ gogc, program: { phases: [phase(1)] } })
    expect(cycleTimes(trace)[0]).toBeCloseTo(mib / 10, DIGITS)
    expect(rules(trace)[0]).toBe(rule)
  })

  it('with GOGC off and no limit there is no cycle', () => {
    expect(run({ gogc: 'off', program: { phases: [phase(100)] } }).result.cycles).toBe(0)
  })
})

describe('what set a goal is recorded', () => {
  it('the memory limit less other memory', () => {
    const trace = run({ gogc: 'off', memoryLimit: '30MiB', program: { otherMemory: '10MiB', phases: [phase(3)] } })
    expect(rules(trace)).toEqual(['memory-limit'])
    expect(trace.cycles.goal[0]).toBe(20 * MIB)
  })

  it('the live heap and 1/16 MiB where the limit is below other memory', () => {
    const trace = run({ gogc: 'off', memoryLimit: '5MiB', program: { otherMemory: '10MiB', phases: [phase(0.01)] } })
    expect(rules(trace)[0]).toBe('live-heap-floor')
    expect(trace.cycles.goal[0]).toBe(MIB / 16)
  })

  it('the minimum heap, which does not scale with GOGC and beats the limit', () => {
    const trace = run({ gogc: 50, memoryLimit: '2MiB', program: { phases: [phase(1)] } })
    expect(new Set(rules(trace))).toEqual(new Set(['minimum-heap']))
    expect(trace.cycles.goal[0]).toBe(4 * MIB)
  })
})

describe('an allocation rate of 0', () => {
  it('lets time pass and nothing else', () => {
    const { result } = run({ program: { initialLive: '1MiB', phases: [phase(5, { allocRate: 0 })] } })
    expect(result).toMatchObject({ totalSeconds: 5, cycles: 0, gcSeconds: 0, gcCpuFraction: 0, peakHeapBytes: MIB })
  })

  it('starts no cycle if the heap is exactly at its goal', () => {
    const trace = run({ program: { initialLive: '20MiB', phases: [phase(2), phase(5, { allocRate: 0 })] } })
    expect(trace.points.fresh.at(-1)).toBe(20 * MIB)
    expect(trace.result).toMatchObject({ cycles: 0, totalSeconds: 7 })
  })

  it('still runs the cycle that a change makes due', () => {
    const trace = run({
      gogc: 'off',
      program: { phases: [phase(0.3), phase(5, { allocRate: 0 })] },
      changes: [{ at: 3, memoryLimit: '2MiB' }],
    })
    expect(cycleTimes(trace)).toEqual([3])
  })
})

describe('an empty program', () => {
  it('is over at once, with a share of 0', () => {
    const { result } = run({ program: { phases: [] } })
    expect(result).toMatchObject({ totalSeconds: 0, gcCpuFraction: 0, cycles: 0, outcome: { kind: 'completed' } })
  })

  it('is killed at 0 where it starts above the container limit', () => {
    const { result } = run({ containerLimit: '1MiB', program: { otherMemory: '2MiB', phases: [phase(1)] } })
    expect(result.outcome).toEqual({ kind: 'oom-killed', atSeconds: 0, progress: 0 })
    expect(result.peakContainerBytes).toBe(2 * MIB)
  })

  it.each(['guide', 'runtime'])('has a progress of 0 if it is killed at 0 (%s)', (model) => {
    const { result } = run({ model, containerLimit: '1MiB', program: { otherMemory: '2MiB', phases: [] } })
    expect(result.outcome).toEqual({ kind: 'oom-killed', atSeconds: 0, progress: 0 })
  })
})

describe('the container', () => {
  const fields = { gogc: 'off', containerLimit: '35MiB' }
  const program = { otherMemory: '5MiB', outsideMemory: '10MiB', phases: [phase(4)] }

  it('kills at the instant at which heap, other and outside memory together exceed its limit', () => {
    const { result } = run({ ...fields, program })
    // 35 − 5 − 10 = 20 MiB of heap, at 10 MiB/s.
    expect(result.outcome).toEqual({ kind: 'oom-killed', atSeconds: 2, progress: 0.5 })
    expect(result).toMatchObject({ totalSeconds: 2, peakContainerBytes: 35 * MIB, peakMemoryBytes: 25 * MIB })
  })

  it('does not kill a program that stops exactly at its limit', () => {
    expect(run({ ...fields, program: { ...program, phases: [phase(2)] } }).result.outcome.kind).toBe('completed')
  })

  it('kills when outside memory grows', () => {
    const { outcome } = run({ ...fields, program, changes: [{ at: 1, outsideMemory: '30MiB' }] }).result
    expect(outcome).toEqual({ kind: 'oom-killed', atSeconds: 1, progress: 0.25 })
  })
})

describe('settings changed before the first cycle', () => {
  it('compute the goal from the assumed live heap of the new GOGC', () => {
    const trace = run({ program: { phases: [phase(1)] }, changes: [{ at: 0.1, gogc: 1 }] })
    expect(cycleTimes(trace)[0]).toBeCloseTo((4 / 1.01 + 1 / 16) / 10, DIGITS)
  })

  it('act before the first goal if they are at 0', () => {
    const changed = run({ program: { initialLive: '8MiB', phases: [phase(3)] }, changes: [{ at: 0, gogc: 50 }] })
    const direct = run({ gogc: 50, program: { initialLive: '8MiB', phases: [phase(3)] } })
    expect(changed.result).toEqual(direct.result)
  })

  it('start a cycle at that instant where the heap is already past the new goal', () => {
    const trace = run({ program: { initialLive: '20MiB', phases: [phase(3)] }, changes: [{ at: 1.5, gogc: 50 }] })
    expect(cycleTimes(trace)[0]).toBe(1.5)
  })
})

describe('settings changed after a cycle that found nothing live', () => {
  it('compute the goal from that empty heap, not from the assumed heap before the first cycle', () => {
    const trace = run({ gogc: 1, program: { phases: [phase(1)] }, changes: [{ at: 0.5, procs: 2 }] })
    // 4.02 MiB from the assumed live heap, then the minimum heap, also after the change.
    expect(Array.from(trace.cycles.goal, (bytes) => bytes / MIB)).toEqual([4 / 1.01 + 1 / 16, 4])
    expect(trace.segments[1]?.goal).toBe(4 * MIB)
  })
})

describe('a change at the end of a phase', () => {
  it('acts in the later phase: the cycle it causes marks at that phase’s rate', () => {
    const { result } = run({
      gogc: 'off',
      program: { initialLive: '8MiB', phases: [phase(1), phase(0.1, { scanRate: '2GiB', allocRate: 0 })] },
      changes: [{ at: 1, memoryLimit: '10MiB' }],
    })
    expect(result.cycles).toBe(1)
    expect(result.gcSeconds).toBeCloseTo(8 / 2048, DIGITS)
  })

  it('is not missed where the sum of the durations rounds', () => {
    // 0.1 + 0.2 is slightly more than 0.3.
    const trace = run({ program: { phases: [phase(0.1), phase(0.2), phase(1)] }, changes: [{ at: 0.3, procs: 2 }] })
    expect(trace.segments[1]?.mutatorTime).toBeCloseTo(0.3, DIGITS)
  })

  it('at the end of the program still runs the cycle it makes due, before the last point', () => {
    const trace = run({
      gogc: 'off',
      program: { initialLive: '8MiB', phases: [phase(1)] },
      changes: [{ at: 1, memoryLimit: '10MiB' }],
    })
    expect(cycleTimes(trace)).toEqual([1])
    expect(trace.points.fresh[trace.points.count - 1]).toBe(0)
  })
})

describe('a change of memory', () => {
  it.each([
    ['other memory', { otherMemory: '7MiB' }, 2],
    ['memory outside Go', { outsideMemory: '7MiB' }, 2],
    ['the same memory as before', { otherMemory: 0, outsideMemory: 0 }, 0],
    ['another setting', { gogc: 200 }, 0],
  ])('has a point before and one after it, and no other change has: %s', (_, change, count) => {
    const { points } = run({ program: { phases: [phase(0.2)] }, changes: [{ at: 0.1, ...change }] })
    expect(Array.from(points.time).filter((time) => time === 0.1)).toHaveLength(count)
  })

  it('shows as two points at its instant, and in the peaks', () => {
    const trace = run({ program: { phases: [phase(0.2)] }, changes: [{ at: 0.1, otherMemory: '7MiB' }] })
    const times = Array.from(trace.points.time)
    expect(times.filter((time) => time === 0.1)).toHaveLength(2)
    expect(trace.result.peakMemoryBytes).toBeCloseTo(9 * MIB, 0)
  })
})

/**
 * Nothing survives, so a cycle costs its fixed 0.6 s; the limit of 1 MiB makes one due for every 0.1 s of allocation.
 * In mutator time: due at 0.1, runs (fill 0.6); due at 0.2 with fill 0.5, may start when fill + 0.6 ≤ 1, at 0.3
 * (fill 1); due at 0.4 with fill 0.9, may start at 0.9.
 */
describe('a cycle held back by the limiter', () => {
  const fields = {
    gogc: 'off',
    memoryLimit: '1MiB',
    cpuLimiter: true,
    program: { fixedCost: 0.6, phases: [phase(0.9999)] },
  }
  const starts = (trace: Trace) => cycleTimes(trace).map((time, i) => time - 0.6 * i)

  it('waits until it fits the bucket', () => {
    const trace = run(fields)
    expect(starts(trace)).toHaveLength(3)
    for (const [i, expected] of [0.1, 0.3, 0.9].entries()) expect(starts(trace)[i]).toBeCloseTo(expected, DIGITS)
    expect(trace.cycles.held?.[1]).toBeCloseTo(0.1, DIGITS)
    expect(trace.cycles.held?.[2]).toBeCloseTo(0.5, DIGITS)
    expect(trace.result.limiterSeconds).toBeCloseTo(0.6, DIGITS)
  })

  it.each([
    ['turning the limiter off', { cpuLimiter: false }, 0.6],
    ['a second CPU, which doubles the bucket', { procs: 2 }, 0.6],
    ['a higher memory limit, which does not cancel it', { memoryLimit: '1GiB' }, 0.9],
    ['GOGC, which does not cancel it', { gogc: 1000 }, 0.9],
    ['other memory', { otherMemory: '1MiB' }, 0.9],
  ])('after %s', (_, change, expected) => {
    const trace = run({ ...fields, changes: [{ at: 0.6, ...change }] })
    expect(starts(trace)[2]).toBeCloseTo(expected, DIGITS)
  })

  it('does not run when the program ends first, but its wait counts', () => {
    const trace = run({ ...fields, program: { fixedCost: 0.6, phases: [phase(0.7)] } })
    expect(trace.result.cycles).toBe(2)
    expect(trace.result.limiterSeconds).toBeCloseTo(0.1 + 0.3, DIGITS)
    expect(trace.holds).toHaveLength(2)
  })

  it('starts in the ending phase if it first fits exactly at the phase’s end', () => {
    // Binary fractions, so that the instant is exact: cost 0.5, due each 0.125; held from 0.375 (fill 0.75) to 0.625.
    const exact = { gogc: 'off', memoryLimit: '1MiB', cpuLimiter: true }
    const slow = phase(0.625, { allocRate: '8MiB', scanRate: '1GiB' })
    const trace = run({ ...exact, program: { fixedCost: 0.5, phases: [slow, phase(0.25, { allocRate: 0 })] } })
    expect(cycleTimes(trace).map((time, i) => time - 0.5 * i)).toEqual([0.125, 0.25, 0.625])
  })

  it('keeps waiting across the end of a phase, while the bucket drains without allocation', () => {
    const phases = [phase(0.5), phase(2, { allocRate: 0 })]
    expect(starts(run({ ...fields, program: { fixedCost: 0.6, phases } }))[2]).toBeCloseTo(0.9, DIGITS)
  })

  it('lets the computation pause now and then, which tells how much of the program is done', () => {
    const scenario = scenarioOf({ ...fields, program: { fixedCost: 0.6, phases: [phase(20_000)] } })
    const shares = [...simulateGuideInSlices(scenario)]
    expect(shares.length).toBeGreaterThan(1)
    for (const [i, share] of shares.entries()) {
      // All cycles wait for as long, so the pieces are equal.
      expect(share).toBeCloseTo((i + 1) * shares[0]!, 3)
      expect(share).toBeLessThan(1)
    }
    expect(1 - shares.at(-1)!).toBeLessThan(shares[0]!)
  })

  it('waits for an empty bucket and no longer, however much a cycle costs', () => {
    const trace = run({ ...fields, program: { fixedCost: 3, phases: [phase(3)] } })
    const [first = 0, second = 0] = cycleTimes(trace)
    expect(first).toBeCloseTo(0.1, DIGITS)
    // The bucket holds 1 s whatever the cycle cost; after the first cycle that takes 1 s to drain.
    expect(second - cycleEnd(trace, 0)).toBeCloseTo(1, DIGITS)
  })

  it('at the program’s end a change runs a due cycle only if it may start at once', () => {
    const changes = [{ at: 0.35, memoryLimit: 0 }]
    const limited = run({ ...fields, program: { fixedCost: 0.6, phases: [phase(0.35)] }, changes })
    const free = run({ ...fields, cpuLimiter: false, program: { fixedCost: 0.6, phases: [phase(0.35)] }, changes })
    expect(limited.result.cycles).toBe(2)
    expect(free.result.cycles).toBe(4)
  })
})

describe('a run in which the limiter holds no cycle back', () => {
  it('is computed in one piece of some 10 ms, as without a limiter, even if it has 40,000 cycles', () => {
    const program = { initialLive: '20MiB', phases: [phase(100, { allocRate: '8GiB', scanRate: '1TiB' })] }
    const { done, value } = simulateGuideInSlices(scenarioOf({ cpuLimiter: true, program })).next()
    expect(done && value.cycles.count).toBeGreaterThan(40_000)
  })
})

describe('fewer CPUs', () => {
  it('cut the bucket’s contents to its new capacity', () => {
    const trace = run({
      procs: 4,
      gogc: 'off',
      memoryLimit: '1MiB',
      cpuLimiter: true,
      program: { fixedCost: 3, phases: [phase(1.2)] },
      changes: [{ at: 0.15, procs: 1 }],
    })
    // Filled to 3 at 0.1, drained to 2.95, cut to 1: due at 0.2 with 0.95 left, so at 1.15 empty.
    expect(trace.cycles.held?.[1]).toBeCloseTo(0.95, DIGITS)
  })
})

describe('the ceiling of cycles', () => {
  it('stops the run and says so', () => {
    const { result } = run({ gogc: 0, program: { phases: [phase(1e6, { allocRate: '1TiB' })] } })
    expect(result.cycles).toBe(2_000_000)
    expect(result.outcome).toMatchObject({ kind: 'stopped', reason: expect.stringContaining('2 000 000') })
  })
})
