import { describe, expect, it } from 'vitest'
import { limitBytes, MIB } from '../../src/units.ts'
import { around, inferFrom } from './infer-from.ts'

/** A hundred goals of GOGC=100 while the live heap grows to 160 MiB, then `count` of one limit as it grows further. */
const growing = (count: number, room = 331) => [
  ...Array.from({ length: 100 }, (_, i) => ({ live: 60 + i })),
  ...Array.from({ length: count + 1 }, (_, i) => ({ live: 170 + 5 * i, room })),
]

describe('a limit that a growing heap meets as the log ends', () => {
  it('is found although it set few of all goals', () => {
    const { gogc, memoryLimit } = inferFrom(100, growing(5))
    expect(gogc).toEqual({ kind: 'percent', percent: 100 })
    // The room, the share that Go leaves free, and the memory beside the heap.
    expect(limitBytes(memoryLimit) / MIB).toBeGreaterThan(331)
    expect(limitBytes(memoryLimit) / MIB).toBeLessThan(400)
  })

  it('is left open if fewer than four goals are of it', () => {
    expect(inferFrom(100, growing(3))).toMatchObject({ memoryLimit: { kind: 'off' }, lowGoals: 3 })
  })

  it('is none if goals were higher before: then GOGC was lowered', () => {
    const settings = inferFrom(100, [...around(200, 3), ...growing(5)])
    expect(settings.memoryLimit).toEqual({ kind: 'off' })
  })
})
