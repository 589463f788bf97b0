import { expect, it } from 'vitest'
import { measureRun } from '../../src/log/measured.ts'
import { MIB } from '../../src/units.ts'
import { printed } from '../calibration/support.ts'
import { readLog } from '../gctrace/support.ts'

it('a measured run is drawn without a limit if the log shows only an upper bound of it', () => {
  const limitOf = (goal: number) => {
    const first = { start: 0.001, heap: [3, 62, 62] as const, goal: 4, background: 4 }
    const cycle = (i: number) => ({ start: i / 10, heap: [62, 63, 62] as const, goal, background: 4 })
    const text = printed([first, ...Array.from({ length: 20 }, (_, i) => cycle(i + 1))])
    return measureRun(readLog(text), 0).trace.segments[0]?.memoryLimit
  }
  expect(limitOf(62)).toBe(Infinity)
  expect(limitOf(75)).toBeLessThan(120 * MIB)
})
