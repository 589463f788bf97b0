import { describe, expect, it } from 'vitest'
import type { Controller } from '../../../../src/model/runtime/pacer/controller.ts'
import { endCycle, startCycle } from '../../../../src/model/runtime/pacer/cycle-ends.ts'
import { MIB } from '../../../../src/units.ts'
import { planned } from '../../../support/controller.ts'

/** A cycle on 4 processors that started at 150 MiB and scanned 80. */
const phase = { duration: 1e6, procs: 4, assistTime: 0, idleTime: 0, scanWork: 80 * MIB }

function marking(more: Partial<Controller> = {}): Controller {
  return planned({ heapMarked: 100 * MIB, lastHeapScan: 80 * MIB, triggered: 150 * MIB, heapLive: 170 * MIB, ...more })
}

describe('the start of a cycle', () => {
  it('notes the heap, hands out workers and sets the first assist ratio', () => {
    const c = planned({ heapMarked: 100 * MIB, lastHeapScan: 80 * MIB, heapScan: 90 * MIB, heapLive: 150 * MIB })
    startCycle(c, 6, false)
    expect(c).toMatchObject({ triggered: 150 * MIB, dedicatedWorkers: 1, maxIdleWorkers: 5, assistRatio: 80 / 50 })
    expect(c.fractionalUtilization).toBeCloseTo(0.5 / 6, 15)
  })

  it('by the timer lets no idle processor mark, but one if there is no dedicated worker', () => {
    const c = marking()
    startCycle(c, 4, true)
    expect(c.maxIdleWorkers).toBe(0)
    startCycle(c, 2, true)
    expect(c).toMatchObject({ dedicatedWorkers: 0, maxIdleWorkers: 1 })
  })
})

describe('cons/mark', () => {
  it('is bytes allocated per CPU over bytes scanned per CPU', () => {
    const c = marking()
    endCycle(c, phase)
    // 20 MiB by three quarters of the CPU, 80 MiB by one.
    expect(c.consMark).toBe((20 * 0.25) / (80 * 0.75))
  })

  it('counts assists as CPU that marks and does not allocate', () => {
    const c = marking()
    endCycle(c, { ...phase, assistTime: 1e6 })
    expect(c.consMark).toBe(20 / 80)
  })

  it('counts idle workers as CPU that marks, but not as CPU lost to the program', () => {
    const c = marking()
    endCycle(c, { ...phase, idleTime: 1e6 })
    expect(c.consMark).toBeCloseTo((20 * 2) / 3 / 80, 15)
  })

  it('does not depend on the unit of the times', () => {
    const c = marking()
    endCycle(c, { ...phase, duration: 0.001, assistTime: 0.001 })
    expect(c.consMark).toBe(20 / 80)
  })

  it('is the largest of this cycle’s and the last four', () => {
    const c = marking()
    const seen: number[] = []
    for (const allocated of [40, 8, 7, 6, 5, 4]) {
      c.heapLive = c.triggered + allocated * MIB
      endCycle(c, phase)
      seen.push(Math.round(c.consMark * 3 * 80))
    }
    expect(seen).toEqual([40, 40, 40, 40, 40, 8])
    expect(c.lastConsMark.map((x) => Math.round(x * 3 * 80))).toEqual([7, 6, 5, 4])
  })

  it('stays as it was after a cycle in which nothing was allocated', () => {
    const c = marking({ heapLive: 150 * MIB, consMark: 0.5, lastConsMark: [0.1, 0.2, 0.3, 0.4] })
    endCycle(c, phase)
    expect(c).toMatchObject({ consMark: 0.5, lastConsMark: [0.1, 0.2, 0.3, 0.4] })
  })

  it('of a cycle that took no time counts only background marking', () => {
    const c = marking()
    endCycle(c, { ...phase, duration: 0, assistTime: 5, idleTime: 5 })
    expect(c.consMark).toBe((20 * 0.25) / (80 * 0.75))
  })
})

it('the end of a cycle stores the goal of that cycle', () => {
  const c = marking()
  endCycle(c, phase)
  expect(c.lastHeapGoal).toBe(200 * MIB)
})
