import { describe, expect, it } from 'vitest'
import type { MeasuredRun } from '../../../src/log/engine/jobs.ts'
import { MIB } from '../../../src/units.ts'
import { printed } from '../../calibration/support.ts'
import { readInto, startEngine } from '../support/read.ts'

describe('an engine', () => {
  it('draws no limit if the log shows only an upper bound of it', () => {
    const limitOf = (goal: number) => {
      const run = startEngine()
      const first = { start: 0.001, heap: [3, 62, 62] as const, goal: 4, background: 4 }
      const cycle = (i: number) => ({ start: i / 10, heap: [62, 63, 62] as const, goal, background: 4 })
      const text = printed([first, ...Array.from({ length: 20 }, (_, i) => cycle(i + 1))])
      readInto(run, new TextEncoder().encode(text), 1 << 20)
      return (run({ kind: 'measure', run: 0 }) as unknown as MeasuredRun).trace.segments[0]?.memoryLimit
    }
    expect(limitOf(62)).toBe(Infinity)
    expect(limitOf(75)).toBeLessThan(120 * MIB)
  })

  it('in a new worker has lost what the stopped one had read, and says so', () => {
    for (const job of [
      { kind: 'push', from: 1, bytes: new ArrayBuffer(1) },
      { kind: 'end' },
      { kind: 'measure', run: 0 },
    ] as const)
      expect(() => startEngine()(job)).toThrow('has stopped')
  })
})
