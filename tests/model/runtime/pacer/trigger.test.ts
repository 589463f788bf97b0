import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commit } from '../../../../src/model/runtime/pacer/controller.ts'
import { computeTrigger } from '../../../../src/model/runtime/pacer/trigger.ts'
import { GIB, MIB } from '../../../../src/units.ts'
import { planned } from '../../../support/controller.ts'

/** 64 MiB live, so the goal is 128 MiB and a 64th of the way there is 1 MiB. */
const live = { heapMarked: 64 * MIB, heapLive: 64 * MIB, lastHeapScan: 64 * MIB }

/** The cons/mark that gives a runway of `bytes`: runway = 3 · cons/mark · 64 MiB. */
const consMarkFor = (bytes: number) => bytes / (3 * 64 * MIB)

describe('the trigger', () => {
  it('is the goal minus the runway', () => {
    expect(computeTrigger(planned({ ...live, consMark: consMarkFor(12 * MIB) }))).toBe(116 * MIB)
  })

  it('is at least 45/64 of the way to the goal', () => {
    expect(computeTrigger(planned({ ...live, consMark: consMarkFor(40 * MIB) }))).toBe((64 + 45) * MIB)
    expect(computeTrigger(planned({ ...live, consMark: consMarkFor(500 * MIB) }))).toBe((64 + 45) * MIB)
  })

  it('is at most 61/64 of the way if that leaves less than 4 MiB', () => {
    expect(computeTrigger(planned({ ...live }))).toBe((64 + 61) * MIB)
  })

  it('is at most the goal − 4 MiB if 61/64 leave more than that, whatever GOGC is', () => {
    for (const gcPercent of [100, 400]) {
      const c = planned({ heapMarked: GIB, gcPercent })
      expect(c.gcPercentGoal - computeTrigger(c)).toBe(4 * MIB)
    }
  })

  it('rounds the 64th part down to whole bytes before multiplying', () => {
    const c = planned({ heapMarked: 64 * MIB })
    c.gcPercentGoal = 64 * MIB + 127
    expect(computeTrigger(c)).toBe(64 * MIB + 61)
  })

  it('is not below the sweep distance, even if that is beyond 61/64', () => {
    const c = planned({ ...live, heapLive: 126 * MIB })
    commit(c, false)
    expect(computeTrigger(c)).toBe(127 * MIB)
  })

  it('is the goal itself where the live heap has reached it', () => {
    const c = planned({ heapMarked: 64 * MIB, memoryLimit: 32 * MIB, mappedReady: 64 * MIB, heapAlloc: 64 * MIB })
    expect(computeTrigger(c)).toBe(64 * MIB)
    expect(c.goal).toBe(64 * MIB)
  })

  it('is infinite if there is no goal', () => {
    expect(computeTrigger(planned({ ...live, gcPercent: Infinity, consMark: Infinity }))).toBe(Infinity)
  })

  it('is between live heap and goal in every state', () => {
    const size = fc.integer({ min: 0, max: 8 * GIB })
    fc.assert(
      fc.property(
        fc.record({ heapMarked: size, lastHeapScan: size, lastStackScan: size, globals: size, heapFree: size }),
        fc.integer({ min: 0, max: 2000 }),
        fc.oneof(fc.constant(Infinity), size),
        fc.double({ min: 0, max: 100, noNaN: true }),
        (state, gcPercent, memoryLimit, consMark) => {
          const { heapMarked, heapFree } = state
          const memory = { heapLive: heapMarked, heapAlloc: heapMarked, mappedReady: heapMarked + heapFree + 5 * MIB }
          const c = planned({ ...state, ...memory, gcPercent, memoryLimit, consMark })
          commit(c, false)
          const trigger = computeTrigger(c)
          expect(trigger).toBeLessThanOrEqual(c.goal)
          expect(trigger).toBeGreaterThanOrEqual(heapMarked)
          expect(Number.isInteger(trigger)).toBe(true)
        },
      ),
    )
  })
})
