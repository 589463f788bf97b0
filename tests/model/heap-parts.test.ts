import { describe, expect, it } from 'vitest'
import { heapPartsAt } from '../../src/model/heap-parts.ts'
import { readAt } from '../../src/model/reading.ts'
import { endOf } from '../../src/model/steps.ts'
import { MIB } from '../../src/units.ts'
import { run } from '../support/run.ts'

describe('memory that is given back', () => {
  // A heap of 200 MiB is dropped after five seconds; the runtime then gives back what it does not need.
  const trace = run({
    model: 'runtime',
    procs: 2,
    program: {
      pace: 'clock',
      busyProcs: 1,
      initialLive: '200MiB',
      phases: [
        { duration: 5, allocRate: '100MiB' },
        { duration: 1, allocRate: '100MiB', oldDeathRate: 0.95 },
        { duration: 60, allocRate: '100MiB' },
      ],
    },
  })
  const { counted } = trace.points.runtime!
  const { time, count } = trace.points

  it('is zero while memory is at its peak, and is counted from the peak', () => {
    const highest = counted.reduce((most, bytes) => Math.max(most, bytes), 0)
    const top = counted.indexOf(highest)
    expect(heapPartsAt(trace, time[top]!)?.returned).toBe(0)
    const end = heapPartsAt(trace, endOf(trace))!
    expect(end.returned).toBeCloseTo(highest - counted[count - 1]!, 3)
    expect(end.returned / MIB).toBeGreaterThan(50)
  })

  it('does not count later peaks', () => {
    expect(heapPartsAt(trace, 0)?.returned).toBe(0)
  })
})

describe('the parts of the heap', () => {
  it('add up, with other memory and the overhead, to counted memory', () => {
    const trace = run({
      model: 'runtime',
      procs: 2,
      program: {
        initialLive: '40MiB',
        otherMemory: '16MiB',
        stacks: 0,
        heapOverhead: 0,
        phases: [{ duration: 4, allocRate: '100MiB', newSurvivalRate: 0.02 }],
      },
    })
    expect(trace.cycles.count).toBeGreaterThan(5)
    for (let share = 0; share <= 1; share += 0.01) {
      const time = share * endOf(trace)
      const { marked, live, fresh, garbage, free } = heapPartsAt(trace, time)!
      const { counted, other } = readAt(trace, time)!
      expect(other).toBe(16 * MIB)
      expect((marked + live + fresh + garbage + free + other) / counted!).toBeCloseTo(1, 9)
    }
  })

  it('are inferred from what the next cycle finds (guide model)', () => {
    // 10 MiB/s, of which a fifth survives: 20 MiB live after 2 s meet 20 MiB of new heap, of which 16 are garbage.
    const phases = [{ duration: 3, allocRate: '10MiB', newSurvivalRate: 0.2, scanRate: '24MiB' }]
    const trace = run({ program: { initialLive: '20MiB', phases } })
    const inMiB = (time: number) =>
      Object.values(heapPartsAt(trace, time)!).map((bytes) => Math.round((bytes / MIB) * 1e6) / 1e6)
    // marked, live, fresh, garbage, free, returned
    expect(inMiB(0)).toEqual([0, 20, 0, 0, 0, 0])
    expect(inMiB(1)).toEqual([0, 20, 2, 8, 0, 0])
    expect(inMiB(2)).toEqual([0, 20, 4, 16, 0, 0])
    // The cycle marks 24 MiB in a second. No cycle follows, so nothing is known to be garbage.
    expect(inMiB(3)).toEqual([24, 0, 0, 0, 0, 0])
    expect(inMiB(3.5)).toEqual([0, 24, 5, 0, 0, 0])
    expect(heapPartsAt(trace, 5)).toBeUndefined()
  })
})
