import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findOutgrown } from '../../../src/explore/advice/advice.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { defaultScenario } from '../../../src/scenario/presets/catalogue.ts'
import { liveLevels } from '../../../src/scenario/rates.ts'
import { MIB, toLimit } from '../../../src/units.ts'
import { plausibleScenario } from '../../arbitraries/scenario.ts'

describe('a program that keeps more alive than its container holds', () => {
  it('is found from its phases: a spike to 30 MiB outgrows 29 MiB, but not 30 MiB', () => {
    const spike = defaultScenario()
    expect(findOutgrown({ ...spike, containerLimit: toLimit(29 * MIB) })).toBe(30 * MIB)
    expect(findOutgrown({ ...spike, containerLimit: toLimit(30 * MIB) })).toBeNull()
    expect(findOutgrown(spike)).toBeNull()
  })

  it('is not reported if the container is resized during the run', () => {
    const changes = [{ at: 1, containerLimit: toLimit(100 * MIB) }]
    expect(findOutgrown({ ...defaultScenario(), containerLimit: toLimit(10 * MIB), changes })).toBeNull()
  })

  it('is not reported if part of the heap is never touched, or if a phase drops late work', () => {
    const spike = { ...defaultScenario(), containerLimit: toLimit(29 * MIB) }
    const { program } = spike
    const [first, ...rest] = program.phases
    expect(rest.length).toBeGreaterThan(0)
    expect(findOutgrown({ ...spike, program: { ...program, untouched: MIB } })).toBeNull()
    const phases = [{ ...first!, dropsLate: true }, ...rest]
    expect(findOutgrown({ ...spike, program: { ...program, phases } })).toBeNull()
  })

  it('does not complete under any GC setting, in either model', () => {
    fc.assert(
      fc.property(plausibleScenario(), fc.double({ min: 0.2, max: 0.98, noNaN: true }), (drawn, share) => {
        const live = Math.max(...liveLevels(drawn.program))
        const bytes = Math.floor(live * share)
        const scenario = { ...drawn, changes: [], containerLimit: toLimit(bytes) }
        fc.pre(bytes > MIB && findOutgrown(scenario) !== null)
        for (const memoryLimit of [toLimit(Number.POSITIVE_INFINITY), toLimit(0.5 * bytes), toLimit(0.9 * bytes)])
          for (const gogc of [scenario.gogc, { kind: 'off' } as const]) {
            const { outcome } = simulate({ ...scenario, memoryLimit, gogc }).result
            expect(outcome.kind).not.toBe('completed')
          }
      }),
      { numRuns: 80 },
    )
  })
})
