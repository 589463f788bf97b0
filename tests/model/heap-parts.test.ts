import { describe, expect, it } from 'vitest'
import { heapPartsAt } from '../../src/model/heap-parts.ts'
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

  it('is nothing while memory is as high as it ever was, and counts from there on', () => {
    const highest = counted.reduce((most, bytes) => Math.max(most, bytes), 0)
    const top = counted.indexOf(highest)
    expect(heapPartsAt(trace, time[top]!)?.returned).toBe(0)
    const end = heapPartsAt(trace, endOf(trace))!
    expect(end.returned).toBeCloseTo(highest - counted[count - 1]!, 3)
    expect(end.returned / MIB).toBeGreaterThan(50)
  })

  it('is none of what memory rises to later', () => {
    expect(heapPartsAt(trace, 0)?.returned).toBe(0)
  })
})
