import { expect, it } from 'vitest'
import { diagnose } from '../../src/gctrace/diagnose.ts'
import { OFF } from '../../src/units.ts'
import { calibrate } from '../support/calibrate.ts'
import { inventedRun, readLog } from './support.ts'

const FREE = { gogc: { kind: 'percent', percent: 100 }, memoryLimit: OFF } as const

const LINES = inventedRun(
  Array.from({ length: 20 }, (_, i) => ({ start: i + 1, heap: [190, 195, 100], goal: 200 }) as const),
).split('\n')
const without = (from: number, to: number) => readLog([...LINES.slice(0, from), ...LINES.slice(to)].join('\n')).columns

it('finds cycles that are not in the log, by their numbers', () => {
  const findings = (from: number, to: number) => diagnose(without(from, to), FREE)
  expect(findings(8, 8)).toEqual([])
  expect(findings(8, 14)).toMatchObject([
    { kind: 'missing-lines', cycles: [[8, 8]], figures: 'The log lacks 6 of 20 cycles.' },
  ])
  expect(findings(8, 9)).toMatchObject([{ kind: 'missing-lines', figures: 'The log lacks 1 of 20 cycles.' }])
  // A log may begin at any cycle.
  expect(findings(0, 5)).toEqual([])
})

it('trusts a log little that lacks many', () => {
  const reasonsOf = (from: number, to: number) => {
    const calibration = calibrate(without(from, to))
    return calibration.ok ? calibration.value.trust.reasons : []
  }
  expect(reasonsOf(8, 14)).toContain('rates are too low: the log lacks 6 cycles')
  expect(reasonsOf(8, 9)).toContain('rates are too low: the log lacks 1 cycle')
  expect(reasonsOf(8, 8).join()).not.toContain('the log lacks')
})
