import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cycleEnd, cycleStart, segmentAt } from '../../src/model/cycles.ts'
import { simulate } from '../../src/model/simulate.ts'
import type { Visit } from '../../src/model/step-line.ts'
import { endOf, visitGoal, visitSetting, visitTrigger } from '../../src/model/steps.ts'
import type { Trace } from '../../src/model/trace.ts'
import { MIB } from '../../src/units.ts'
import { plausibleScenario } from '../arbitraries/scenario.ts'
import { run } from '../support/run.ts'

type Vertex = readonly [number, number]

function collect(visitAll: (visit: Visit) => void): Vertex[] {
  const vertices: Vertex[] = []
  visitAll((time, value) => vertices.push([time, value]))
  return vertices
}

/** The value of a step line on the stretch that contains `time`. */
function valueAt(vertices: readonly Vertex[], time: number): number {
  for (let i = 1; i < vertices.length; i++)
    if (vertices[i - 1]![0] < time && time < vertices[i]![0]) return vertices[i]![1]
  return Number.NaN
}

const goalOf = (trace: Trace) => collect((visit) => visitGoal(trace, [0, endOf(trace)], visit))

/** 10 MiB/s for 10 s, all of it garbage: with GOGC=100 the heap's goal is the minimum of 4 MiB throughout. */
const GARBAGE = { duration: 10, allocRate: '10MiB', scanRate: '1GiB' }

