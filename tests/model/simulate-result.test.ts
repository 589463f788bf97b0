import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factsOf } from '../../src/model/judgement/facts.ts'
import { simulate } from '../../src/model/simulate.ts'
import { simulateResult } from '../../src/model/simulate-result.ts'
import { toVerdict } from '../../src/model/verdict.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { MIB } from '../../src/units.ts'
import { extremeScenario } from '../arbitraries/extreme.ts'
import { fullFields } from '../arbitraries/program.ts'
import { plausibleScenario } from '../arbitraries/scenario.ts'
import { scenarioOf } from '../support/run.ts'

const CAPS = { maxCycles: 2000, maxSteps: 50_000 }

/** Equal to the last bit in everything that a map, a range or advice reads. */
function expectSame(scenario: Scenario, caps = CAPS): void {
  const trace = simulate(scenario, caps)
  const outline = simulateResult(scenario, caps)
  expect(outline.result).toEqual(trace.result)
  expect(outline.segments).toEqual(trace.segments)
  expect(factsOf(outline)).toEqual(factsOf(trace))
  expect(toVerdict(outline, {})).toEqual(toVerdict(trace, {}))
}

describe('a run without columns', () => {
  for (const model of ['guide', 'runtime'] as const) {
    it(`equals the run with columns, in any plausible scenario (${model})`, () => {
      fc.assert(
        fc.property(plausibleScenario({ model }), (scenario) => expectSame(scenario)),
        { numRuns: 80 },
      )
    })

    it(`is so with values at the edges of their ranges (${model})`, () => {
      fc.assert(
        fc.property(extremeScenario(model), (scenario) => expectSame(scenario)),
        { numRuns: 60 },
      )
    })

    it(`is so with limits, changes and calls of runtime.GC() (${model})`, () => {
      fc.assert(
        fc.property(fullFields, (fields) => {
          expectSame(scenarioOf({ ...fields, gogc: fields.gogc, model }))
        }),
        { numRuns: 80 },
      )
    })
  }

  it('is so in runs of thousands of cycles, which the guide model counts in parts', () => {
    const phases = [{ duration: 40, allocRate: '4GiB', newSurvivalRate: 0.00001 }]
    const changes = [
      { at: 10, memoryLimit: '30MiB', cpuLimiter: true },
      { at: 20, memoryLimit: '10MiB', forceGC: true },
      { at: 30, otherMemory: '8MiB', memoryLimit: 'off' },
    ]
    const scenario = scenarioOf({ gogc: 50, program: { initialLive: '20MiB', phases }, changes })
    const { cycles, segments, result } = simulate(scenario)
    expect(cycles.count).toBeGreaterThan(5000)
    expect(segments).toHaveLength(4)
    expect(result.limiterSeconds).toBeGreaterThan(0)
    expect(simulateResult(scenario).tally.secondsAbove).toBeGreaterThan(5)
    for (const maxCycles of [499, 500, 501, 1000, 5000, 100_000]) expectSame(scenario, { ...CAPS, maxCycles })
  })

  it('is so in long series of equal cycles, which the guide model counts at once', () => {
    const phases = [
      { duration: 10, allocRate: '200MiB', oldDeathRate: 0.2 },
      { duration: 30, allocRate: '200MiB' },
    ]
    const changes = [
      { at: 14, gogc: 20 },
      { at: 18, memoryLimit: '10MiB', cpuLimiter: true },
      { at: 22, memoryLimit: '18MiB', cpuLimiter: false, forceGC: true },
      { at: 24, memoryLimit: Math.round(16.03 * MIB), forceGC: true },
      { at: 26, otherMemory: '4MiB', memoryLimit: '18MiB' },
      { at: 32, memoryLimit: 'off', gogc: 5 },
      { at: 38, containerLimit: '21MiB' },
    ]
    for (const fixedCost of [0, 0.0001, 0.01]) {
      const program = { initialLive: '20MiB', fixedCost, phases }
      const scenario = scenarioOf({ gogc: 50, program, changes })
      const { result, segments } = simulate(scenario)
      expect(result.cycles).toBeGreaterThan(2000)
      expect(segments.length).toBeGreaterThan(6)
      for (const maxCycles of [100, 1000, 2500, 100_000]) expectSame(scenario, { ...CAPS, maxCycles })
    }
  })

  it('passes on its cycles as they are completed', () => {
    const scenario = scenarioOf({
      model: 'runtime',
      program: { initialLive: '20MiB', phases: [{ duration: 10, allocRate: '20MiB' }] },
    })
    const goals: number[] = []
    simulateResult(scenario, { onCycle: ({ goal }) => goals.push(goal) })
    expect(goals).toEqual([...simulate(scenario).cycles.goal])
  })
})
