import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cycleEnd, cycleStart, segmentAt } from '../../../src/model/cycles.ts'
import { countColumns } from '../../../src/model/judgement/count.ts'
import { readAt } from '../../../src/model/reading.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { addGoal, createTally, type Tally } from '../../../src/model/tally.ts'
import type { Trace } from '../../../src/model/trace.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { OFF } from '../../../src/units.ts'
import { plausibleScenario } from '../../arbitraries/scenario.ts'
import { run } from '../../support/run.ts'
import { countFromColumns } from './count-from-columns.ts'

/** Two sums of the same terms, added up in different order. */
function expectSame(a: Tally, b: Tally): void {
  expect({ ...a.rules, lowestGogc: 0 }).toEqual({ ...b.rules, lowestGogc: 0 })
  const near = (x: number, y: number) => x === y || Math.abs(x - y) <= 1e-6 * Math.max(Math.abs(x), Math.abs(y), 1e-3)
  const figures = (tally: Tally) => ({ ...tally.effort, above: tally.secondsAbove, lowest: tally.rules.lowestGogc })
  const [left, right] = [figures(a), figures(b)]
  for (const key of Object.keys(left) as (keyof typeof left)[])
    expect(near(left[key], right[key]), `${key}: ${left[key]}, ${right[key]}`).toBe(true)
}

/** Without what a log has no column for: a CPU quota, and a GOMAXPROCS that changes within a period. */
function asLogged({ changes, ...scenario }: Scenario): Scenario {
  const kept = changes.map(({ procs: _, cpuQuota: __, ...change }) => change)
  return { ...scenario, cpuQuota: OFF, changes: kept }
}

