import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cycleEnd, cycleStart, segmentAt } from '../../src/model/cycles.ts'
import { bucketAt, type GcPart, gcShareAt, visitBucket, visitGcShare } from '../../src/model/gc-share.ts'
import { simulate } from '../../src/model/simulate.ts'
import { endOf } from '../../src/model/steps.ts'
import type { Segment, Trace } from '../../src/model/trace.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { plausibleScenario } from '../arbitraries/scenario.ts'
import { run } from '../support/run.ts'

function areaUnderShare(trace: Trace, parts: readonly GcPart[]): number {
  let area = 0
  let last: readonly [number, number] | undefined
  visitGcShare(trace, parts, [0, endOf(trace)], (time, value) => {
    if (last) area += ((value + last[1]) / 2) * (time - last[0])
    last = [time, value]
  })
  return area
}

/** Thousands of rounded periods are added up. */
const ROUNDING = 1e-9

/** 20 MiB live, 20 MiB/s of garbage, GOGC=100: a cycle of 0.06 s after every second of the program. */
const EVEN = {
  gogc: 100,
  program: {
    initialLive: '20MiB',
    fixedCost: 0.04,
    phases: [{ duration: 3.5, allocRate: '20MiB', scanRate: '1000MiB' }],
  },
}

describe('the GC’s share per cycle period', () => {
  it('is GC time over the time since the cycle before', () => {
    const trace = run(EVEN)
    expect(trace.cycles.count).toBe(3)
    for (const time of [0.5, 1.03, 1.5, 2.5]) expect(gcShareAt(trace, time)).toBeCloseTo(0.06 / 1.06, 12)
  })

  it('is 0 after the last cycle, and undefined outside the run', () => {
    const trace = run(EVEN)
    expect(gcShareAt(trace, endOf(trace) - 0.01)).toBe(0)
    expect(gcShareAt(trace, endOf(trace) + 0.01)).toBeUndefined()
    expect(gcShareAt(trace, -0.01)).toBeUndefined()
  })

  it('starts, in a part of the run, with the current period', () => {
    const times: number[] = []
    visitGcShare(run(EVEN), ['all'], [1.5, 2], (time) => times.push(time))
    // Cycles end at 1.06, 2.12 and 3.18 s, so the second period is current.
    expect(times).toEqual([1.06, 2.12].map((time) => expect.closeTo(time, 9)))
  })

  it('has all GC time as the area below it', () => {
    fc.assert(
      fc.property(plausibleScenario({ model: 'guide' }), (scenario) => {
        const trace = simulate(scenario, { maxCycles: 3000 })
        const { gcSeconds, totalSeconds } = trace.result
        expect(Math.abs(areaUnderShare(trace, ['all']) - gcSeconds)).toBeLessThanOrEqual(ROUNDING * (1 + totalSeconds))
      }),
      { numRuns: 60 },
    )
  })
})

describe('the limiter’s bucket', () => {
  const capped = () => simulate(toScenario(findPreset('thrash-capped')!))

  it('is as full at each cycle’s end as the cycle recorded', () => {
    const trace = capped()
    for (let i = 0; i < trace.cycles.count; i++)
      expect(bucketAt(trace, cycleEnd(trace, i))).toBeCloseTo(trace.cycles.fillAfter[i]!, 9)
  })

  it('is as full at each cycle’s start as its end and the cycle’s own time imply', () => {
    const trace = capped()
    for (let i = 0; i < trace.cycles.count; i++) {
      const cost = cycleEnd(trace, i) - cycleStart(trace, i)
      const after = trace.cycles.fillAfter[i]!
      // A full bucket does not hold the overflow.
      if (after < 1) expect(bucketAt(trace, cycleStart(trace, i))).toBeCloseTo(after - cost, 9)
    }
  })

  it('fills by one per second of GC and drains by one per second of the program', () => {
    const trace = run({ ...EVEN, cpuLimiter: true })
    expect(bucketAt(trace, 0.9)).toBe(0)
    expect(bucketAt(trace, 1.03)).toBeCloseTo(0.03, 12)
    expect(bucketAt(trace, 1.06)).toBeCloseTo(0.06, 12)
    expect(bucketAt(trace, 1.08)).toBeCloseTo(0.04, 12)
    expect(bucketAt(trace, 1.2)).toBe(0)
  })

  it('holds one CPU-second per GOMAXPROCS', () => {
    const trace = run({ ...EVEN, cpuLimiter: true, procs: 4 })
    expect(bucketAt(trace, 1.06)).toBeCloseTo(0.015, 12)
  })

  it('is a share of the last GOMAXPROCS that is set at an instant', () => {
    // After a second and a cycle of 0.06 s, it has drained for 0.02 s.
    const changes = [2, 4].map((procs) => ({ at: 1.02, procs }))
    const trace = run({ ...EVEN, cpuLimiter: true, changes })
    expect(trace.segments[1]!.time).toBeCloseTo(1.08, 12)
    expect(bucketAt(trace, trace.segments[1]!.time)).toBeCloseTo(0.04 / 4, 12)
  })

  it('has no line where the limiter is off', () => {
    const trace = run({ ...EVEN, cpuLimiter: true, changes: [{ at: 1.5, cpuLimiter: false }] })
    expect(bucketAt(trace, 1.2)).toBe(0)
    expect(bucketAt(trace, 2.2)).toBeNaN()
  })

  it('is as full as Go’s limiter was, as a share of the GOMAXPROCS in force, until the limiter is switched off', () => {
    const trace = run({
      model: 'runtime',
      gogc: 'off',
      memoryLimit: '60MiB',
      cpuLimiter: true,
      procs: 2,
      program: { initialLive: '100MiB', phases: [{ duration: 3, allocRate: '200MiB' }] },
      changes: [
        { at: 1, procs: 4 },
        { at: 2, cpuLimiter: false },
      ],
    })
    const { count, time, runtime } = trace.points
    const starts = trace.segments.map(({ time }) => time)
    const seen = new Set<Segment>()
    for (let i = 1; i < count; i++) {
      const segment = segmentAt(trace, time[i]!)
      // At the instant of a change a point may be of either side; of several at one instant the last one counts.
      if (starts.includes(time[i]!) || time[i + 1] === time[i]) continue
      const shown = bucketAt(trace, time[i]!)
      if (segment.cpuLimiter) expect(shown).toBeCloseTo(runtime!.fill[i]! / segment.procs, 9)
      else expect(shown).toBeNaN()
      if (runtime!.fill[i]! > 0) seen.add(segment)
    }
    expect(seen.size).toBe(3)
  })

  it('is never below 0 or above its capacity, and its line never goes back in time', () => {
    fc.assert(
      fc.property(plausibleScenario({ model: 'guide' }), (scenario) => {
        const trace = simulate(scenario, { maxCycles: 2000 })
        let last = 0
        visitBucket(trace, [0, endOf(trace)], (time, value) => {
          // Times are sums: a kink computed from a fill may be, by rounding, slightly before the point that it follows.
          expect(time).toBeGreaterThanOrEqual(last - 1e-9)
          last = time
          if (Number.isNaN(value)) return
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        })
      }),
      { numRuns: 60 },
    )
  })
})
