import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { toMemory } from '../../../src/share/export/memory.ts'
import { MIB } from '../../../src/units.ts'

/** Sizes in bytes; null is off. */
function memoryOf(memoryLimit: number | null, containerLimit: number | null, outsideMemory = 0) {
  const sizes = { memoryLimit: memoryLimit ?? 'off', containerLimit: containerLimit ?? 'off' }
  const result = validateScenario({ version: 1, ...sizes, program: { phases: [], outsideMemory } })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return toMemory(result.value)
}

describe('the memory that a deployment states', () => {
  it('assumes a container with 10 % headroom, in whole MiB, where the run has none', () => {
    fc.assert(
      fc.property(fc.integer({ min: MIB, max: 2 ** 40 }), fc.integer({ min: 0, max: 2 ** 30 }), (limit, outside) => {
        const container = memoryOf(limit, null, outside).container!
        expect(container % MIB).toBe(0)
        expect(limit + outside).toBeLessThanOrEqual(0.9 * container * (1 + Number.EPSILON))
        expect(limit + outside).toBeGreaterThan(0.9 * (container - MIB) * (1 - Number.EPSILON))
      }),
    )
  })

  it('warns halfway from GOMEMLIMIT plus memory outside Go to the container, in whole bytes', () => {
    expect(memoryOf(60 * MIB, 100 * MIB, 20 * MIB).high).toBe(90 * MIB)
    expect(memoryOf(100 * MIB - 3, 100 * MIB).high).toBe(100 * MIB - 2)
    // One byte is left between the two, and then none.
    expect(memoryOf(100 * MIB - 2, 100 * MIB).high).toBe(100 * MIB - 1)
    expect(memoryOf(100 * MIB - 1, 100 * MIB).high).toBeUndefined()
    expect(memoryOf(100 * MIB, 100 * MIB).high).toBeUndefined()
    expect(memoryOf(null, 100 * MIB).high).toBeUndefined()
  })

  it('states GOMEMLIMIT in whole percent of a larger container, at least 1', () => {
    const percents = [0.4, 1.9, 99.9, 100, 150].map((percent) => memoryOf(percent * 10 * MIB, 1000 * MIB).percent)
    expect(percents).toEqual([1, 1, 99, undefined, undefined])
    expect(memoryOf(null, 1000 * MIB).percent).toBeUndefined()
  })

  it('advises 90 % of the container less memory outside Go, in whole MiB, as the advice does', () => {
    expect(memoryOf(null, 101 * MIB).notes).toContain('With 10 % of headroom it would be 90MiB.')
    expect(memoryOf(98 * MIB, 101 * MIB).notes).toContain('With 10 % of headroom it would be 90MiB.')
    expect(memoryOf(null, 120 * MIB, 20 * MIB).notes).toContain('With 10 % of headroom it would be 88MiB.')
    // The advised limit would be less than 1 MiB.
    expect(memoryOf(null, 120 * MIB, 119 * MIB).notes).toEqual(['GOMEMLIMIT is off in this run.'])
  })

  it('leaves the usual headroom and memory outside Go where a share of the container is taken without a limit', () => {
    // 90 MiB of 100 less 15; of 120, 12.5 % are outside.
    expect(memoryOf(null, 100 * MIB, 15 * MIB)).toMatchObject({
      share: 75,
      shareNotes: [
        'This run has no GOMEMLIMIT below its container: 75 % leaves 15.0 MiB for memory outside Go and the usual 10 % of headroom.',
      ],
    })
    expect(memoryOf(null, 120 * MIB, 15 * MIB).share).toBe(77)
    expect(memoryOf(150 * MIB, 100 * MIB)).toMatchObject({
      share: 90,
      shareNotes: ['This run has no GOMEMLIMIT below its container: 90 % leaves the usual 10 % of headroom.'],
    })
    expect(memoryOf(null, 100 * MIB, 95 * MIB)).toMatchObject({
      share: 90,
      shareNotes: [
        'This run has no GOMEMLIMIT below its container: 90 % is usual, but memory outside Go leaves no room for it.',
      ],
    })
    const own = memoryOf(80 * MIB, 100 * MIB, 15 * MIB)
    expect(own.share).toBe(80)
    expect(own.shareNotes).toEqual(own.notes)
  })
})
