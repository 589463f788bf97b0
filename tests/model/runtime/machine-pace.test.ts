import { describe, expect, it } from 'vitest'
import { run } from '../../support/run.ts'

/** GC with a noticeable cost: 100 MiB live, scanned at 1 GiB per CPU-second. */
function paced(pace: 'work' | 'clock', program: object = {}, phase: object = {}) {
  return run({
    model: 'runtime',
    procs: 4,
    program: {
      initialLive: '100MiB',
      pace,
      ...program,
      phases: [{ duration: 8, allocRate: '200MiB', ...phase }],
    },
  }).result
}

describe('work pace', () => {
  it('makes the run longer by the CPU time that GC takes', () => {
    const result = paced('work', { pauseCost: 0 })
    expect(result.mutatorSeconds).toBeCloseTo(8, 9)
    expect(result.totalSeconds).toBeCloseTo(8 + result.gcSeconds, 9)
    // Every CPU is busy with the program or with GC.
    expect(result.wallSeconds).toBeCloseTo(result.totalSeconds / 4, 6)
  })
})

describe('clock pace', () => {
  it('takes as long as demand does if GC fits into the slack', () => {
    const result = paced('clock', { busyProcs: 2, pauseCost: 0 })
    expect(result.wallSeconds).toBeCloseTo(8, 6)
    expect(result.mutatorSeconds).toBeCloseTo(16, 6)
    expect(result.gcSeconds).toBeGreaterThan(0)
  })

  it('costs the same work where GOMAXPROCS is lower than the CPUs that the program needs: it is late', () => {
    const on = (procs: number, more: object = {}) => {
      const phases = [{ duration: 4, allocRate: '10MiB' }]
      const program = { pace: 'clock', busyProcs: 3, phases }
      return run({ model: 'runtime', procs, gogc: 'off', program, ...more }).result
    }
    expect(on(4)).toMatchObject({ wallSeconds: expect.closeTo(4, 6), mutatorSeconds: expect.closeTo(12, 6) })
    expect(on(2)).toMatchObject({ wallSeconds: expect.closeTo(6, 6), mutatorSeconds: expect.closeTo(12, 6) })
    expect(on(1)).toMatchObject({ wallSeconds: expect.closeTo(12, 6), mutatorSeconds: expect.closeTo(12, 6) })
    // Also where GOMAXPROCS falls while it runs.
    const falls = on(4, { changes: [{ at: 2, procs: 1 }] })
    expect(falls.mutatorSeconds).toBeCloseTo(12, 6)
    expect(falls.wallSeconds).toBeCloseTo(8, 6)
  })

  it('does the work of each phase as it arrives', () => {
    const phase = { duration: 4, allocRate: '10MiB' }
    for (const more of [{}, { dropsLate: true }]) {
      const phases = Array.from({ length: 3 }, () => ({ ...phase, ...more }))
      const { points, result } = run({
        model: 'runtime',
        procs: 4,
        gogc: 'off',
        program: { pace: 'clock', busyProcs: 1, phases },
      })
      expect(result.wallSeconds).toBeCloseTo(12, 9)
      expect(result.mutatorSeconds).toBeCloseTo(12, 9)
      expect([...points.runtime!.wall]).toEqual(expect.arrayContaining([4, 8, 12].map((at) => expect.closeTo(at, 9))))
    }
  })

  it('drops late work at the end of each phase, and starts the next phase without it', () => {
    // Twice as much work arrives as four CPUs can do; then half as much.
    const phases = [8, 2].map((times) => ({ duration: 4, allocRate: `${times * 10}MiB`, dropsLate: true }))
    const program = { pace: 'clock', peakAllocRate: '10MiB', phases }
    const { points, result } = run({ model: 'runtime', procs: 4, gogc: 'off', program })
    expect(result.wallSeconds).toBeCloseTo(8, 9)
    expect(points.fresh.at(-1)! / 2 ** 20).toBeCloseTo(4 * 40 + 4 * 20, 6)
  })

  it('takes longer if there is no slack, because no work is dropped', () => {
    const result = paced('clock', { pauseCost: 0 })
    expect(result.mutatorSeconds).toBeCloseTo(32, 6)
    expect(result.wallSeconds).toBeCloseTo((32 + result.gcSeconds) / 4, 6)
  })

  it('catches up if the program has slack', () => {
    const result = paced('clock', { peakAllocRate: '1GiB' })
    // The last cycle may still be running after 8 s.
    expect(result.wallSeconds).toBeLessThan(8.1)
    expect(result.totalSeconds / result.wallSeconds).toBeCloseTo(4, 6)
  })

  it('drops late work if the phase ends by the clock', () => {
    const result = paced('clock', { peakAllocRate: '1GiB' }, { allocRate: '1TiB', dropsLate: true })
    expect(result.wallSeconds).toBeCloseTo(8, 2)
    expect(result.outcome).toEqual({ kind: 'completed' })
  })

  it('pays for sweeping in the program’s own time', () => {
    const free = paced('work', {})
    const swept = paced('work', { sweepRate: '4GiB' })
    expect(swept.mutatorSeconds).toBeGreaterThan(free.mutatorSeconds + 0.1)
    expect(swept.gcSeconds).toBeCloseTo(free.gcSeconds, 1)
  })
})
