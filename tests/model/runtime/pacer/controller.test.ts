import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commit, createController, resetLive, setGcPercent } from '../../../../src/model/runtime/pacer/controller.ts'
import { KIB, MIB, TIB } from '../../../../src/units.ts'
import { planned } from '../../../support/controller.ts'

describe('a program that starts', () => {
  it.each([
    [100, 4 * MIB],
    [50, 2 * MIB],
    [1000, 40 * MIB],
    [0, 0],
    [Infinity, Infinity],
  ])('at GOGC=%d has a goal of %d bytes: the heap minimum', (gcPercent, goal) => {
    expect(createController(gcPercent, Infinity).gcPercentGoal).toBe(goal)
  })

  it('rounds the heap minimum down to whole bytes', () => {
    // 4 MiB · 29 / 100 = 1,216,348.16
    expect(createController(29, Infinity).heapMinimum).toBe(1_216_348)
  })

  it('has nothing to sweep, so no sweep distance raises a small goal', () => {
    expect(createController(10, Infinity).sweepDistance).toBe(0)
  })

  it('expects no runway, since no cycle has run', () => {
    expect(createController(100, Infinity).runway).toBe(0)
  })
})

describe('commit', () => {
  it('lets the heap grow by GOGC percent of live heap, stacks and globals', () => {
    const c = planned({ heapMarked: 100 * MIB, lastStackScan: 8 * MIB, globals: 2 * MIB, gcPercent: 50 })
    expect(c.gcPercentGoal).toBe(155 * MIB)
  })

  it('counts the stacks that the last cycle scanned, not the present ones', () => {
    expect(planned({ heapMarked: 10 * MIB, stacks: 50 * MIB }).gcPercentGoal).toBe(20 * MIB)
  })

  it('multiplies before it divides', () => {
    // 150 · 33 / 100 = 49.5; divided first it would be 33.
    const c = createController(33, Infinity)
    c.heapMinimum = 0
    c.heapMarked = 150
    commit(c, true)
    expect(c.gcPercentGoal).toBe(199)
  })

  it('gives exact whole bytes where the product exceeds 2^53', () => {
    const bytes = fc.integer({ min: 4 * MIB, max: 16 * TIB })
    const roots = fc.integer({ min: 0, max: 16 * TIB })
    fc.assert(
      fc.property(bytes, roots, fc.integer({ min: 0, max: 1_000_000 }), (heapMarked, globals, gcPercent) => {
        const exact = BigInt(heapMarked) + ((BigInt(heapMarked) + BigInt(globals)) * BigInt(gcPercent)) / 100n
        fc.pre(exact <= BigInt(Number.MAX_SAFE_INTEGER))
        expect(planned({ heapMarked, globals, gcPercent }).gcPercentGoal).toBe(Number(exact))
      }),
      { numRuns: 500 },
    )
  })

  it('expects as runway the allocation while marking takes a quarter of the CPU: 3 · cons/mark · work', () => {
    const c = planned({
      heapMarked: 50 * MIB,
      lastHeapScan: 30 * MIB,
      lastStackScan: MIB,
      globals: MIB,
      consMark: 0.25,
    })
    expect(c.runway).toBe(24 * MIB)
  })

  it('makes the runway exceed every goal if cons/mark could not be measured', () => {
    expect(planned({ lastHeapScan: MIB, consMark: Infinity }).runway).toBe(Infinity)
    expect(planned({ consMark: Infinity }).runway).toBe(Infinity)
  })

  it('keeps the goal 1 MiB above the live heap until everything is swept', () => {
    const c = planned({ heapMarked: 50 * MIB, heapLive: 60 * MIB })
    expect(c.sweepDistance).toBe(0)
    commit(c, false)
    expect(c.sweepDistance).toBe(61 * MIB)
  })
})

describe('settings', () => {
  it('take effect with the next commit', () => {
    const c = planned({ heapMarked: 10 * MIB })
    setGcPercent(c, 400)
    c.memoryLimit = 30 * MIB
    expect(c.gcPercentGoal).toBe(20 * MIB)
    commit(c, true)
    expect(c).toMatchObject({ gcPercentGoal: 50 * MIB, heapMinimum: 16 * MIB, memoryLimit: 30 * MIB })
  })

  it('off: GOGC sets no goal and no minimum', () => {
    const c = planned({ heapMarked: 10 * MIB })
    setGcPercent(c, Infinity)
    commit(c, true)
    expect(c).toMatchObject({ gcPercentGoal: Infinity, heapMinimum: 0 })
  })
})

describe('resetLive', () => {
  it('starts the next cycle from what this one found', () => {
    const c = planned({ heapMarked: 10 * MIB, heapLive: 20 * MIB, heapScan: 9 * MIB, triggered: 17 * MIB })
    resetLive(c, 11 * MIB, 5 * MIB, 64 * KIB)
    expect(c).toMatchObject({
      heapMarked: 11 * MIB,
      heapLive: 11 * MIB,
      heapScan: 5 * MIB,
      lastHeapScan: 5 * MIB,
      lastStackScan: 64 * KIB,
      triggered: Infinity,
    })
  })
})
