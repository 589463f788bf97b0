import { expect, it } from 'vitest'
import { diagnose } from '../../src/gctrace/diagnose.ts'
import { OFF } from '../../src/units.ts'
import { inventedRun, readLog } from './support.ts'

const FREE = { gogc: { kind: 'percent', percent: 100 }, memoryLimit: OFF } as const

it('finds cycles that are not in the log, by their numbers', () => {
  const lines = inventedRun(
    Array.from({ length: 20 }, (_, i) => ({ start: i + 1, heap: [190, 195, 100], goal: 200 }) as const),
  ).split('\n')
  const without = (from: number, to: number) =>
    diagnose(readLog([...lines.slice(0, from), ...lines.slice(to)].join('\n')).columns, FREE)
  expect(without(8, 8)).toEqual([])
  expect(without(8, 14)).toMatchObject([
    { kind: 'missing-lines', cycles: [[8, 8]], figures: '6 of 20 cycles are not in the log.' },
  ])
  // A log may begin at any cycle.
  expect(without(0, 5)).toEqual([])
})
