import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factsOf } from '../../../src/model/judgement/facts.ts'
import { toVerdict } from '../../../src/model/verdict.ts'
import { MIB } from '../../../src/units.ts'
import { run } from '../../support/run.ts'

/** 110 MiB live, under a memory limit that leaves little beside it or nothing. */
const thrashing = fc.record({
  kind: fc.constantFrom('work', 'clock', 'spinning'),
  // Where Go's rounding to whole workers gives marking the quarter of the CPUs that the limiter counts.
  procs: fc.constantFrom(1, 2, 4, 8),
  // With fewer, background marking alone takes more than the program does, and the limiter has nothing to save.
  busyShare: fc.double({ min: 0.5, max: 1, noNaN: true }),
  // The part of its CPU time that a spinning program works.
  load: fc.double({ min: 0.1, max: 1, noNaN: true }),
  allocMiB: fc.double({ min: 50, max: 1000, noNaN: true }),
  limitMiB: fc.integer({ min: 40, max: 125 }),
})

describe('the GC CPU limit', () => {
  it('holds GC to half of the CPU in a long run, whatever the pace, the slack and the processors', () => {
    fc.assert(
      fc.property(thrashing, ({ kind, procs, busyShare, load, allocMiB, limitMiB }) => {
        const busyProcs = busyShare * procs
        // Work is counted per CPU, demand for the whole program.
        const cpus = kind === 'work' ? 1 : busyProcs
        const { result } = run({
          model: 'runtime',
          gogc: 'off',
          memoryLimit: `${limitMiB}MiB`,
          procs,
          program: {
            initialLive: '110MiB',
            pace: kind === 'work' ? 'work' : 'clock',
            ...(kind === 'spinning' ? { peakAllocRate: (allocMiB / load) * MIB } : {}),
            busyProcs,
            phases: [{ duration: 30 * (kind === 'work' ? busyProcs : 1), allocRate: allocMiB * cpus * MIB }],
          },
        })
        // A full bucket is a CPU-second per processor beyond half; at most half of the CPU time does not count.
        const bucket = 1 / result.wallSeconds
        // A fractional worker may take 1.2 times its share, a burst of assists may last 50 µs: some 3 % of all CPU time.
        expect(result.compulsoryGcFraction).toBeLessThan(0.5 + bucket + 0.04)
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  it('holds GC to half in a service with twice the CPU that it needs, which allocates close to its limit', () => {
    const { result } = run({
      model: 'runtime',
      gogc: 'off',
      memoryLimit: '128MiB',
      procs: 4,
      program: {
        initialLive: '110MiB',
        otherMemory: '10MiB',
        pace: 'clock',
        busyProcs: 2,
        peakAllocRate: '2GiB',
        phases: [{ duration: 20, allocRate: '1GiB' }],
      },
    })
    expect(result.compulsoryGcFraction).toBeGreaterThan(0.5)
    expect(result.compulsoryGcFraction).toBeLessThan(0.55)
  })

  it('does not act where it has nothing to hold back, although its bucket stays full after the last cycle', () => {
    const trace = run({
      model: 'runtime',
      procs: 8,
      memoryLimit: '230MiB',
      program: {
        initialLive: '200MiB',
        pace: 'clock',
        phases: [
          { duration: 3, allocRate: '300MiB', scanRate: '200MiB' },
          { duration: 100, allocRate: 1000, scanRate: '200MiB' },
        ],
      },
      changes: [{ at: 2.5, procs: 1, memoryLimit: 'off' }],
    })
    // With fewer processors the bucket is smaller: it is full as the last cycle ends, seconds after the change.
    expect(trace.points.runtime!.limiting.at(-1)).toBe(1)
    expect(trace.result.limiterSeconds).toBeGreaterThan(100)
    expect(factsOf(trace).limitedSeconds).toBeGreaterThan(1)
    expect(factsOf(trace).limitedSeconds).toBeLessThan(10)
    expect(toVerdict(trace, {}).kind).not.toBe('thrashing')
  })
})
