import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cycleEnd, cycleStart, unfinishedStart } from '../../src/model/cycles.ts'
import { heapPartsAt } from '../../src/model/heap-parts.ts'
import { landmarksOf } from '../../src/model/moments.ts'
import { describeNow, nowAt } from '../../src/model/now.ts'
import { readAt } from '../../src/model/reading.ts'
import { simulate } from '../../src/model/simulate.ts'
import { endOf } from '../../src/model/steps.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { MIB, toLimit } from '../../src/units.ts'
import { anyScenario } from '../arbitraries/scenario.ts'
import { scenarioOf } from '../support/run.ts'

/** 20 MiB live, 20 MiB/s allocated and all of it garbage: cycles at 40 MiB, one CPU-second apart (the guide's rule). */
const steady = (fields: object = {}) =>
  simulate(
    scenarioOf({
      gogc: 100,
      program: {
        initialLive: '20MiB',
        phases: [{ duration: 5, allocRate: '20MiB', newSurvivalRate: 0, oldDeathRate: 0 }],
      },
      ...fields,
    }),
  )

describe('what happens at an instant', () => {
  it('between two cycles is allocating, and says how much is left until the goal', () => {
    const now = nowAt(steady(), 0.5)
    expect(now).toMatchObject({ kind: 'allocating' })
    expect(now?.kind === 'allocating' && now.heap / MIB).toBeCloseTo(30, 6)
    expect(now?.kind === 'allocating' && now.until / MIB).toBeCloseTo(10, 6)
    expect(describeNow(steady(), 0.5)).toBe('Allocating: 10.0 MiB until the next cycle is due.')
  })

  it('within a cycle is marking, from nothing to the whole live heap', () => {
    const trace = steady()
    const [start, end] = [cycleStart(trace, 1), cycleEnd(trace, 1)]
    const marked = [0, 0.5, 1].map((part) => {
      const now = nowAt(trace, start + part * (end - start))
      return now?.kind === 'marking' ? now.marked / MIB : Number.NaN
    })
    expect(marked[0]).toBeCloseTo(0, 6)
    expect(marked[1]).toBeCloseTo(10, 6)
    expect(marked[2]).toBeCloseTo(20, 6)
    expect(describeNow(trace, (start + end) / 2)).toBe(
      'Marking in cycle 2: about 10.0 MiB of 20.0 MiB; the program stands still.',
    )
  })

  it('says when no cycle is due at all', () => {
    expect(describeNow(steady({ gogc: 'off' }), 1)).toContain('no cycle is due')
  })

  it('says of a cycle that the program forces under GOGC=off and no limit that there is no goal, cut off or not', () => {
    const forced = (containerLimit: string) =>
      simulate(
        scenarioOf({
          model: 'runtime',
          gogc: 'off',
          procs: 4,
          containerLimit,
          program: { initialLive: '100MiB', phases: [{ duration: 5, allocRate: '20MiB', scanRate: '100MiB' }] },
          changes: [{ at: 2, forceGC: true }],
        }),
      )
    const whole = forced('off')
    expect(describeNow(whole, (cycleStart(whole, 0) + cycleEnd(whole, 0)) / 2)).toMatch(
      /^Marking in a cycle that the program forced: about [\d.]+ MiB of [\d.]+ MiB; no goal is set\.$/,
    )
    // 140 MiB are in use as marking begins, and while it lasts the program allocates more than the 10 MiB that are left.
    const killed = forced('150MiB')
    expect(killed.result.outcome.kind).toBe('oom-killed')
    expect(describeNow(killed, (unfinishedStart(killed)! + endOf(killed)) / 2)).toBe(
      'Marking in a cycle that the end of the run cuts off; no goal is set.',
    )
  })

  it('is the kill at the end of a run that was killed', () => {
    const trace = steady({ gogc: 'off', containerLimit: '50MiB' })
    expect(trace.result.outcome.kind).toBe('oom-killed')
    expect(describeNow(trace, endOf(trace))).toBe('Killed: memory exceeded the container’s 50.0 MiB.')
  })

  it('is only the kill at that instant; for a run that was not killed it is the end', () => {
    const killed = steady({ gogc: 'off', containerLimit: '50MiB' })
    expect(nowAt(killed, 0.5)?.kind).toBe('allocating')
    expect(nowAt(killed, 99)).toBeUndefined()
    expect(describeNow(killed, 99)).toBe('')
    const whole = steady({ gogc: 'off' })
    expect(describeNow(whole, endOf(whole))).toBe('The program has ended.')
    const cut = simulate(
      scenarioOf({ program: { initialLive: '20MiB', phases: [{ duration: 5, allocRate: '20MiB' }] } }),
      {
        maxCycles: 2,
      },
    )
    expect(describeNow(cut, endOf(cut))).toBe('The run stops here.')
  })

  it('is waiting from when the CPU limit holds a cycle back until the cycle starts', () => {
    const held = simulate({ ...toScenario(findPreset('thrash')!), cpuLimiter: true })
    const { start, end } = held.holds[0]!
    expect(nowAt(held, start)?.kind).toBe('held')
    expect(nowAt(held, (start + end) / 2)?.kind).toBe('held')
    expect(nowAt(held, start - 1e-6)?.kind).not.toBe('held')
    expect(nowAt(held, end + 1e-6)?.kind).toBe('marking')
    expect(describeNow(held, start)).toMatch(
      /^A cycle is due, and the GC CPU limit holds it back: the heap grows, 2\d\.\d MiB now\.$/,
    )
  })

  it('says how far the heap is past its goal, and does not mention assists if there are none', () => {
    const trace = simulate({ ...toScenario(findPreset('thrash')!), model: 'runtime' })
    const { count, goal, runtime } = trace.cycles
    const past = Array.from({ length: count }, (_, i) => i).find((i) => runtime!.heapEnd[i]! > goal[i]!)
    const sentence = (i: number) => describeNow(trace, cycleEnd(trace, i) - 1e-9)
    expect(sentence(past!)).toContain(' past the goal')
    const without = Array.from({ length: count }, (_, i) => i).find((i) => runtime!.assist[i] === 0)
    expect(sentence(without!)).not.toContain('assists')
    const withAssists = Array.from({ length: count }, (_, i) => i).find((i) => runtime!.assist[i]! > 0)!
    expect(sentence(withAssists)).toMatch(/; assists take [\d.]+ (µs|ms|s) of CPU in this cycle\.$/)
  })

  it('says how far the heap is from its goal in the runtime model', () => {
    const trace = simulate({ ...toScenario(findPreset('spike')!), model: 'runtime', memoryLimit: toLimit(Infinity) })
    const middle = (cycleStart(trace, 2) + cycleEnd(trace, 2)) / 2
    const now = nowAt(trace, middle)
    const reading = readAt(trace, middle)!
    expect(now?.kind === 'marking' && now.untilGoal).toBeCloseTo(
      trace.cycles.goal[2]! - reading.live - reading.fresh,
      0,
    )
    expect(describeNow(trace, middle)).toMatch(/^Marking in cycle 3: about .* (until|past) the goal/)
  })
})

