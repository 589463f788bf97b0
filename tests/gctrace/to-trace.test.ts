import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toTrace } from '../../src/gctrace/to-trace.ts'
import { MIB, OFF } from '../../src/units.ts'
import { findBroken } from '../support/invariants.ts'
import { gcLine, readLog } from './support.ts'

const SETTINGS = { gogc: { kind: 'percent', percent: 100 }, memoryLimit: OFF } as const
const PROGRAMS = ['cache', 'grow', 'lines', 'lines-prealloc', 'people', 'spike', 'steady', 'step', 'thrash']

describe('a measured run as a trace', () => {
  it.each(PROGRAMS)('breaks no invariant: %s', (program) => {
    const { columns } = readLog(readFileSync(`tests/fixtures/runs/logs/${program}-a.log`, 'utf8'))
    const trace = toTrace(columns, SETTINGS)
    expect(findBroken(trace)).toEqual([])
    expect(trace.cycles.count).toBe(columns.count)
    // Each of these logs ends with a cycle that the program forced.
    expect(trace.result.cycles).toBe(columns.count - 1)
    expect(trace.cycles.forced).toEqual([columns.count - 1])
  })

  it('begins with its first cycle if the log does not begin with its process', () => {
    const day = 86_400
    const trace = toTrace(readLog(`${gcLine(101, day)}\n${gcLine(102, day + 3)}\n`).columns, SETTINGS)
    expect(findBroken(trace)).toEqual([])
    const [first, second] = trace.cycles.runtime!.startWall
    expect([first, second]).toEqual([0, 3])
    expect(trace.result.wallSeconds).toBeLessThan(3.1)
    // What the heap was before is not shown.
    expect(trace.points.live[0]! + trace.points.fresh[0]!).toBe(40.5 * MIB)
  })

  it('has the sizes that the lines print, each in the middle of its rounding', () => {
    const trace = toTrace(readLog(`${gcLine(1, 2)}\n${gcLine(2, 5)}\n`).columns, SETTINGS)
    const parts = trace.cycles.runtime!
    expect([...parts.startWall]).toEqual([2, 5])
    expect([...parts.heapStart].map((bytes) => bytes / MIB)).toEqual([40.5, 40.5])
    expect([...parts.heapEnd].map((bytes) => bytes / MIB)).toEqual([42.5, 42.5])
    expect([...parts.liveFound].map((bytes) => bytes / MIB)).toEqual([20.5, 20.5])
    // 0.16 + 1.2 + 4.4 + 0.9 + 0.10 ms each.
    expect(trace.result.gcSeconds).toBeCloseTo(2 * 6.76e-3, 9)
    // 4 processors are busy, except where GC leaves them idle while marking.
    expect(trace.result.totalSeconds).toBeLessThanOrEqual(4 * trace.result.wallSeconds + 1e-9)
    expect(trace.result.totalSeconds).toBeGreaterThan(0.99 * 4 * trace.result.wallSeconds)
    expect(trace.result.modelVersion).toBe('measured')
  })

  it('accepts clocks that stand still, and a log without cycles', () => {
    const still = gcLine(1, 0)
      .replace('0.041+5.3+0.027', '0+0+0')
      .replace(/0.16.*? ms cpu/, '0+0/0/0+0 ms cpu')
    expect(findBroken(toTrace(readLog(`${still}\n${still.replace('gc 1', 'gc 2')}\n`).columns, SETTINGS))).toEqual([])
    expect(toTrace(readLog('').columns, SETTINGS).result.cycles).toBe(0)
  })
})