describe('what a run is judged by', () => {
  it('is the same counted from its columns and counted while it runs', () => {
    fc.assert(
      fc.property(plausibleScenario({ model: 'runtime' }), (scenario) => {
        const trace = simulate(asLogged(scenario), { maxCycles: 400, maxSteps: 100_000 })
        expectSame(countFromColumns(trace), trace.tally!)
      }),
      { numRuns: 150 },
    )
  })

  /** Seconds above the limit, read at 1/4 and 3/4 between events: lines are straight there. */
  function secondsAbove(trace: Trace): number {
    const events = [...trace.points.time, ...trace.segments.map(({ time }) => time)].toSorted((a, b) => a - b)
    return events.slice(1).reduce((sum, to, i) => {
      const from = events[i]!
      const { otherMemory, memoryLimit } = segmentAt(trace, (from + to) / 2)
      const memoryAt = (share: number) => {
        const reading = readAt(trace, from + share * (to - from))
        return reading ? otherMemory + reading.live + reading.fresh : Number.NaN
      }
      if (!(to > from) || memoryLimit === Infinity) return sum
      const rise = 2 * (memoryAt(0.75) - memoryAt(0.25))
      const [a, b] = [memoryAt(0.25) - rise / 4, memoryAt(0.75) + rise / 4]
      const bound = memoryLimit * (1 + 1e-6)
      const share = (Math.max(a, b) - bound) / Math.abs(b - a)
      const isAll = Math.min(a, b) >= bound
      return sum + (to - from) * (isAll ? 1 : share > 0 ? Math.min(1, share) : 0)
    }, 0)
  }

  it('has memory above a limit for as long as the curve is above it', () => {
    fc.assert(
      fc.property(plausibleScenario({ model: 'guide' }), (scenario) => {
        const trace = simulate(scenario, { maxCycles: 100 })
        expect(countColumns(trace).secondsAbove).toBeCloseTo(secondsAbove(trace), 6)
      }),
      { numRuns: 100 },
    )
  })

  it('has memory above a limit exceeded due to the CPU limit, while other memory and the limit change', () => {
    // Cycles are held back to half of the CPU: memory passes 20.2 MiB again and again.
    const changes = Array.from({ length: 40 }, (_, i) => ({
      at: 1 + i * 0.071,
      ...(i % 3 === 0 ? { memoryLimit: `${20.2 + (i % 4) / 50}MiB` } : { otherMemory: `${(i % 5) / 50}MiB` }),
    }))
    const program = { initialLive: '20MiB', phases: [{ duration: 5, allocRate: '20MiB', scanRate: '1GiB' }] }
    const trace = run({ gogc: 'off', memoryLimit: '20.2MiB', cpuLimiter: true, program, changes })
    expect(trace.holds.length).toBeGreaterThan(3)
    const above = secondsAbove(trace)
    expect(above).toBeGreaterThan(0.1)
    expect(countColumns(trace).secondsAbove).toBeCloseTo(above, 9)
  })

  it.each([
    [19, false],
    [21, true],
  ])('has roots worth mentioning beside 1000 bytes of live heap from 20 bytes on: %i, %s', (roots, hasRoots) => {
    for (const percent of [50, 100, 300]) {
      const tally = createTally()
      addGoal(tally, 'gogc', 1000 + ((1000 + roots) * percent) / 100, 1000, roots)
      expect(tally.rules.hasRoots).toBe(hasRoots)
    }
  })

  // 20 MiB live, 20 MiB/s of garbage, marked at 1 GiB/s: 0.0195 s a cycle, in which the program stands still.
  const PROGRAM = { initialLive: '20MiB', phases: [{ duration: 3, allocRate: '20MiB', scanRate: '1GiB' }] }

  it('says for how long memory was above a limit that was lowered', () => {
    const trace = run({ gogc: 'off', program: PROGRAM, changes: [{ at: 1, memoryLimit: '30MiB' }] })
    // The heap is at 40 MiB: a cycle runs at once, memory falls to 20, half of the way above. Later ones start at 30.
    const cycle = cycleEnd(trace, 0) - cycleStart(trace, 0)
    expect(cycle).toBeCloseTo(20 / 1024, 9)
    expect(countColumns(trace).secondsAbove).toBeCloseTo(cycle / 2, 6)
  })

  it('counts other memory, from the instant it is there', () => {
    const changes = [{ at: 1, otherMemory: '25MiB' }]
    const trace = run({ gogc: 'off', memoryLimit: '60MiB', program: PROGRAM, changes })
    // 40 + 25 MiB, falling to 45 in a cycle that starts at once: a quarter of that is above 60.
    const cycle = cycleEnd(trace, 0) - cycleStart(trace, 0)
    expect(countColumns(trace).secondsAbove).toBeCloseTo(cycle / 4, 6)
  })

  it('has no memory above a limit that is only just reached', () => {
    const trace = run({ gogc: 'off', memoryLimit: '30MiB', program: PROGRAM })
    expect(trace.cycles.count).toBeGreaterThan(3)
    expect(countColumns(trace).secondsAbove).toBe(0)
  })

  it('adds up the time in which cycles run, and in which GC takes more than half', () => {
    const trace = run({ gogc: 100, program: PROGRAM })
    const { count } = trace.cycles
    const { effort, rules } = countColumns(trace)
    expect(rules).toMatchObject({ cycles: count, byLimit: 0, belowLive: 0, byMinimum: 0 })
    expect(effort.runningSeconds).toBeCloseTo((count * 20) / 1024, 9)
    expect(effort.thrashingSeconds).toBe(0)
    // 21 MiB: a cycle after each MiB, of 0.0195 s, with 0.05 s in between; at 20.1 MiB with 0.005 s.
    const tight = run({ gogc: 'off', memoryLimit: '20.1MiB', program: PROGRAM })
    const ended = cycleEnd(tight, tight.cycles.count - 1)
    expect(countColumns(tight).effort.thrashingSeconds).toBeCloseTo(ended, 9)
    expect(countColumns(run({ gogc: 'off', memoryLimit: '21MiB', program: PROGRAM })).effort.thrashingSeconds).toBe(0)
  })

  it('has the least new heap that a limit left, and how often it left none', () => {
    const { rules } = countColumns(run({ gogc: 'off', memoryLimit: '25MiB', program: PROGRAM }))
    expect(rules.byLimit).toBe(rules.cycles)
    expect(rules.belowLive).toBe(0)
    expect(rules.lowestGogc).toBeCloseTo(25, 6)
    const none = countColumns(run({ gogc: 100, memoryLimit: '15MiB', program: PROGRAM })).rules
    expect(none.belowLive).toBe(none.cycles)
    // In the guide model a tiny GOGC leaves as little, so that no limit is responsible.
    expect(countColumns(run({ gogc: 0, memoryLimit: '90MiB', program: PROGRAM })).rules.byLimit).toBe(0)
  })
})
