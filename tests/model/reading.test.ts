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

  it('have, after the only cycle, the goal from the live heap it found, whatever was set before', () => {
    // 20 MiB live and 10 MiB/s, half of which survives: at 38 MiB a cycle finds 29, of which GOGC=90 makes 55.1.
    const phases = [{ duration: 3, allocRate: '10MiB', newSurvivalRate: 0.5 }]
    const trace = run({ program: { initialLive: '20MiB', phases }, changes: [{ at: 0.5, gogc: 90 }] })
    expect([0.25, 1, 2.5].map((time) => readAt(trace, time)!.goal / MIB)).toEqual(
      [40, 38, 55.1].map((mib) => expect.closeTo(mib, 6)),
    )
  })

  it('have the trigger planned at the start until a change plans another, if no cycle runs', () => {
    const program = { initialLive: '64MiB', phases: [{ duration: 1, allocRate: '1MiB' }] }
    const trace = run({ model: 'runtime', program, changes: [{ at: 0.5, gogc: 50 }] })
    const [first, second] = [0.25, 0.75].map((time) => readAt(trace, time)!)
    expect(first!.trigger).toBe(trace.segments[0]!.trigger)
    expect(second!.trigger).toBe(trace.segments[1]!.trigger)
    expect([first!.goal, second!.goal]).toEqual([128 * MIB, 96 * MIB])
  })

  it('exist from the first instant to the last, and not outside', () => {
    expect(readAt(STEADY, 0)?.total).toBe(25 * MIB)
    expect(readAt(STEADY, endOf(STEADY))).toBeDefined()
    expect(readAt(STEADY, -1e-9)).toBeUndefined()
    expect(readAt(STEADY, endOf(STEADY) + 1e-6)).toBeUndefined()
    expect(readAt(STEADY, Number.NaN)).toBeUndefined()
  })
})