describe('the goal as a step line', () => {
  it('has the cycle’s goal when the cycle starts', () => {
    fc.assert(
      fc.property(plausibleScenario({ model: 'guide' }), (scenario) => {
        const trace = simulate(scenario, { maxCycles: 2000 })
        const goal = goalOf(trace)
        for (let i = 0; i < trace.cycles.count; i++) {
          const end = cycleEnd(trace, i)
          const start = cycleStart(trace, i)
          // A cycle without duration has no stretch of its own to check.
          if (end > start) expect(valueAt(goal, (start + end) / 2)).toBe(trace.cycles.goal[i])
        }
      }),
      { numRuns: 60 },
    )
  })

  it('starts at 0, ends with the run, and never goes back in time', () => {
    fc.assert(
      fc.property(plausibleScenario({ model: 'guide' }), (scenario) => {
        const trace = simulate(scenario, { maxCycles: 2000 })
        const times = goalOf(trace).map(([time]) => time)
        expect(times[0]).toBe(0)
        expect(times.at(-1)).toBe(endOf(trace))
        for (let i = 1; i < times.length; i++) expect(times[i]).toBeGreaterThanOrEqual(times[i - 1]!)
      }),
      { numRuns: 60 },
    )
  })

  it('changes where a setting changes, and after the last cycle comes from the live heap it found', () => {
    // 20 MiB live from the start. GOGC=100: goal 40. At 1 s GOGC=50: goal 30, which the heap equals, so the next byte
    // allocated starts a cycle. It finds 20 live: goal 30 again. At 1.6 s the limit sets the goal to 25.
    const trace = run({
      gogc: 100,
      program: { initialLive: '20MiB', phases: [{ ...GARBAGE, duration: 2 }] },
      changes: [
        { at: 0.5, gogc: 50 },
        { at: 1.6, memoryLimit: '25MiB' },
      ],
    })
    const goal = goalOf(trace)
    const [, second, third] = trace.segments.map(({ time }) => time)
    expect(valueAt(goal, second! - 0.01)).toBe(40 * MIB)
    expect(valueAt(goal, second! + 0.01)).toBe(30 * MIB)
    expect(valueAt(goal, third! - 0.01)).toBe(30 * MIB)
    expect(valueAt(goal, third! + 0.01)).toBe(25 * MIB)
    expect(valueAt(goal, endOf(trace) - 0.001)).toBe(25 * MIB)
  })

  it('of a run without cycles is the one that its settings gave', () => {
    const trace = run({ gogc: 'off', memoryLimit: '1GiB', program: { phases: [GARBAGE] } })
    expect(trace.cycles.count).toBe(0)
    expect(goalOf(trace)).toEqual([
      [0, 1024 * MIB],
      [endOf(trace), 1024 * MIB],
    ])
  })

  it('is the same line when visited for a window only', () => {
    const window = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
    fc.assert(
      fc.property(plausibleScenario({ model: 'guide' }), window, (scenario, [a, b]) => {
        const trace = simulate(scenario, { maxCycles: 500 })
        const end = endOf(trace)
        const [from, to] = [Math.min(a, b) * end, Math.max(a, b) * end]
        const whole = goalOf(trace)
        const part = collect((visit) => visitGoal(trace, [from, to], visit))
        for (const share of [0.001, 0.3, 0.7, 0.999]) {
          const time = from + share * (to - from)
          expect(valueAt(part, time)).toEqual(valueAt(whole, time))
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('a window of a run whose heap grows and whose settings change', () => {
  // Every cycle has another goal; changes come before, within and after cycles.
  const growing = (model: 'guide' | 'runtime', changes: readonly object[]) =>
    run({
      model,
      procs: 1,
      program: {
        initialLive: '20MiB',
        phases: [{ duration: 6, allocRate: '30MiB', newSurvivalRate: 0.2, scanRate: '0.2GiB' }],
      },
      changes,
    })
  const changes = (trace: Trace) => {
    const middle = (i: number) => (cycleStart(trace, i) + cycleEnd(trace, i)) / 2
    return [
      { at: 0.01, otherMemory: '3MiB' },
      { at: middle(1) - 0.3, gogc: 80 },
      { at: 4, gogc: 60, otherMemory: '8MiB' },
      { at: 5.9, gogc: 90 },
      { at: 5.95, otherMemory: '1MiB' },
    ]
  }
  const traces = (['guide', 'runtime'] as const).map((model) => growing(model, changes(growing(model, []))))

  /** The goal at an instant without events, from the records of cycles and changes, above the other memory. */
  function goalAt(trace: Trace, time: number): number {
    const { cycles, segments, points } = trace
    const segment = segmentAt(trace, time)
    const other = segment.otherMemory
    const next =
      Array.from({ length: cycles.count }, (_, i) => i).find((i) => cycleEnd(trace, i) > time) ?? cycles.count
    const lastEnd = next > 0 ? cycleEnd(trace, next - 1) : 0
    const isMarking = next < cycles.count && cycleStart(trace, next) < time
    if (isMarking) return other + (segment.time > cycleStart(trace, next) ? segment.goal : cycles.goal[next]!)
    if (segment.time >= lastEnd) return other + segment.goal
    const following = segments[segments.indexOf(segment) + 1]
    if (next < cycles.count && !(following && following.time <= cycleStart(trace, next)))
      return other + cycles.goal[next]!
    if (trace.model === 'runtime') return other + (following ? following.before!.goal : trace.pending!.goal)
    const found = points.live[Array.from(points.time).lastIndexOf(lastEnd)]!
    return other + found * (1 + (segment.gogc.kind === 'off' ? Number.NaN : segment.gogc.percent) / 100)
  }

  it.each(traces.map((trace) => [trace.model, trace] as const))('shows what was in force: %s', (_, trace) => {
    const { cycles, segments } = trace
    expect(segments).toHaveLength(6)
    expect(cycles.count).toBeGreaterThan(4)
    const ends = Array.from({ length: cycles.count }, (_, i) => [cycleStart(trace, i), cycleEnd(trace, i)]).flat()
    const events = [0, ...ends, ...segments.map(({ time }) => time), endOf(trace)].toSorted((a, b) => a - b)
    const middles = events.slice(1).flatMap((time, i) => (time > events[i]! ? [(time + events[i]!) / 2] : []))
    for (const from of [...events, ...middles]) {
      const line = collect((visit) => visitGoal(trace, [from, endOf(trace)], visit, 'stack'))
      for (const time of middles) if (time > from) expect(valueAt(line, time)).toBeCloseTo(goalAt(trace, time), 3)
    }
  })
})

describe('the goal in the stack', () => {
  it('is on top of the other memory in force, level between its steps, in both models', () => {
    fc.assert(
      fc.property(plausibleScenario(), (scenario) => {
        const trace = simulate(scenario, { maxCycles: 500 })
        const bare = goalOf(trace)
        const stacked = collect((visit) => visitGoal(trace, [0, endOf(trace)], visit, 'stack'))
        for (let i = 1; i < stacked.length; i++) {
          const [[from, left], [to, right]] = [stacked[i - 1]!, stacked[i]!]
          if (to === from || Number.isNaN(left)) continue
          expect(right).toBe(left)
          const time = (from + to) / 2
          expect(left).toBe(valueAt(bare, time) + segmentAt(trace, time).otherMemory)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('the runtime model’s plan', () => {
  const trace = run({
    model: 'runtime',
    program: { initialLive: '20MiB', phases: [{ ...GARBAGE, duration: 8, allocRate: '20MiB' }] },
    changes: [{ at: 4.2, gogc: 50 }],
  })
  const trigger = collect((visit) => visitTrigger(trace, [0, endOf(trace)], visit))
  const goal = goalOf(trace)

  it('has a goal and, below it, a trigger at every instant of the run', () => {
    expect(trace.cycles.count).toBeGreaterThan(3)
    for (let i = 1; i < 400; i++) {
      const time = (endOf(trace) * (i - 0.5)) / 400
      expect(valueAt(goal, time)).toBeGreaterThan(0)
      expect(valueAt(trigger, time)).toBeLessThanOrEqual(valueAt(goal, time))
    }
  })

  it('is the old settings’ until they change, then the new settings’', () => {
    const at = trace.segments[1]!.time
    // 20 MiB live: with GOGC=100 the goal is some 40 MiB (stacks and globals aside), with GOGC=50 some 30.
    expect(valueAt(goal, at - 0.001) / MIB).toBeCloseTo(40, -1)
    expect(valueAt(goal, at + 0.001) / MIB).toBeCloseTo(30, -1)
    expect(valueAt(goal, at - 0.001)).toBeGreaterThan(1.2 * valueAt(goal, at + 0.001))
  })
})

describe('a setting as a step line', () => {
  it('holds until the next segment and to the end of the run; off is infinite', () => {
    const trace = run({
      program: { phases: [GARBAGE] },
      changes: [
        { at: 2, memoryLimit: '40MiB' },
        { at: 4, memoryLimit: 'off' },
      ],
    })
    const limit = collect((visit) => visitSetting(trace, 'memoryLimit', visit))
    const [, second, third] = trace.segments.map(({ time }) => time)
    expect(limit).toEqual([
      [0, Infinity],
      [second, Infinity],
      [second, 40 * MIB],
      [third, 40 * MIB],
      [third, Infinity],
      [endOf(trace), Infinity],
    ])
  })
})
