import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { simulate } from '../../src/model/simulate.ts'
import { MIB, toGcPercent, toLimit } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { type Printed, predictFrom, printed } from './support.ts'

/*
 * A program that begins with one large object: a ballast, a table that it allocates beforehand, a file read at once. Go
 * starts its first cycle after that object. A heap that grew to it would have started several cycles before.
 */

/** Calibrates a log and simulates what came out. */
function givenBack(log: string) {
  const calibration = calibrate(readLog(log).columns)
  if (!calibration.ok) throw new Error(calibration.problems[0]?.message)
  const { trust, differences, scenario } = calibration.value
  const { runtime, count } = simulate(scenario).cycles
  const heapStart = Array.from(runtime!.heapStart.subarray(0, count), (bytes) => bytes / MIB)
  return { trust, differences: differences!, heapStart }
}

/** A service at 64 MiB/s under GOGC=100 that keeps `live` MiB, after a first cycle with those in its first object. */
function served(live: number, first: Partial<Printed> = {}): string {
  const end = 2 * live
  const later = Array.from({ length: 12 }, (_, i): Printed => {
    const start = 0.003 + ((i + 1) * (end - 4 - live)) / 64
    return { start, heap: [end - 4, end - 4, live], goal: end, mark: 2, background: 0.5, idle: 1.5, procs: 1 }
  })
  const heap = [live, live, live] as const
  return printed([{ start: 0.003, heap, goal: live, mark: 0.4, background: 0.1, procs: 1, ...first }, ...later])
}

describe('a program whose first object is far larger than its first goal', () => {
  it.each([
    ['a table of 24 MiB', served(24)],
    ['a table of 200 MiB', served(200)],
    ['one before the clock moves', served(200, { start: 0 })],
    ['one after two seconds of waiting', served(200, { start: 2 })],
    ['a file of 200 MiB, with a goal of the next whole MiB', served(200, { goal: 201 })],
  ])('has its own cycles at their own heaps: %s', (_, log) => {
    const { trust, heapStart } = givenBack(log)
    expect(trust.grade).toBe('good')
    const { count, heapStartMiB } = readLog(log).columns
    expect(Math.abs(heapStart.length - count)).toBeLessThanOrEqual(1)
    for (const [i, mib] of Array.from(heapStartMiB.subarray(0, 12)).entries())
      expect(Math.abs(heapStart[i]! - mib), `cycle ${i + 1}`).toBeLessThan(0.04 * mib + 1)
  })

  it('has a heap that grew before its first cycle, if a high GOGC explains that cycle', () => {
    const grown = Array.from({ length: 12 }, (_, i): Printed => {
      return { start: 0.5 * (i + 1), heap: [38, 38, 2], goal: 40, mark: 2, background: 2, procs: 1 }
    })
    const { differences } = givenBack(printed(grown))
    expect(Math.abs(differences.cycles)).toBeLessThan(0.1)
  })
})

/** Recorded: a service at 90 MB/s with a ballast of 100 MiB, which it never touches; Go 1.26, one processor. */
describe('a recorded service with a ballast', () => {
  const log = readFileSync('tests/fixtures/logs/ballast.log', 'utf8')

  it('has each of its cycles', () => {
    const { trust, heapStart } = givenBack(log)
    expect(trust.reasons).toEqual(['based on only 8 cycles'])
    expect(heapStart.length).toBe(8)
    expect(Math.abs(heapStart[0]! - 100)).toBeLessThan(5)
    for (const bytes of heapStart.slice(2)) expect(Math.abs(bytes - 205)).toBeLessThan(6)
  })

  // What the same program took under other settings: cycles, and the most that was resident.
  it.each([
    [25, Infinity, 30, 41_967_616],
    [50, Infinity, 16, 68_734_976],
    [200, Infinity, 4, 246_968_320],
    [400, Infinity, 2, 438_988_800],
    [Infinity, 326_107_136, 4, 207_187_968],
    [100, 176_160_768, 16, 66_383_872],
  ] as const)('is predicted under GOGC=%d and a limit of %d bytes', (gogc, limit, cycles, resident) => {
    const { spread } = predictFrom(readLog(log).columns, {
      gogc: toGcPercent(gogc),
      memoryLimit: toLimit(limit),
    })!
    expect(spread.cycles.low).toBeLessThanOrEqual(cycles)
    expect(spread.cycles.high).toBeGreaterThanOrEqual(cycles)
    expect(spread.peakContainerBytes.low).toBeLessThan(resident)
    expect(spread.peakContainerBytes.high).toBeGreaterThan(resident)
  })
})
