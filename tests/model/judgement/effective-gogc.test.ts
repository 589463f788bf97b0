import { describe, expect, it } from 'vitest'
import { effectiveGogc } from '../../../src/model/tally.ts'
import { toEffectiveGogc } from '../../../src/model/verdict.ts'
import { MIB } from '../../../src/units.ts'
import { run } from '../../support/run.ts'

const STEADY = { initialLive: '20MiB', phases: [{ duration: 10, allocRate: '20MiB', scanRate: '4GiB' }] }

describe('effective GOGC', () => {
  it('is not attributed to the memory limit if GOGC=0 leaves the least distance', () => {
    expect(toEffectiveGogc(run({ gogc: 0, program: STEADY }))).toBeNull()
  })

  it('is what the limit leaves: 30 MiB for 20 MiB live is 50 %', () => {
    expect(toEffectiveGogc(run({ gogc: 'off', memoryLimit: '30MiB', program: STEADY }))).toBe(50)
  })

  const STACKS = {
    model: 'runtime',
    procs: 4,
    program: {
      pace: 'clock',
      busyProcs: 2,
      initialLive: '40MiB',
      stacks: '40MiB',
      otherMemory: '5MiB',
      phases: [{ duration: 10, allocRate: '100MiB' }],
    },
  }

  it('solves Go’s goal for GOGC, which counts stacks and globals', () => {
    const { cycles, points } = run({ ...STACKS, gogc: 70 })
    expect(cycles.count).toBeGreaterThan(5)
    for (let i = 0; i < cycles.count; i++) {
      const live = points.live[cycles.startPoint[i]!]!
      expect(effectiveGogc(cycles.goal[i]!, live, cycles.runtime!.roots[i]!)).toBeCloseTo(70, 4)
    }
  })

  it('is 41 % where a limit leaves 35 MiB for 43 MiB of live heap and 40 MiB of stacks', () => {
    const trace = run({ ...STACKS, memoryLimit: '130MiB' })
    const { cycles, points } = trace
    const live = points.live[cycles.startPoint[9]!]! / MIB
    const lowest = toEffectiveGogc(trace)!
    expect(lowest).toBeCloseTo((100 * (cycles.goal[9]! / MIB - live)) / (live + 40), 0)
    expect(Math.round(lowest)).toBe(41)
  })
})
