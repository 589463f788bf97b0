import { describe, expect, it } from 'vitest'
import { checkBounds, toMarkdown } from '../../src/explore/check.ts'
import { drawWithin } from '../../src/prediction/candidates.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { MIB } from '../../src/units.ts'
import { scenarioOf } from './support/scenarios.ts'

/** Takes 60 MiB at the most (the guide to Go’s collector), and 6.3 % of the CPU for the collector. */
const SPIKE = toScenario(findPreset('spike')!)
const PEAK = 60 * MIB

function inContainer(bytes: number): Scenario {
  return { ...SPIKE, containerLimit: { kind: 'bytes', bytes } }
}

/** 1 GiB live and 300 MiB/s; 100 to 900 MiB outside Go, likely 300; in a container of so many MiB. */
function withinBounds(mib: number) {
  const program = {
    ...{ pace: 'clock', initialLive: '1GiB', outsideMemory: '300MiB' },
    phases: [{ duration: 30, allocRate: '300MiB' }],
  }
  const scenario = scenarioOf({ model: 'runtime', containerLimit: mib * MIB, procs: 4, program })
  const outside = { key: 'outsideMemory', value: 300 * MIB, low: 100 * MIB, high: 900 * MIB } as const
  return { scenario, ensemble: { candidates: drawWithin(scenario, [outside], 20), allowanceOf: () => ({}) } }
}

/** What is said of its container: whether it holds. */
function containerHolds(bytes: number): boolean | undefined {
  return checkBounds({ scenario: inContainer(bytes) }, {}).find(({ name }) => name === 'container')?.holds
}

describe('the bounds of a pipeline', () => {
  it('ask that 5 % of the container stay free: neither killed nor nearly so', () => {
    expect(containerHolds(PEAK / 0.94)).toBe(true)
    expect(containerHolds(PEAK / 0.96)).toBe(false)
    expect(containerHolds(0.9 * PEAK)).toBe(false)
  })

  it('say nothing of a container where there is none', () => {
    const checks = checkBounds({ scenario: SPIKE }, { share: 0.1 })
    expect(checks.map(({ name, holds }) => [name, holds])).toEqual([
      ['verdict', true],
      ['gc-cpu', true],
    ])
  })

  const figures = { cycles: 30, peakHeapBytes: 100 * MIB, compulsoryGcFraction: 0.1 }
  /** Whether a run that differs so from `figures` holds against them. */
  const holds = (check: string, now: Partial<typeof figures>) =>
    checkBounds(
      { scenario: SPIKE, recorded: { ...figures, ...now } },
      { baseline: { scenario: SPIKE, recorded: figures } },
    ).find(({ name }) => name === check)?.holds

  it('take no change for one that repeats of a program show: a heap 15 % higher', () => {
    expect(holds('peak-heap-baseline', { peakHeapBytes: 114.9 * MIB })).toBe(true)
    expect(holds('peak-heap-baseline', { peakHeapBytes: 115.1 * MIB })).toBe(false)
  })

  it('take no change for one that repeats of a program show: GC CPU half more and two points', () => {
    const gcHolds = (compulsoryGcFraction: number, cycles = 30) =>
      holds('gc-cpu-baseline', { compulsoryGcFraction, cycles })
    expect(gcHolds(0.1699)).toBe(true)
    expect(gcHolds(0.1701)).toBe(false)
    // Repeats of fewer than twenty cycles differ by several times.
    expect(gcHolds(0.9, 19)).toBe(true)
    expect(gcHolds(0.9, 20)).toBe(false)
  })

  it('are kept to the full: what is at a bound is within it', () => {
    expect(holds('peak-heap-baseline', { peakHeapBytes: figures.peakHeapBytes * (1 + 0.15) })).toBe(true)
    expect(holds('gc-cpu-baseline', { compulsoryGcFraction: 0.1 * (1 + 0.5) + 0.02 })).toBe(true)
    const asked = (share: number) =>
      checkBounds({ scenario: SPIKE, recorded: figures }, { share }).find(({ name }) => name === 'gc-cpu')?.holds
    expect(asked(0.1)).toBe(true)
    expect(asked(0.0999)).toBe(false)
  })

  it('take a tight run for good, and none that thrashes or is killed', () => {
    const verdictOf = (scenario: Scenario) => {
      const check = checkBounds({ scenario }, {}).find(({ name }) => name === 'verdict')!
      return [check.holds, check.found]
    }
    expect(verdictOf(SPIKE)).toEqual([true, 'healthy'])
    // Cycles every 4 MiB: a third of the CPU.
    expect(verdictOf({ ...SPIKE, gogc: { kind: 'percent', percent: 15 } })).toEqual([true, 'tight'])
    expect(verdictOf(toScenario(findPreset('thrash')!))).toEqual([false, 'thrashing'])
    expect(verdictOf(inContainer(0.9 * PEAK))[0]).toBe(false)
  })

  it('of a program that is known within bounds are kept only if hardly any that it may be is killed', () => {
    const of = (container: number) => {
      const { ensemble, scenario } = withinBounds(container)
      return checkBounds({ scenario, ensemble }, {}).map(({ name, holds, found }) => ({ name, holds, found }))
    }
    const [sure, sureContainer] = of(4096)
    expect([sure!.holds, sureContainer!.holds]).toEqual([true, true])
    expect(sureContainer!.found).toMatch(/^likely .* at the most, .* to .* possible$/)
    // The likely one leaves 5 % free; with 900 MiB outside Go it would need more than there is.
    const [risky, riskyContainer] = of(3300)
    expect([risky!.holds, riskyContainer!.holds]).toEqual([false, false])
    expect(risky!.found).toMatch(/^could be killed/)
    const [likely, likelyContainer] = checkBounds({ scenario: withinBounds(3300).scenario }, {})
    expect([likely!.holds, likelyContainer!.holds]).toEqual([true, true])
  })

  it('are counted in the title of a summary where they are not kept', () => {
    const check = (holds: boolean) => ({ name: 'gc-cpu' as const, holds, bound: 'at most 10 %', found: '12 %' })
    expect(toMarkdown([check(true), check(false), check(true)])).toContain('1 of 3 bounds not kept')
    expect(toMarkdown([check(true), check(true)])).toContain('All bounds are kept')
  })
})
