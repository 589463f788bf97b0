import { describe, expect, it } from 'vitest'
import { readAt } from '../../src/model/reading.ts'
import { endOf } from '../../src/model/steps.ts'
import { MIB } from '../../src/units.ts'
import { run } from '../support/run.ts'

/** 20 MiB live, 20 MiB/s of garbage and 5 MiB beside the heap: the first cycle is due after a second, at a heap of 40. */
const STEADY = run({
  program: {
    initialLive: '20MiB',
    otherMemory: '5MiB',
    phases: [{ duration: 5, allocRate: '20MiB', scanRate: '4GiB' }],
  },
})

describe('the values at an instant', () => {
  it('lie on the lines between points, and memory is their sum', () => {
    const { live, fresh, other, total, goal } = readAt(STEADY, 0.25)!
    expect([live, other, goal].map((bytes) => bytes / MIB)).toEqual([20, 5, 40])
    expect(fresh / MIB).toBeCloseTo(5, 9)
    expect(total / MIB).toBeCloseTo(30, 9)
  })

  it('are there from the first instant to the last, and not beyond', () => {
    expect(readAt(STEADY, 0)?.total).toBe(25 * MIB)
    expect(readAt(STEADY, endOf(STEADY))).toBeDefined()
    expect(readAt(STEADY, -1e-9)).toBeUndefined()
    expect(readAt(STEADY, endOf(STEADY) + 1e-6)).toBeUndefined()
    expect(readAt(STEADY, Number.NaN)).toBeUndefined()
  })
})
