import { describe, expect, it } from 'vitest'
import { MIB } from '../../../src/units.ts'
import { run } from '../../support/run.ts'

describe('debug.FreeOSMemory()', () => {
  const program = { initialLive: '20MiB', heapOverhead: 0, phases: [{ duration: 10, allocRate: '20MiB' }] }
  const called = (change: object) =>
    run({ model: 'runtime', gogc: 400, procs: 2, program, changes: [{ at: 3.5, ...change }] })

  it('runs a forced cycle, then gives all free memory back at once', () => {
    const trace = called({ freeOSMemory: true })
    const { points, cycles } = trace
    expect(cycles.forced).toHaveLength(1)
    const end = cycles.endPoint![cycles.forced[0]!]!
    const after = Array.from({ length: 4 }, (_, i) => points.runtime!.counted[end + i]! / MIB)
    // 90 MiB were mapped; 20 are live.
    expect(points.runtime!.counted[end]! / MIB).toBeGreaterThan(80)
    expect(Math.min(...after)).toBeLessThan(21)
  })

  it('is what runtime.GC() alone does not do', () => {
    const { points, cycles } = called({ forceGC: true })
    const end = cycles.endPoint![cycles.forced[0]!]!
    expect(points.runtime!.counted[end + 2]! / MIB).toBeGreaterThan(60)
  })

  it('comes after runtime.GC() of the same instant', () => {
    expect(called({ forceGC: true, freeOSMemory: true }).cycles.forced).toHaveLength(2)
  })
})

describe('GOMAXPROCS', () => {
  it('does not change while a cycle marks: runtime.GOMAXPROCS waits for the end of the mark phase', () => {
    const program = { initialLive: '400MiB', phases: [{ duration: 20, allocRate: '100MiB', scanRate: '100MiB' }] }
    const fields = { model: 'runtime', procs: 4, program }
    const before = run(fields)
    const { startPoint, runtime } = before.cycles
    const marks = runtime!.endWall[0]! - runtime!.startWall[0]!
    expect(marks).toBeGreaterThan(1)
    // In the middle of the first mark phase; nothing stops before it starts, so the program's own time is mutator time.
    const own = before.points.time[startPoint[0]!]! + 0.5
    const after = run({ ...fields, changes: [{ at: own, procs: 1 }] })
    expect(after.cycles.runtime!.startWall[0]).toBe(runtime!.startWall[0])
    expect(after.cycles.runtime!.endWall[0]! - after.cycles.runtime!.startWall[0]!).toBeCloseTo(marks, 1)
    // The next cycle has a single processor.
    const second = after.cycles.runtime!
    const cpus = second.background[1]! + second.assist[1]! + second.idle[1]!
    expect(cpus).toBeLessThanOrEqual((second.endWall[1]! - second.startWall[1]!) * 1.0001)
  })
})