describe('the parts of the heap', () => {
  it('add up to the heap, for every program and instant', () => {
    fc.assert(
      fc.property(anyScenario(), fc.double({ min: 0, max: 1, noNaN: true }), (scenario, part) => {
        const trace = simulate(scenario, { maxCycles: 200, maxSteps: 20_000 })
        const time = part * endOf(trace)
        const parts = heapPartsAt(trace, time)
        if (!parts) return
        const { live, fresh } = readAt(trace, time)!
        const { free, returned, ...heap } = parts
        for (const size of Object.values(parts)) expect(size).toBeGreaterThanOrEqual(-1)
        const sum = Object.values(heap).reduce((all, size) => all + size, 0)
        expect(Math.abs(sum - live - fresh)).toBeLessThanOrEqual(1 + 1e-9 * (live + fresh))
      }),
      { numRuns: 60 },
    )
  })

  it('count all allocations as garbage if nothing new survives', () => {
    const parts = heapPartsAt(steady(), 0.5)!
    expect(parts.garbage / MIB).toBeCloseTo(10, 6)
    expect(parts.live / MIB).toBeCloseTo(20, 6)
    expect(parts.fresh).toBeCloseTo(0, 3)
  })
})

describe('the landmarks of a run', () => {
  const idle = { initialLive: '20MiB', phases: [{ duration: 5, allocRate: 0 }] }

  it('are the first of several instants of the largest heap, and the end', () => {
    // Cycles at 40 MiB, one CPU-second of the program apart: the first one starts after a second.
    expect(landmarksOf(steady())).toEqual([1, endOf(steady())])
  })

  it('are changes, in the order of time', () => {
    const changed = steady({ changes: [{ at: 0.5, gogc: 90 }] })
    expect(landmarksOf(changed)[0]).toBe(0.5)
    expect(landmarksOf(changed)).toHaveLength(3)
  })

  it('have the largest heap at the beginning of a run that allocates nothing', () => {
    expect(landmarksOf(steady({ program: idle }))).toEqual([0, 5])
  })

  it('have the largest heap where the container is full, which ends a run without cycles', () => {
    const killed = steady({ gogc: 'off', containerLimit: '50MiB' })
    // 20 MiB live and 20 MiB/s: 50 MiB after a second and a half.
    expect(landmarksOf(killed)).toEqual([endOf(killed), endOf(killed)])
    expect(endOf(killed)).toBeCloseTo(1.5, 9)
  })

  it('have each cycle that the program forces', () => {
    const forced = steady({ program: idle, changes: [{ at: 0.5, forceGC: true }] })
    expect(landmarksOf(forced).filter((time) => time === 0.5).length).toBeGreaterThan(0)
    expect(landmarksOf(forced)).toContain(cycleStart(forced, 0))
  })

  it('have the first cycle that the guide’s limit holds back', () => {
    const held = simulate({ ...toScenario(findPreset('thrash')!), cpuLimiter: true })
    expect(held.holds.length).toBeGreaterThan(1)
    const [first, second] = held.holds.map(({ start }) => start).toSorted((a, b) => a - b)
    expect(landmarksOf(held)).toContain(first)
    expect(landmarksOf(held)).not.toContain(second)
  })

  it('have the instant at which Go’s limiter begins to act', () => {
    // One CPU allocates below a live heap of 100 MiB; seven are idle and mark.
    const limited = simulate(
      scenarioOf({
        model: 'runtime',
        gogc: 'off',
        procs: 8,
        memoryLimit: '60MiB',
        program: { initialLive: '100MiB', busyProcs: 1, phases: [{ duration: 10, allocRate: '200MiB' }] },
      }),
    )
    const { time, runtime } = limited.points
    const acting = Array.from(time).filter((_, i) => runtime!.limiting[i] === 1)
    expect(acting.length).toBeGreaterThan(0)
    expect(landmarksOf(limited)).toContain(Math.min(...acting))
  })
})
