import { describe, expect, it } from 'vitest'
import { droppedShare, toVerdict } from '../../../src/model/verdict.ts'
import { run } from '../../support/run.ts'

/** A service of one CPU for ten seconds; its clients do not wait for what is late. */
const service = (cpuQuota: number | 'off', dropsLate = true) =>
  run({
    model: 'runtime',
    procs: 2,
    cpuQuota,
    program: { pace: 'clock', busyProcs: 1, phases: [{ duration: 10, allocRate: 0, dropsLate }] },
  })

describe('work that is late under a CPU quota', () => {
  it.each([0.25, 0.5, 0.75])(
    'is left undone by a service: with %d of the CPU that it needs, all that is missing',
    (quota) => {
      const trace = service(quota)
      expect(trace.result.outcome.kind).toBe('completed')
      expect(trace.result.mutatorSeconds).toBeCloseTo(10 * quota, 1)
      expect(droppedShare(trace)).toBeCloseTo(1 - quota, 2)
      expect(toVerdict(trace, {}).reason).toMatch(/ The CPU quota left \d+(\.\d)? % of its work undone\.$/)
    },
  )

  it('is done later by a program that drops none, so no verdict mentions it', () => {
    const trace = service(0.5, false)
    expect(trace.result.mutatorSeconds).toBeCloseTo(10, 6)
    expect(droppedShare(trace)).toBe(0)
    expect(toVerdict(trace, {}).reason).not.toContain('undone')
  })

  it('is left undone where the CPUs do not suffice, and the verdict says so', () => {
    const of = (busyProcs: number) =>
      run({
        model: 'runtime',
        procs: 2,
        program: { pace: 'clock', busyProcs, phases: [{ duration: 10, allocRate: 0, goroutines: 4, dropsLate: true }] },
      })
    expect(toVerdict(of(4), {})).toMatchObject({
      kind: 'tight',
      reason: 'The program falls behind its requests. Too little CPU left 50.0 % of its work undone.',
    })
    // Little of it: named, but no reason to change the verdict.
    expect(toVerdict(of(2.1), {})).toMatchObject({
      kind: 'healthy',
      reason: expect.stringMatching(/ Too little CPU left 4\.\d % of its work undone\.$/),
    })
  })

  it('is none of a program that allocates as fast as it can, unless a quota stops it', () => {
    // One CPU allocates 100 MiB/s. The program asks for a tenth more, and GC takes a part of the CPU.
    const greedy = (cpuQuota: number | 'off') =>
      run({
        model: 'runtime',
        procs: 1,
        cpuQuota,
        program: {
          initialLive: '20MiB',
          pace: 'clock',
          peakAllocRate: '100MiB',
          phases: [{ duration: 10, allocRate: '110MiB', scanRate: '100MiB', dropsLate: true }],
        },
      })
    const free = greedy('off')
    expect(free.result.compulsoryGcFraction).toBeGreaterThan(0.15)
    expect(droppedShare(free)).toBe(0)
    expect(toVerdict(free, {}).reason).not.toMatch(/undone|falls behind/)
    // Half of the CPU is gone, and GC takes its part of the rest.
    expect(droppedShare(greedy(0.5))).toBeGreaterThan(0.5)
  })

  it('is zero if the quota suffices, or without a quota', () => {
    for (const quota of [1.5, 'off'] as const) {
      const trace = service(quota)
      expect(droppedShare(trace)).toBeCloseTo(0, 6)
      expect(toVerdict(trace, {}).reason).not.toContain('undone')
    }
  })
})
