import { describe, expect, it } from 'vitest'
import { simulate } from '../../../src/model/simulate.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { MIB } from '../../../src/units.ts'

/** A program that allocates 64 MiB in `seconds`, with 10 MiB live and a first goal far below that. */
function allocating(seconds: number, later = 1) {
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    procs: 2,
    program: {
      initialLive: 10 * MIB,
      pace: 'clock',
      phases: [
        { duration: 0.01, allocRate: 1 },
        { duration: seconds, allocRate: (64 * MIB) / seconds, newSurvivalRate: 1 },
        { duration: 1, allocRate: later },
      ],
    },
  })
  if (!made.ok) throw new Error(JSON.stringify(made.problems))
  const { cycles } = simulate(made.value)
  if (!cycles.runtime) throw new Error('a run of the runtime model')
  return { count: cycles.count, heapStart: cycles.runtime.heapStart[0]!, live: cycles.runtime.liveFound[0]! }
}

describe('a phase of a tenth of a millisecond', () => {
  it('is one large object: the cycle that it starts finds all of it', () => {
    const { count, heapStart, live } = allocating(1e-4)
    expect(count).toBe(1)
    // One byte per second before and after.
    expect(Math.abs(heapStart / MIB - 74)).toBeLessThan(0.001)
    expect(Math.abs(live / MIB - 74)).toBeLessThan(0.001)
  })

  it('starts that cycle although nothing is allocated after it', () => {
    expect(allocating(1e-4, 0).count).toBe(1)
  })

  it('and a longer one is many: the cycle starts at the trigger', () => {
    const { heapStart } = allocating(0.1)
    expect(heapStart / MIB).toBeLessThan(21)
  })
})
