import { describe, expect, it } from 'vitest'
import { findLimits, type LimitBound } from '../../src/explore/limits.ts'
import { simulate } from '../../src/model/simulate.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { MIB, toLimit } from '../../src/units.ts'

function preset(id: string, more: Partial<Scenario> = {}): Scenario {
  const found = findPreset(id)
  if (!found) throw new Error(id)
  return { ...toScenario(found), ...more }
}

const OFF = { kind: 'off' } as const
const at = (scenario: Scenario, mib: number) => simulate({ ...scenario, memoryLimit: toLimit(mib * MIB) }).result

function mib(bound: LimitBound | null): number {
  if (bound?.kind !== 'bytes') throw new Error(`no bound but ${bound?.kind}`)
  return bound.bytes / MIB
}

describe('the smallest GOMEMLIMIT under a GC CPU share', () => {
  const scenario = preset('spike', { gogc: OFF })

  it.each([0.05, 0.1, 0.2])('keeps under %d, and a little less does not', (share) => {
    const smallest = mib(findLimits(scenario, share).smallest)
    expect(at(scenario, smallest).gcCpuFraction).toBeLessThanOrEqual(share)
    // Rounding up and the search's own precision together stay below 5 % of a limit of some 30 MiB.
    expect(at(scenario, smallest * 0.95).gcCpuFraction).toBeGreaterThan(share)
  })

  it('is none where GOGC alone costs more', () => {
    const { smallest, fits } = findLimits(preset('spike', { gogc: { kind: 'percent', percent: 10 } }), 0.1)
    expect(smallest.kind).toBe('none')
    expect(fits).toBe(false)
  })

  it('is any where nothing is collected', () => {
    const quiet = preset('spike')
    const program = { ...quiet.program, phases: quiet.program.phases.map((phase) => ({ ...phase, allocRate: 0 })) }
    expect(findLimits({ ...quiet, program }, 0.1).smallest.kind).toBe('any')
  })
})

describe('the largest GOMEMLIMIT that survives the container', () => {
  const scenario = preset('spike', { gogc: OFF, containerLimit: toLimit(60 * MIB) })
  const outside = { ...scenario, program: { ...scenario.program, outsideMemory: 12 * MIB } }

  it('is the container’s own limit where Go is alone in it, in the stop-the-world model', () => {
    expect(mib(findLimits(scenario, 0.1).largest)).toBe(60)
  })

  it('leaves room for what is outside Go', () => {
    const largest = mib(findLimits(outside, 0.1).largest)
    expect(largest).toBeLessThanOrEqual(48)
    expect(at(outside, largest).outcome.kind).toBe('completed')
    expect(at(outside, largest + 1).outcome.kind).toBe('oom-killed')
  })

  it('is any where the program never reaches the container limit', () => {
    const roomy = preset('spike', { containerLimit: toLimit(61 * MIB) })
    expect(findLimits(roomy, 0.1).largest?.kind).toBe('any')
  })

  it('is none where the live heap alone does not fit, and the program does not fit then', () => {
    const { largest, fits } = findLimits({ ...scenario, containerLimit: toLimit(25 * MIB) }, 0.1)
    expect(largest?.kind).toBe('none')
    expect(fits).toBe(false)
  })

  it('crosses the smallest where the program would survive only by thrashing', () => {
    const tight = { ...scenario, containerLimit: toLimit(32 * MIB) }
    const advice = findLimits(tight, 0.05)
    expect(mib(advice.smallest)).toBeGreaterThan(mib(advice.largest))
    expect(advice.fits).toBe(false)
  })

  it('marks 5 to 10 % below the container limit as headroom', () => {
    expect(findLimits(scenario, 0.1).headroom).toEqual([54 * MIB, 57 * MIB])
  })
})
