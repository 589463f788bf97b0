import { describe, expect, it } from 'vitest'
import { MIB } from '../../../src/units.ts'
import { run } from '../../support/run.ts'

/** 100 MiB live, scanned at 1 GiB per CPU-second; clients demand this many MiB of allocation per second. */
function serving(procs: number, busyProcs: number, allocMiB: number, program: object = {}) {
  const { result, cycles, points } = run({
    model: 'runtime',
    procs,
    program: {
      initialLive: '100MiB',
      pace: 'clock',
      busyProcs,
      pauseCost: 0,
      warmMarking: 0,
      sweepRate: 0,
      stacks: 0,
      globals: 0,
      ...program,
      phases: [{ duration: 10, allocRate: allocMiB * MIB, scanRate: '1GiB' }],
    },
  })
  const { assist, background, idle } = cycles.runtime!
  const all = Array.from({ length: cycles.count }, (_, i) => ({
    assist: assist[i]!,
    marking: assist[i]! + background[i]! + idle[i]!,
  }))
  const { time, count } = points
  const { wall } = points.runtime!
  // CPUs in use between an instant and the next.
  const used = Array.from({ length: count - 1 }, (_, i) => (time[i + 1]! - time[i]!) / (wall[i + 1]! - wall[i]!))
  return { result, cycles: all, used: used.filter((cpus) => cpus < Infinity) }
}

describe('marking', () => {
  it.each([0, 0.02, 0.09])('costs what the scan rate says, with %d of the live heap in arrays of pointers', (share) => {
    for (const procs of [2, 4]) {
      const { cycles } = serving(procs, 1, 200, { pointerArrayShare: share })
      expect(cycles.length).toBeGreaterThan(15)
      // What is allocated during marking is marked at once: only the 100 MiB are scanned.
      for (const { marking } of cycles) expect(marking * 1024).toBeCloseTo(100, 6)
    }
  })

  it('uses no more CPUs, together with the program, than there are, however much assists are needed', () => {
    for (const [procs, busy] of [
      [1, 0.3],
      [2, 0.5],
      [2, 1.2],
      [3, 0.5],
      [6, 2],
    ] as const) {
      const { result, cycles, used } = serving(procs, busy, 400)
      expect(cycles.reduce((sum, { assist }) => sum + assist, 0)).toBeGreaterThan(0)
      // Clients notice no delay, so the work was done while cycles marked, too.
      expect(result.mutatorSeconds).toBeCloseTo(10 * busy, 3)
      expect(result.wallSeconds).toBeCloseTo(10, 1)
      expect(Math.max(...used)).toBeLessThan(procs * (1 + 1e-6))
      expect(Math.max(...used)).toBeGreaterThan(procs * 0.99)
    }
  })
})
