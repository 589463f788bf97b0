import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Controller } from '../../../../src/model/runtime/pacer/controller.ts'
import { commit } from '../../../../src/model/runtime/pacer/controller.ts'
import { computeGoal, memoryLimitGoal } from '../../../../src/model/runtime/pacer/goal.ts'
import { GOAL_RULES } from '../../../../src/model/trace.ts'
import { GIB, KIB, MIB } from '../../../../src/units.ts'
import { planned } from '../../../support/controller.ts'

function goalAndRule(c: Controller): [number, string | undefined] {
  const goal = computeGoal(c)
  return [goal, GOAL_RULES[c.rule]]
}

/** 50 MiB live; of 64 MiB mapped, 4 are free: 10 MiB are non-heap. */
const memory = {
  heapMarked: 50 * MIB,
  heapLive: 50 * MIB,
  heapAlloc: 50 * MIB,
  heapFree: 4 * MIB,
  mappedReady: 64 * MIB,
}

describe('what the memory limit leaves for the heap', () => {
  it('is the limit less other memory less 3 %', () => {
    // 110 MiB = 115,343,360 bytes; a hundredth, cut: 1,153,433
    expect(memoryLimitGoal(planned({ ...memory, memoryLimit: 120 * MIB }))).toBe(110 * MIB - 3 * 1_153_433)
  })

  it('is at least 1 MiB below that', () => {
    const small = { heapMarked: MIB, heapAlloc: MIB, mappedReady: 2 * MIB, memoryLimit: 20 * MIB }
    expect(memoryLimitGoal(planned(small))).toBe(18 * MIB)
  })

  it('is at least the headroom itself if there is little room, and the live heap if there is none', () => {
    const tiny = { heapMarked: 0, heapAlloc: 0, mappedReady: 10 * MIB }
    expect(memoryLimitGoal(planned({ ...tiny, memoryLimit: 10 * MIB }))).toBe(0)
    expect(memoryLimitGoal(planned({ ...tiny, memoryLimit: 10 * MIB + 1 }))).toBe(MIB)
    expect(memoryLimitGoal(planned({ ...tiny, memoryLimit: 12 * MIB - 1 }))).toBe(MIB)
    expect(memoryLimitGoal(planned({ ...tiny, memoryLimit: 12 * MIB + 1 }))).toBe(MIB + 1)
  })

  it('is reduced by memory that is already mapped above the limit', () => {
    // 60 MiB limit, 64 mapped: 4 above it; 60 − 10 − 4 = 46 MiB, which is below the live heap.
    const c = planned({ ...memory, memoryLimit: 60 * MIB, heapMarked: 20 * MIB })
    expect(memoryLimitGoal(c)).toBe(46 * MIB - 3 * Math.floor((46 * MIB) / 100))
  })

  it('is the live heap where other memory alone reaches the limit', () => {
    expect(memoryLimitGoal(planned({ ...memory, memoryLimit: 10 * MIB }))).toBe(50 * MIB)
  })

  it('is never below the live heap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: GIB }),
        fc.integer({ min: 0, max: GIB }),
        fc.integer({ min: 0, max: GIB }),
        fc.integer({ min: 0, max: 4 * GIB }),
        (heapMarked, heapFree, other, memoryLimit) => {
          const mappedReady = heapMarked + heapFree + other
          const goal = memoryLimitGoal(
            planned({ heapMarked, heapAlloc: heapMarked, heapFree, mappedReady, memoryLimit }),
          )
          expect(goal).toBeGreaterThanOrEqual(heapMarked)
        },
      ),
    )
  })
})

describe('the goal and the rule that set it', () => {
  it('is GOGC’s if the limit leaves more', () => {
    expect(goalAndRule(planned({ ...memory, memoryLimit: GIB }))).toEqual([100 * MIB, 'gogc'])
  })

  it('is the memory limit’s if it leaves less', () => {
    const [goal, rule] = goalAndRule(planned({ ...memory, memoryLimit: 90 * MIB }))
    expect(rule).toBe('memory-limit')
    expect(goal).toBeLessThan(80 * MIB)
  })

  it('is the live heap if the limit leaves less than that', () => {
    expect(goalAndRule(planned({ ...memory, memoryLimit: 55 * MIB }))).toEqual([50 * MIB, 'live-heap-floor'])
  })

  it('is the minimum heap for a small program', () => {
    expect(goalAndRule(planned({ heapMarked: MIB }))).toEqual([4 * MIB, 'minimum-heap'])
  })

  it('leaves room to sweep if GOGC gives less, unless the memory limit sets the goal', () => {
    const c = planned({ ...memory, gcPercent: 1, memoryLimit: GIB })
    commit(c, false)
    expect(goalAndRule(c)).toEqual([51 * MIB, 'sweep-distance'])
    expect(c.minTrigger).toBe(51 * MIB)
    c.memoryLimit = 55 * MIB
    expect(goalAndRule(c)).toEqual([50 * MIB, 'live-heap-floor'])
    expect(c.minTrigger).toBe(0)
  })

  it('leaves room to mark if the cycle started at the goal or later, unless the memory limit sets the goal', () => {
    const c = planned({ ...memory, triggered: 101 * MIB })
    expect(goalAndRule(c)).toEqual([101 * MIB + 64 * KIB, 'minimum-runway'])
    c.memoryLimit = 90 * MIB
    expect(goalAndRule(c)[1]).toBe('memory-limit')
  })

  it('is none if both are off', () => {
    const c = planned({ ...memory, gcPercent: Infinity })
    expect(computeGoal(c)).toBe(Infinity)
  })

  it('is GOGC’s if both give exactly the same', () => {
    const c = planned({ heapMarked: 40 * MIB, memoryLimit: 98 * MIB })
    c.gcPercentGoal = memoryLimitGoal(c)
    expect(goalAndRule(c)[1]).toBe('gogc')
  })
})

describe('the least limit that leaves GOGC’s goal as it is', () => {
  it('exists and is exact to a few KiB: a lower limit sets the goal itself', () => {
    const sizes = fc.integer({ min: 0, max: 4 * GIB })
    fc.assert(
      fc.property(sizes, sizes, sizes, (heapMarked, heapFree, other) => {
        const state = {
          heapMarked,
          heapLive: heapMarked,
          heapAlloc: heapMarked,
          heapFree,
        }
        const mappedReady = state.heapAlloc + state.heapFree + other
        const withLimit = (memoryLimit: number) => {
          const c = planned({ ...state, mappedReady, memoryLimit })
          return { rule: goalAndRule(c)[1], goal: c.goal, need: c.limitNeed }
        }
        const { need, rule, goal } = withLimit(2 ** 50)
        expect(rule).not.toBe('memory-limit')
        expect(withLimit(need)).toMatchObject({ rule, goal })
        // If as much memory is mapped already, a lower limit is a different case.
        if (need > mappedReady) expect(withLimit(need - 4 * KIB).rule).toBe('memory-limit')
      }),
    )
  })
})
