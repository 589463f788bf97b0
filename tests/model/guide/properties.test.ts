import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cycleEnd, cycleStart } from '../../../src/model/cycles.ts'
import { type Goal, setGoal, toGrowth } from '../../../src/model/guide/goal.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { GOAL_RULES, type GoalRule, type Trace } from '../../../src/model/trace.ts'
import { fullFields, phaseFields, plainFields } from '../../arbitraries/program.ts'
import { findBroken } from '../../support/invariants.ts'
import { plainGuide } from '../../support/plain-guide.ts'
import { scenarioOf } from '../../support/run.ts'

/** Longer runs would show nothing else. */
function run(fields: Record<string, unknown>): Trace {
  return simulate(scenarioOf(fields), { maxCycles: 5000 })
}

/** GC time that did not fit into the full bucket, in CPU-seconds. */
function overflow(trace: Trace): number {
  let fill = 0
  let before = 0
  let forgotten = 0
  for (let i = 0; i < trace.cycles.count; i++) {
    const start = cycleStart(trace, i)
    const cost = cycleEnd(trace, i) - start
    fill = Math.max(0, fill - (start - before))
    const after = trace.cycles.fillAfter[i] ?? 0
    forgotten += Math.max(0, fill + cost - after)
    fill = after
    before = cycleEnd(trace, i)
  }
  return forgotten
}

/** What set each goal of the run, including the last one, which no cycle reached. */
function goalRules({ cycles, points, segments }: Trace): GoalRule[] {
  const settings = segments[0]
  if (!settings) throw new Error('no segment')
  const last: Goal = { bytes: 0, rule: 0, asked: 0 }
  setGoal(last, points.live[points.count - 1] ?? 0, {
    growth: toGrowth(settings.gogc),
    isGcOff: settings.gogc.kind === 'off',
    memoryLimit: settings.memoryLimit,
    otherMemory: settings.otherMemory,
  })
  return [...cycles.rule, last.rule].map((rule) => GOAL_RULES[rule] ?? 'gogc')
}

function columnsTimes(trace: Trace, factor: number) {
  const { points, cycles, result } = trace
  return {
    time: Array.from(points.time),
    live: Array.from(points.live, (bytes) => bytes * factor),
    fresh: Array.from(points.fresh, (bytes) => bytes * factor),
    goal: Array.from(cycles.goal, (bytes) => bytes * factor),
    peak: result.peakMemoryBytes * factor,
  }
}

describe('every run', () => {
  it('breaks no invariant, whatever settings change during the run', () => {
    fc.assert(
      fc.property(fullFields, (fields) => {
        expect(findBroken(simulate(scenarioOf(fields), { maxCycles: 20_000 }))).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it('does not depend on runs before it, and is not changed by runs after it', () => {
    fc.assert(
      fc.property(fullFields, fullFields, (first, second) => {
        const [one, other] = [scenarioOf(first), scenarioOf(second)]
        const trace = simulate(one, { maxCycles: 2000 })
        const asItWas = structuredClone(trace)
        const after = structuredClone(simulate(other, { maxCycles: 2000 }))
        expect(trace).toEqual(asItWas)
        expect(simulate(other, { maxCycles: 2000 })).toEqual(after)
        expect(simulate(one, { maxCycles: 2000 })).toEqual(asItWas)
      }),
    )
  })
})

describe('the limiter', () => {
  it('off, or with a bucket that never fills, gives the plain model to the last digit', () => {
    fc.assert(
      fc.property(plainFields, fc.boolean(), (fields, cpuLimiter) => {
        const plain = plainGuide(fields)
        // A bucket of 4096 CPU-seconds cannot be full before as many have passed.
        fc.pre(plain.cycles < 4000 && plain.totalSeconds < 4096)
        const { result } = run({ ...fields, cpuLimiter, procs: cpuLimiter ? 4096 : fields.procs })
        expect({ totalSeconds: result.totalSeconds, cycles: result.cycles }).toEqual(plain)
      }),
      { numRuns: 300 },
    )
  })

  it('bounds GC time by mutator time, one bucket and the overflow', () => {
    fc.assert(
      fc.property(plainFields, (fields) => {
        const trace = run({ ...fields, cpuLimiter: true })
        const { gcSeconds, mutatorSeconds } = trace.result
        expect(gcSeconds).toBeLessThanOrEqual((mutatorSeconds + fields.procs + overflow(trace)) * (1 + 1e-9))
      }),
      { numRuns: 300 },
    )
  })
})

describe('sizes', () => {
  it('all scaled by a power of two scale the trace, where neither the minimum heap nor the floor set a goal', () => {
    const scaled = fc.constantFrom(0.25, 0.5, 2, 8, 1024)
    fc.assert(
      fc.property(plainFields, scaled, (fields, factor) => {
        // With an initial live heap: without one, the first goal would be the minimum heap.
        const program = { ...fields.program, initialLive: fields.program.initialLive + 2 ** 24 }
        const size = (bytes: number | string) => (typeof bytes === 'number' ? bytes * factor : bytes)
        const small = run({ ...fields, program })
        const large = run({
          ...fields,
          memoryLimit: size(fields.memoryLimit),
          program: {
            ...program,
            initialLive: program.initialLive * factor,
            otherMemory: program.otherMemory * factor,
            phases: program.phases.map((p) => ({
              ...p,
              allocRate: p.allocRate * factor,
              scanRate: p.scanRate * factor,
            })),
          },
        })
        const rules = new Set([...goalRules(small), ...goalRules(large)])
        fc.pre(!rules.has('minimum-heap') && !rules.has('live-heap-floor'))
        // Scaling by a power of two is exact.
        expect(columnsTimes(large, 1)).toEqual(columnsTimes(small, factor))
      }),
      { numRuns: 300 },
    )
  })
})

describe('a phase without births and deaths', () => {
  it('may be split into two phases of equal rates', () => {
    fc.assert(
      fc.property(plainFields, phaseFields, fc.double({ min: 0.1, max: 0.9, noNaN: true }), (fields, raw, share) => {
        const phase = { ...raw, newSurvivalRate: 0, oldDeathRate: 0 }
        const parts = [
          { ...phase, duration: phase.duration * share },
          { ...phase, duration: phase.duration * (1 - share) },
        ]
        const ending = (phases: unknown[]) =>
          run({ ...fields, program: { ...fields.program, phases: [...fields.program.phases, ...phases] } })
        const whole = ending([phase])
        const split = ending(parts)
        const last = whole.points
        // A cycle due within rounding of the end may run or not.
        fc.pre(Math.abs((last.time[last.count - 1] ?? 0) - (last.time[last.count - 2] ?? 0)) > 1e-6)
        expect(split.result.cycles).toBe(whole.result.cycles)
        expect(split.result.totalSeconds).toBeCloseTo(whole.result.totalSeconds, 6)
        // In bytes: a thousandth of a byte is 1e-11 of the smallest goal.
        expect(split.result.peakMemoryBytes).toBeCloseTo(whole.result.peakMemoryBytes, 3)
      }),
      { numRuns: 300 },
    )
  })
})
