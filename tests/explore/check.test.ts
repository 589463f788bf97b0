import { describe, expect, it } from 'vitest'
import { checkBounds, toMarkdown } from '../../src/explore/check.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { MIB } from '../../src/units.ts'

/** Takes 60 MiB at the most (the guide to Go’s collector), and 6.3 % of the CPU for the collector. */
const SPIKE = toScenario(findPreset('spike')!)
const PEAK = 60 * MIB

function inContainer(bytes: number): Scenario {
  return { ...SPIKE, containerLimit: { kind: 'bytes', bytes } }
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

  it('are counted in the title of a summary where they are not kept', () => {
    const check = (holds: boolean) => ({ name: 'gc-cpu' as const, holds, bound: 'at most 10 %', found: '12 %' })
    expect(toMarkdown([check(true), check(false), check(true)])).toContain('1 of 3 bounds not kept')
    expect(toMarkdown([check(true), check(true)])).toContain('All bounds are kept')
  })
})
