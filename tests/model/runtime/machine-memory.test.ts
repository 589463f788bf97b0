import { describe, expect, it } from 'vitest'
import type { Trace } from '../../../src/model/trace.ts'
import { MIB } from '../../../src/units.ts'
import { run } from '../../support/run.ts'

const LIVE = { initialLive: '100MiB', otherMemory: '4MiB' }

function limited(memoryLimit: string, more: object = {}): Trace {
  return run({
    model: 'runtime',
    gogc: 'off',
    procs: 4,
    memoryLimit,
    program: { ...LIVE, phases: [{ duration: 20, allocRate: '200MiB' }] },
    ...more,
  })
}

describe('the memory limit', () => {
  it('is kept where possible: counted memory stays below it, and uses most of it', () => {
    for (const limit of [160, 200, 400]) {
      const { result } = limited(`${limit}MiB`)
      expect(result.peakMemoryBytes / MIB).toBeLessThan(limit)
      expect(result.peakMemoryBytes / MIB).toBeGreaterThan(0.9 * limit)
    }
  })

  it('gives the goal limit − non-heap − 3 %', () => {
    const trace = limited('200MiB')
    // Non-heap: 4 MiB and 5 % of the heap. g = 0.97 · (200 − 4 − 0.05 · g)
    const goal = (0.97 * 196) / (1 + 0.97 * 0.05)
    for (const bytes of trace.cycles.goal) expect(bytes / MIB).toBeCloseTo(goal, 0)
  })

  it('leaves at most half of the CPU to a program that does not fit, and is exceeded', () => {
    const { result } = limited('60MiB', { program: { ...LIVE, phases: [{ duration: 200, allocRate: '200MiB' }] } })
    expect(result.peakMemoryBytes).toBeGreaterThan(60 * MIB)
    expect(result.limiterSeconds).toBeGreaterThan(0)
    // Half, plus the bucket's four CPU-seconds and the overflow, of over four hundred.
    expect(result.gcCpuFraction).toBeGreaterThan(0.45)
    expect(result.gcCpuFraction).toBeLessThan(0.53)
  })

  it('costs far more CPU without the GC CPU limiter, but then saves more memory', () => {
    const fast = { program: { ...LIVE, phases: [{ duration: 20, allocRate: '2000MiB' }] } }
    const on = limited('60MiB', fast).result
    const off = limited('60MiB', { ...fast, cpuLimiter: false }).result
    expect(off.gcSeconds).toBeGreaterThan(1.5 * on.gcSeconds)
    expect(off.peakHeapBytes).toBeLessThan(on.peakHeapBytes)
    expect(off.limiterSeconds).toBe(0)
  })

  it('makes a program thrash even if most CPUs are idle: the limiter does not count those', () => {
    // Eight processors, two of them dedicated to marking, one with the program: GC is two of three (Go 1.26 mgclimit.go).
    const { result } = run({
      model: 'runtime',
      gogc: 'off',
      procs: 8,
      memoryLimit: '60MiB',
      program: { ...LIVE, busyProcs: 1, phases: [{ duration: 60, allocRate: '200MiB' }] },
    })
    expect(result.limiterSeconds).toBeGreaterThan(0)
  })

  it('keeps the heap within 10 % of the live heap if it is below the live heap', () => {
    // revise: past the goal, the rest is to be done by 1.1 times the goal. Live includes the last cycle's allocation.
    const trace = limited('60MiB', { cpuLimiter: false })
    const cycles = trace.cycles.runtime
    if (!cycles) throw new Error('no runtime cycles')
    for (let i = 1; i < trace.cycles.count; i++) {
      expect(cycles.heapEnd[i]).toBeLessThan(1.1 * (cycles.liveFound[i - 1] ?? 0) + MIB)
    }
  })
})

