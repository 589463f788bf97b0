import { describe, expect, it } from 'vitest'
import { warmth } from '../../../src/model/runtime/warmth.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { GIB, MIB } from '../../../src/units.ts'

describe('marking a heap again', () => {
  it('costs the usual amount once as much has been allocated as is live, or without an earlier cycle', () => {
    expect(warmth(0.25, 40 * MIB, 40 * MIB)).toBe(1)
    expect(warmth(0.25, 400 * MIB, 40 * MIB)).toBe(1)
    expect(warmth(0.25, 40 * MIB, 0)).toBe(1)
    expect(warmth(0, 0, 40 * MIB)).toBe(1)
  })

  it('costs less the sooner it happens, but only if the heap fits the caches', () => {
    // 1 + 0.25 · (1 − allocated / live) · (1 − live / 256 MiB)
    expect(warmth(0.25, 0, 64 * MIB)).toBeCloseTo(1 + 0.25 * 0.75, 12)
    expect(warmth(0.25, 32 * MIB, 64 * MIB)).toBeCloseTo(1 + 0.25 * 0.5 * 0.75, 12)
    expect(warmth(0.25, 0, 320 * MIB)).toBe(1)
  })

  /** Bytes of live heap marked per CPU-second, over the second half of a run with 40 MiB live. */
  function marked(memoryLimit: string, warmMarking: number): number {
    const made = validateScenario({
      version: 1,
      model: 'runtime',
      procs: 2,
      memoryLimit,
      program: {
        pace: 'clock',
        warmMarking,
        phases: [
          { duration: 0.2, allocRate: '200MiB', newSurvivalRate: 1, scanRate: '5GiB' },
          { duration: 4, allocRate: '100MiB', scanRate: '5GiB' },
        ],
      },
    })
    if (!made.ok) throw new Error(JSON.stringify(made.problems))
    const { count, runtime } = simulate(made.value).cycles
    if (!runtime) throw new Error('a run of the runtime model')
    let seconds = 0
    for (let i = count >> 1; i < count; i++) seconds += runtime.assist[i]! + runtime.background[i]! + runtime.idle[i]!
    return ((count - (count >> 1)) * 40 * MIB) / seconds
  }

  it('has an effect at a memory limit just above the live heap, but not at GOGC=100', () => {
    expect(marked('off', 0.25) / marked('off', 0)).toBeCloseTo(1, 1)
    expect(marked('off', 0) / (5 * GIB)).toBeCloseTo(1, 1)
    // 40 MiB: a quarter times 1 − 40 / 256, less the effect of allocation between cycles.
    expect(marked('46MiB', 0.25) / marked('46MiB', 0)).toBeGreaterThan(1.1)
    expect(marked('46MiB', 0.25) / marked('46MiB', 0)).toBeLessThan(1 + 0.25 * (1 - 40 / 256))
  })
})
