import { describe, expect, it } from 'vitest'
import type { Controller } from '../../../../src/model/runtime/pacer/controller.ts'
import { revise } from '../../../../src/model/runtime/pacer/revise.ts'
import { MIB } from '../../../../src/units.ts'
import { planned } from '../../../support/controller.ts'

/** 100 MiB live, goal 200 MiB; the cycle started at 150 MiB expecting 80 MiB of work; 120 MiB could be scanned. */
function marking(more: Partial<Controller> = {}): Controller {
  const state = { heapMarked: 100 * MIB, lastHeapScan: 80 * MIB, heapScan: 120 * MIB }
  return planned({ ...state, triggered: 150 * MIB, heapLive: 150 * MIB, ...more })
}

function ratio(c: Controller, work: number): number {
  revise(c, work)
  return c.assistRatio
}

describe('the assist ratio', () => {
  it('spreads the expected work over the distance to the goal', () => {
    expect(ratio(marking(), 0)).toBe(80 / 50)
    expect(ratio(marking({ heapLive: 175 * MIB }), 40 * MIB)).toBe(40 / 25)
  })

  it('counts stacks and globals as work; the last cycle’s are expected', () => {
    const c = marking({ lastStackScan: 4 * MIB, globals: 6 * MIB, stacks: 70 * MIB })
    // The goal is 210 MiB with roots; 90 MiB of work over 60.
    expect(ratio(c, 0)).toBe(90 / 60)
  })

  it('falls to exactly 1000 bytes of work when the expected work is done', () => {
    expect(ratio(marking(), 80 * MIB)).toBe(1000 / (50 * MIB))
  })

  it('assumes a distance to the goal of at least one byte', () => {
    const c = marking({ heapLive: 200 * MIB })
    expect(ratio(c, 0)).toBe(80 * MIB)
  })
})

describe('beyond the expected work', () => {
  it('everything scannable is expected, and the goal moves out in proportion', () => {
    // (200 − 150) / 80 · 120 = 75 MiB beyond the trigger: goal 225; 120 − 90 MiB of work left.
    expect(ratio(marking(), 90 * MIB)).toBe(30 / 75)
  })

  it('the goal moves out at most to the hard goal: goal · (1 + GOGC / 100)', () => {
    // In proportion it would be 150 + 50 / 80 · 800 = 650 MiB; the hard goal is 200 · 2 = 400.
    expect(ratio(marking({ heapScan: 800 * MIB }), 90 * MIB)).toBe(710 / 250)
    expect(ratio(marking({ heapScan: 800 * MIB, heapLive: 300 * MIB }), 90 * MIB)).toBe(710 / 100)
  })

  it('GOGC=off counts as 100,000 % for the hard goal', () => {
    // The limit gives a goal of 100 MiB − 3 · 1,048,576; hard: 1001 times that; in proportion: 100,000 times the runway.
    const limited = { gcPercent: Infinity, memoryLimit: 100 * MIB, heapMarked: 10 * MIB, lastHeapScan: MIB }
    const c = planned({ ...limited, triggered: 57 * MIB, heapLive: 57 * MIB, heapScan: 100_000 * MIB })
    expect(ratio(c, 2 * MIB)).toBe((100_000 - 2) / (1001 * 97 - 57))
  })
})

describe('beyond the goal', () => {
  it('everything is expected to be scanned before 1.1 times the goal', () => {
    // 1.1 · 200 MiB is 230,686,720 bytes; 120 MiB of work over the rest of the distance from 210 MiB.
    expect(ratio(marking({ heapLive: 210 * MIB }), 0)).toBe(120 / 10)
  })

  it('beyond that too, every allocated byte costs all the work that is left', () => {
    expect(ratio(marking({ heapLive: 230 * MIB }), 0)).toBe(120 * MIB)
  })
})

describe('without a goal or an expectation', () => {
  it('nobody assists where neither GOGC nor a limit sets a goal', () => {
    expect(ratio(marking({ gcPercent: Infinity, lastHeapScan: 0 }), 5 * MIB)).toBe(0)
  })

  it('a cycle that expects no work asks for next to no assists once work is done', () => {
    const c = marking({ lastHeapScan: 0 })
    expect(ratio(c, 0)).toBe(1000 / (50 * MIB))
    // Go's conversion of infinity to an int64 wraps around to a distance near 2^63 bytes; recorded in cycles.json too.
    expect(ratio(c, MIB)).toBeCloseTo((119 * MIB) / 2 ** 63, 20)
  })
})
