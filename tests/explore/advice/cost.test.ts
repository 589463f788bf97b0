import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAdvice } from '../../../src/explore/advice/advice.ts'
import { reservedFor, TYPICAL_PRICES, toCost } from '../../../src/explore/advice/cost.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { GIB, MIB, toLimit } from '../../../src/units.ts'
import { optionOf } from '../support/options.ts'
import { preset, scenarioOf } from '../support/scenarios.ts'

const PRICES = { core: 100, gib: 7 }
/** 30 CPU-seconds, 5 of them of the collector, in 20 s; 2 GiB at the peak. */
const RESULT = {
  ...optionOf().plain.result,
  mutatorSeconds: 25,
  gcSeconds: 5,
  wallSeconds: 20,
  peakContainerBytes: 2 * GIB,
}

const RUN = { scenario: optionOf().scenario, result: RESULT }

describe('the cost of a run', () => {
  it('is its CPU time, and the memory reserved for its duration, both relative to the time without limits', () => {
    expect(toCost(RUN, 4 * GIB, 10, PRICES)).toEqual({
      ...{ cores: 3, reservedBytes: 4 * GIB, gib: 8 },
      perMonth: 300 + 56,
    })
    // The same within half a second.
    expect(toCost(RUN, 4 * GIB, 0.5, PRICES)).toMatchObject({
      ...{ cores: 60, gib: 160 },
      perMonth: 6000 + 1120,
    })
  })

  it('is that of the memory alone if the program does nothing', () => {
    expect(toCost(RUN, 4 * GIB, 0, PRICES)).toMatchObject({ cores: 0, gib: 4, perMonth: 28 })
  })

  it('counts what GC takes from a program that keeps its CPUs busy, as if the program needed it', () => {
    const busy = scenarioOf({
      model: 'runtime',
      procs: 4,
      program: {
        ...{ pace: 'clock', busyProcs: 4, peakAllocRate: '1GiB', initialLive: '100MiB' },
        phases: [{ duration: 20, allocRate: '200MiB' }],
      },
    })
    const [often, rarely] = [20, 400].map((percent) => {
      const scenario = { ...busy, gogc: { kind: 'percent', percent } as const }
      return { scenario, result: simulate(scenario).result }
    })
    // Both use all four CPUs, all the time.
    expect(often!.result.totalSeconds).toBeCloseTo(rarely!.result.totalSeconds, 6)
    const coresOf = (run: typeof RUN) => toCost(run, GIB, 20, PRICES).cores
    expect(coresOf(often!) - coresOf(rarely!)).toBeCloseTo((often!.result.gcSeconds - rarely!.result.gcSeconds) / 20, 6)
    expect(coresOf(often!)).toBeGreaterThan(4)
  })

  it('counts work that is done late once, and no CPUs that were taken away', () => {
    const of = (rest: object) =>
      scenarioOf({
        ...{ model: 'runtime', gogc: 20, procs: 4, ...rest },
        program: {
          ...{ pace: 'clock', busyProcs: 4, peakAllocRate: '100MiB', initialLive: '200MiB' },
          phases: [{ duration: 20, allocRate: '400MiB' }],
        },
      })
    for (const scenario of [of({}), of({ changes: [{ at: 1, procs: 1 }] })]) {
      const { result } = simulate(scenario)
      expect(result.wallSeconds).toBeGreaterThan(25)
      expect(toCost({ scenario, result }, GIB, 20, PRICES).cores).toBeCloseTo(result.totalSeconds / 20, 6)
    }
  })

  it('uses by default about a cloud’s hourly prices times 730 hours', () => {
    for (const [price, hour] of [
      [TYPICAL_PRICES.core, 0.04048],
      [TYPICAL_PRICES.gib, 0.004445],
    ] as const)
      expect(Math.abs(price / (730 * hour) - 1)).toBeLessThan(0.02)
  })
})

describe('the price of an option', () => {
  it('is the price of the present settings once the option is set', () => {
    const gogc = fc.integer({ min: 3, max: 80 })
    const rate = fc.constantFrom('20MiB', '100MiB', '400MiB')
    fc.assert(
      fc.property(gogc, rate, fc.constantFrom('guide', 'runtime'), (percent, allocRate, model) => {
        const before = scenarioOf({
          ...{ model, gogc: percent, containerLimit: '300MiB' },
          program: { initialLive: '20MiB', phases: [{ duration: 10, allocRate }] },
        })
        for (const { name, scenario, cost } of findAdvice(before).options.slice(1)) {
          const [asIs] = findAdvice(scenario).options
          expect(asIs!.cost.cores, name).toBeCloseTo(cost.cores, 9)
          expect(asIs!.cost.perMonth, name).toBeCloseTo(cost.perMonth, 9)
        }
      }),
      { numRuns: 12 },
    )
  })

  it('of a program that keeps its only CPU busy counts what GC takes from it', () => {
    const [asIs, more] = findAdvice(preset('steady', { gogc: { kind: 'percent', percent: 10 } })).options
    expect(asIs!.cost.cores).toBeCloseTo(1 / (1 - asIs!.plain.result.gcCpuFraction), 6)
    expect(more!.cost.cores).toBeCloseTo(1 / (1 - more!.plain.result.gcCpuFraction), 6)
  })
})

describe('the memory to reserve for a run', () => {
  /** 100 MiB live and 50 MiB of new objects a second: at GOGC=300 the run ends before it reaches its goal of 400 MiB. */
  const early = scenarioOf({
    gogc: 300,
    program: { initialLive: '100MiB', outsideMemory: '10MiB', phases: [{ duration: 5.9, allocRate: '50MiB' }] },
  })
  const reserved = (scenario: typeof early) => reservedFor(scenario, simulate(scenario).result)

  it('is what GOGC allows the heap, however early the run ends', () => {
    expect(simulate(early).result.peakContainerBytes).toBeLessThan(406 * MIB)
    // All that is ever allocated is 395 MiB, so the goal of 400 MiB is out of reach.
    expect(reserved(early)).toBe((395 + 10) * MIB)
    const { program } = early
    const longer = { ...early, program: { ...program, phases: program.phases.map((one) => ({ ...one, duration: 9 })) } }
    expect(reserved(longer)).toBe((400 + 10) * MIB)
  })

  it('has room for a goal that no cycle set by chance', () => {
    // 70 MiB are live for a moment, which would double: cycles came before and after, and found 40 and hardly anything.
    const missed = scenarioOf({
      program: {
        initialLive: '10MiB',
        phases: [
          { duration: 6, allocRate: '10MiB', newSurvivalRate: 1, scanRate: '8GiB' },
          { duration: 0.01, allocRate: 0, oldDeathRate: 1 },
          { duration: 10, allocRate: '10MiB', scanRate: '8GiB' },
        ],
      },
    })
    const { peakHeapBytes } = simulate(missed).result
    expect(peakHeapBytes).toBeLessThan(90 * MIB)
    expect(reserved(missed)).toBeCloseTo(140 * MIB, -5)
  })

  it('is the container if there is one', () => {
    expect(reserved({ ...early, containerLimit: toLimit(GIB) })).toBe(GIB)
  })
})
