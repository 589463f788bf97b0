import { describe, expect, it } from 'vitest'
import { readAt } from '../../../src/model/reading.ts'
import type { Trace } from '../../../src/model/trace.ts'
import { MIB } from '../../../src/units.ts'
import { run } from '../../support/run.ts'

/** 100 MiB live and garbage for ten CPU-seconds. */
function changed(changes: readonly object[], more: object = {}): Trace {
  return run({
    model: 'runtime',
    ...more,
    changes,
    program: { initialLive: '100MiB', heapOverhead: 0, phases: [{ duration: 10, allocRate: '100MiB' }] },
  })
}

describe('settings changed while the program runs', () => {
  it('are recorded in segments at the program’s own time', () => {
    const { segments } = changed([
      { at: 4, gogc: 50 },
      { at: 7, memoryLimit: '150MiB' },
    ])
    expect(segments.map((segment) => segment.mutatorTime)).toEqual([0, 4, 7])
    expect(segments[2]?.memoryLimit).toBe(150 * MIB)
  })

  it('move the goal at once', () => {
    const { segments } = changed([{ at: 0.5, gogc: 300 }])
    expect((segments[0]?.goal ?? 0) / MIB).toBeCloseTo(200, 3)
    expect((segments[1]?.goal ?? 0) / MIB).toBeCloseTo(400, 3)
  })

  it('start a cycle at that instant where the heap is already above the new goal', () => {
    const { cycles } = changed([{ at: 0.7, gogc: 20 }])
    expect(cycles.runtime?.startWall[0]).toBeCloseTo(0.7, 9)
  })

  it('act before the first goal at 0', () => {
    const { segments } = changed([{ at: 0, gogc: 300 }])
    expect(segments).toHaveLength(1)
    expect((segments[0]?.goal ?? 0) / MIB).toBeCloseTo(400, 3)
  })

  it('kill at once where memory exceeds the new container limit', () => {
    const { result } = changed([{ at: 0.5, containerLimit: '120MiB' }])
    expect(result.outcome).toEqual({ kind: 'oom-killed', atSeconds: 0.5, progress: 0.05 })
  })

  it('make Go give memory back at once where the memory limit falls', () => {
    const trace = changed([{ at: 9, memoryLimit: '130MiB' }], { gogc: 200 })
    expect(trace.result.peakMemoryBytes / MIB).toBeGreaterThan(250)
    expect((trace.points.runtime?.counted.at(-1) ?? 0) / MIB).toBeLessThan(135)
  })

  it('give the program more CPUs with GOMAXPROCS', () => {
    const one = changed([]).result.wallSeconds
    const two = changed([{ at: 5, procs: 4 }]).result.wallSeconds
    expect(two).toBeLessThan(0.75 * one)
  })
})

describe('a phase that begins', () => {
  it('has a point in the columns, so that no line is drawn across its start', () => {
    const phases = [
      { duration: 3, allocRate: '10MiB' },
      { duration: 4, allocRate: 0 },
      { duration: 3, allocRate: '10MiB' },
    ]
    const trace = run({ model: 'runtime', gogc: 'off', program: { phases } })
    const fresh = [3, 5, 7, 8.5, 10].map((time) => (readAt(trace, time)?.fresh ?? 0) / MIB)
    expect(fresh).toEqual([30, 30, 30, 45, 60].map((mib) => expect.closeTo(mib, 6)))
  })
})
