import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { simulate } from '../../src/model/simulate.ts'
import { MIB } from '../../src/units.ts'
import { plausibleScenario } from '../arbitraries/scenario.ts'
import { findBroken } from '../support/invariants.ts'
import { run } from '../support/run.ts'

/** 20 MiB/s of garbage on 20 MiB live, for ten seconds; no heap overhead, so that sizes are round. */
const STEADY = {
  initialLive: '20MiB',
  otherMemory: '10MiB',
  heapOverhead: 0,
  phases: [{ duration: 10, allocRate: '20MiB', scanRate: '4GiB' }],
}

const peaksOf = (fields: Record<string, unknown>) =>
  run({ program: STEADY, ...fields }).segments.map(({ peak }) => ({
    memory: Math.round((peak.memory / MIB) * 10) / 10,
    container: Math.round((peak.container / MIB) * 10) / 10,
    live: Math.round((peak.live / MIB) * 10) / 10,
  }))

describe('the peaks of a segment, in the guide’s model', () => {
  it('equal the run’s if nothing changes', () => {
    expect(peaksOf({})).toEqual([{ memory: 50, container: 50, live: 20 }])
  })

  it('follow the goal that its own settings give', () => {
    // GOGC=100: 10 MiB other + 40. GOGC=50: 10 + 30, since the heap is at 26 MiB when that is set.
    const [first, second] = peaksOf({ changes: [{ at: 5.3, gogc: 50 }] })
    expect(first).toEqual({ memory: 50, container: 50, live: 20 })
    expect(second).toEqual({ memory: 40, container: 40, live: 20 })
  })

  it('include the segment’s own memory beside the heap', () => {
    const [first, second] = peaksOf({ changes: [{ at: 5, otherMemory: '30MiB', outsideMemory: '7MiB' }] })
    expect(first).toEqual({ memory: 50, container: 50, live: 20 })
    expect(second).toEqual({ memory: 70, container: 77, live: 20 })
  })

  it('start with the memory at the segment’s start', () => {
    // 2 s of 20 MiB/s on 20 + 10 MiB, and then no allocation at all.
    const phases = [
      { duration: 0.5, allocRate: '20MiB' },
      { duration: 1, allocRate: 0 },
    ]
    expect(peaksOf({ program: { ...STEADY, phases }, changes: [{ at: 1, memoryLimit: '60MiB' }] })[1]).toEqual({
      memory: 40,
      container: 40,
      live: 20,
    })
  })
})

describe('the peaks of a segment, in the runtime model', () => {
  it('are separate where a change makes memory fall', () => {
    const [first, second] = peaksOf({ model: 'runtime', changes: [{ at: 5, gogc: 25, memoryLimit: '40MiB' }] })
    expect(first?.memory).toBeGreaterThan(48)
    expect(second?.memory).toBeLessThan(first?.memory ?? 0)
    expect(second?.live).toBeLessThan(24)
  })
})

it.each(['guide', 'runtime'] as const)(
  '%s: every point is below the peaks of its segment, and these make up the run’s',
  (model) => {
    fc.assert(
      fc.property(plausibleScenario({ model, maxPhases: 3 }), (scenario) => {
        expect(findBroken(simulate(scenario, { maxCycles: 2000 }))).toEqual([])
      }),
      { numRuns: 150 },
    )
  },
)
