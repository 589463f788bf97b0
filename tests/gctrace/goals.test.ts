import { describe, expect, it } from 'vitest'
import { diagnose } from '../../src/gctrace/diagnose.ts'
import { goalByGogc, isSinceLimits } from '../../src/gctrace/goals.ts'
import { MIB } from '../../src/units.ts'
import { gcLine, type Invented, inventedRun, pressedCycles, readLog } from './support.ts'

const columns = (...lines: readonly string[]) => readLog(lines.join('\n')).columns
const line = (number: number, sizes: string, stacks: number, globals: number) =>
  gcLine(number, number, sizes).replace('1 MB stacks, 0 MB globals', `${stacks} MB stacks, ${globals} MB globals`)

describe('the goal that GOGC alone sets', () => {
  it('counts the live heap, stacks and globals of the cycle before', () => {
    const log = columns(line(1, '30->32->20 MB, 40 MB goal', 6, 8), line(2, '50->52->20 MB, 54 MB goal', 99, 8))
    // By hand, GOGC=100: 20 + (20 + 6 + 8) at least, and 21 + (21 + 7 + 9) at most.
    expect(goalByGogc(log, 1, 100)).toEqual({ least: 54, most: 58 })
    expect(goalByGogc(log, 1, 50)).toMatchObject({ least: 37, most: 39.5 })
  })

  it('is at least 4 MiB at GOGC=100, and scales with GOGC', () => {
    const log = columns(line(1, '3->3->0 MB, 4 MB goal', 0, 0), line(2, '3->3->0 MB, 4 MB goal', 0, 0))
    expect(goalByGogc(log, 1, 100)).toMatchObject({ least: 4 })
    expect(goalByGogc(log, 1, 200)).toMatchObject({ least: 8 })
  })

  it('is unknown where the cycle before is not in the log', () => {
    const log = columns(line(7, '3->3->0 MB, 4 MB goal', 0, 0), line(9, '3->3->0 MB, 4 MB goal', 0, 0))
    expect([goalByGogc(log, 0, 100), goalByGogc(log, 1, 100)]).toEqual([undefined, undefined])
  })
})

describe('a log that only a Go with memory limits can have written', () => {
  const first = (sizes: string, stacks = 0, globals = 0) => isSinceLimits(columns(line(1, sizes, stacks, globals)))

  it('has a first cycle that started below its goal, which Go 1.18 does not do', () => {
    expect(first('3->5->3 MB, 4 MB goal')).toBe(true)
    expect(first('4->4->3 MB, 4 MB goal')).toBe(false)
    expect(isSinceLimits(columns(line(7, '3->3->0 MB, 4 MB goal', 0, 0)))).toBe(false)
  })

  it('is not one whose first goal counts stacks or globals, nor one whose first cycle was forced', () => {
    expect(first('13->13->9 MB, 14 MB goal', 0, 10)).toBe(false)
    expect(first('13->13->9 MB, 14 MB goal', 10, 0)).toBe(false)
    expect(isSinceLimits(columns(`${line(1, '1->1->0 MB, 4 MB goal', 0, 0)} (forced)`))).toBe(false)
  })

  it('has the goal that means no goal since Go 1.19', () => {
    expect(first('80->80->3 MB, 8532210231537 MB goal')).toBe(true)
    expect(first('80->80->3 MB, 17592186044415 MB goal')).toBe(false)
  })

  it('surely has a CPU limiter; of other logs the finding says which Go has one', () => {
    const settings = {
      gogc: { kind: 'percent', percent: 100 },
      memoryLimit: { kind: 'bytes', bytes: 150 * MIB },
    } as const
    const titleOf = (first: Invented) => {
      const lines = inventedRun([first, ...pressedCycles(60, 120)])
      return diagnose(readLog(lines).columns, settings).find(({ kind }) => kind === 'limiter')?.title
    }
    expect(titleOf({ start: 0.5, heap: [3, 4, 3], goal: 4 })).toBe('The GC CPU limiter was on')
    expect(titleOf({ start: 0.5, heap: [4, 4, 3], goal: 4 })).toMatch(/was on, if this is Go 1.19 or later$/)
  })
})