describe('memory as the system sees it', () => {
  /** The live heap falls from 200 to 20 MiB after the first phase. */
  function falling(more: object = {}): Trace {
    return run({
      model: 'runtime',
      ...more,
      program: {
        initialLive: '200MiB',
        phases: [
          { duration: 1, allocRate: '300MiB' },
          { duration: 0.01, oldDeathRate: 0.9 },
          { duration: 20, allocRate: '50MiB' },
        ],
      },
    })
  }

  it('is given back slowly once the heap has shrunk', () => {
    const trace = falling()
    const points = trace.points.runtime
    const end = (points?.counted.at(-1) ?? 0) / MIB
    expect(end).toBeLessThan(0.6 * (trace.result.peakMemoryBytes / MIB))
    // The background scavenger retains 10 % more than the goal needs, and the overhead of the highest heap.
    expect(end).toBeGreaterThan(40)
  })

  /** The live heap falls from 420 to 20 MiB, a cycle finds that, and the program then does next to nothing. */
  function dropped(allocRate: string, changes: readonly object[]): Trace {
    return run({
      model: 'runtime',
      procs: 2,
      program: {
        initialLive: '20MiB',
        heapOverhead: 0,
        otherMemory: '4MiB',
        pace: 'clock',
        phases: [
          { duration: 1, allocRate: '400MiB', newSurvivalRate: 1 },
          { duration: 0.1, allocRate: '1MiB', oldDeathRate: 0.95 },
          { duration: 30, allocRate },
        ],
      },
      changes: [{ at: 1.2, forceGC: true }, ...changes],
    })
  }

  it('keeps what a cycle freed until the next cycle ends: Go 1.26 had 431 MiB after 30 s, and 30 MiB 9 s after another', () => {
    // What is mapped outside Go later comes on top of what Go still keeps.
    const outside = { at: 15, outsideMemory: '300MiB' }
    const peakOf = (changes: readonly object[]) => dropped('100KiB', changes).result.peakContainerBytes / MIB
    const peak = peakOf([])
    expect(peak).toBeGreaterThan(420)
    expect(peakOf([outside])).toBeCloseTo(peak + 300, 0)
    expect(peakOf([{ at: 6, forceGC: true }, outside])).toBe(peak)
  })

  it('falls at 64 MiB a second for each processor, and then stays: the points of a run show where', () => {
    const { points } = dropped('100KiB', [{ at: 6, forceGC: true }])
    const { wall, counted } = points.runtime ?? { wall: [], counted: [] }
    const low = counted.findIndex((bytes, i) => (wall[i] ?? 0) > 6 && bytes < 30 * MIB)
    expect(wall[low]).toBeCloseTo(6 + (424 - 28) / (2 * 64), 0)
  })

  it('is given back to a lower memory limit only once the program allocates', () => {
    const lastOf = (allocRate: string) => {
      const trace = dropped(allocRate, [{ at: 2, memoryLimit: '200MiB' }])
      return (trace.points.runtime?.counted.at(-1) ?? 0) / MIB
    }
    expect(lastOf('100KiB')).toBeLessThanOrEqual(200)
    expect(lastOf('0')).toBeGreaterThan(420)
  })

  it('includes memory outside Go, which GOMEMLIMIT does not count', () => {
    const { result } = falling({})
    const outside = run({
      model: 'runtime',
      program: { initialLive: '200MiB', outsideMemory: '50MiB', phases: [{ duration: 1, allocRate: '300MiB' }] },
    }).result
    expect(outside.peakContainerBytes - outside.peakMemoryBytes).toBeCloseTo(50 * MIB, 0)
    expect(result.peakContainerBytes).toBe(result.peakMemoryBytes)
  })
})

describe('the container', () => {
  const growing = (more: object, program: object = {}) =>
    run({
      model: 'runtime',
      gogc: 'off',
      ...more,
      program: { heapOverhead: 0.05, ...program, phases: [{ duration: 10, allocRate: '10MiB' }] },
    }).result

  it('kills at the exact instant at which memory exceeds its limit', () => {
    // Heap and 5 % of it: 52.5 MiB are reached when 50 MiB are allocated, at 10 MiB/s.
    const { outcome, peakContainerBytes, totalSeconds } = growing({ containerLimit: '52.5MiB' })
    expect(outcome.kind).toBe('oom-killed')
    if (outcome.kind !== 'oom-killed') return
    expect(outcome.atSeconds).toBeCloseTo(5, 9)
    expect(outcome.progress).toBeCloseTo(0.5, 9)
    expect(peakContainerBytes).toBeCloseTo(52.5 * MIB, 0)
    expect(totalSeconds).toBe(outcome.atSeconds)
  })

  it('counts other memory and memory outside Go', () => {
    const { outcome } = growing({ containerLimit: '52.5MiB' }, { otherMemory: '10.5MiB', outsideMemory: '10.5MiB' })
    expect(outcome.kind === 'oom-killed' && outcome.atSeconds).toBeCloseTo(3, 9)
  })

  it('kills a program at 0 that starts above its limit', () => {
    const result = growing({ containerLimit: '10MiB' }, { initialLive: '20MiB' })
    expect(result.outcome).toEqual({ kind: 'oom-killed', atSeconds: 0, progress: 0 })
    // No time has passed of which GC could have had a share.
    expect(result).toMatchObject({ gcCpuFraction: 0, compulsoryGcFraction: 0 })
  })

  it.each([
    ['from the start', '40MiB', 0],
    ['at the end', '20MiB', '2MiB'],
  ])('does not kill a program that fills it exactly, %s', (_, initialLive, allocRate) => {
    const program = { initialLive, heapOverhead: 0, phases: [{ duration: 10, allocRate }] }
    const { result } = run({ model: 'runtime', gogc: 'off', containerLimit: '40MiB', program })
    expect(result.outcome.kind).toBe('completed')
    expect(result.peakContainerBytes).toBe(40 * MIB)
  })

  it('does not kill a program whose memory limit keeps it below', () => {
    const { outcome } = growing({ containerLimit: '52.5MiB', memoryLimit: '45MiB' })
    expect(outcome.kind).toBe('completed')
  })
})

describe('memory that nobody touches, such as a ballast', () => {
  const ballast = (untouched: string, containerLimit: string) =>
    run({
      model: 'runtime',
      procs: 4,
      containerLimit,
      program: {
        initialLive: '1000MiB',
        pointerFreeLive: '1000MiB',
        untouched,
        phases: [{ duration: 20, allocRate: '50MiB' }],
      },
    })

  it('counts for the pacer and the memory limit, but not for the container', () => {
    const touched = ballast('0', 'off').result
    const { peakContainerBytes, ...rest } = ballast('1000MiB', 'off').result
    expect(peakContainerBytes).toBe(touched.peakContainerBytes - 1000 * MIB)
    expect(rest).toMatchObject({ cycles: touched.cycles, peakMemoryBytes: touched.peakMemoryBytes })
  })

  it('does not change the instant of the kill in a container that is smaller by its size', () => {
    const touched = ballast('0', '1500MiB').result.outcome
    expect(touched.kind).toBe('oom-killed')
    expect(ballast('1000MiB', '500MiB').result.outcome).toEqual(touched)
  })
})
