import { describe, expect, it } from 'vitest'
import {
  containersOf,
  isSameSetting,
  largestContainer,
  outsideOf,
  withSetting,
} from '../../../src/explore/advice/settings.ts'
import { limitBytes, MIB, OFF, toLimit } from '../../../src/units.ts'
import { preset } from '../support/scenarios.ts'

const at = (seconds: number, mib: number) => ({ at: seconds, containerLimit: toLimit(mib * MIB) })
const contained = (changes: readonly ReturnType<typeof at>[]) =>
  preset('spike', { containerLimit: toLimit(50 * MIB), changes })

describe('one setting for the whole run', () => {
  it('replaces the changes of the same settings and keeps all other changes', () => {
    const changes = [
      { at: 1, memoryLimit: toLimit(MIB) },
      { at: 2, memoryLimit: OFF, outsideMemory: MIB },
      { at: 3, procs: 2 },
    ]
    const under = withSetting(preset('spike', { changes }), { memoryLimit: toLimit(40 * MIB) })
    expect(under.changes).toEqual([
      { at: 2, outsideMemory: MIB },
      { at: 3, procs: 2 },
    ])
    expect(limitBytes(under.memoryLimit)).toBe(40 * MIB)
    expect(withSetting(preset('spike', { changes }), { gogc: OFF, memoryLimit: OFF }).changes).toEqual(under.changes)
    expect(withSetting(preset('spike', { changes }), { gogc: OFF }).changes).toEqual(changes)
  })

  it('equals another if all of its values are equal', () => {
    const setting = { gogc: { kind: 'percent', percent: 100 }, memoryLimit: toLimit(MIB), containerLimit: toLimit(2) }
    const one = setting as Parameters<typeof isSameSetting>[0]
    expect(isSameSetting(one, { ...one })).toBe(true)
    const { containerLimit: _, ...open } = one
    expect(isSameSetting(open, { ...one, containerLimit: OFF })).toBe(true)
    const fifty = { kind: 'percent', percent: 50 } as const
    for (const other of [{ ...one, gogc: OFF }, { ...one, gogc: fifty }, { ...one, memoryLimit: OFF }, open]) {
      expect(isSameSetting(one, other)).toBe(false)
      expect(isSameSetting(other, one)).toBe(false)
    }
  })
})

describe('the containers of a run', () => {
  it('are those in force at any time, the largest first, each once', () => {
    expect(containersOf(contained([at(1, 80), at(2, 20), at(3, 50)]))).toEqual([80, 50, 20].map((mib) => mib * MIB))
    expect(largestContainer(contained([at(1, 80), at(2, 20)]))).toBe(80 * MIB)
    expect(largestContainer(preset('spike'))).toBe(Infinity)
  })

  it('begin with the last limit that is set at time 0', () => {
    expect(containersOf(contained([at(0, 80), at(0, 20)]))).toEqual([20 * MIB])
    expect(containersOf(contained([at(0.5, 20)]))).toEqual([50 * MIB, 20 * MIB])
  })

  it('hold the largest memory outside Go at any time', () => {
    const plain = preset('spike')
    const scenario = { ...plain, program: { ...plain.program, outsideMemory: 5 * MIB } }
    expect(
      outsideOf({
        ...scenario,
        changes: [
          { at: 1, outsideMemory: 9 * MIB },
          { at: 2, procs: 1 },
        ],
      }),
    ).toBe(9 * MIB)
    expect(outsideOf({ ...scenario, changes: [{ at: 1, outsideMemory: MIB }] })).toBe(5 * MIB)
    expect(outsideOf({ ...plain, changes: [{ at: 1, procs: 1 }] })).toBe(0)
  })
})
