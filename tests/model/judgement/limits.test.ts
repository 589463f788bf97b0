import { describe, expect, it } from 'vitest'
import { hintOf } from '../../../src/model/judgement/hints.ts'
import { inForce, toRoom } from '../../../src/model/judgement/limits.ts'
import { simulate } from '../../../src/model/simulate.ts'
import type { Outline } from '../../../src/model/trace.ts'
import { toVerdict } from '../../../src/model/verdict.ts'
import { onClock } from '../../../src/model/wall-clock.ts'
import { scenarioOf } from '../../support/run.ts'

/** A service that runs for a minute with 200 MiB live, and uses so many of its four CPUs. */
function serviceOn(busyProcs: number, at: number, containerLimit: string) {
  const phases = [{ duration: 60, allocRate: '20MiB', scanRate: '2GiB' }]
  const program = { initialLive: '200MiB', pace: 'clock', busyProcs, phases }
  return simulate(scenarioOf({ model: 'runtime', procs: 4, program, changes: [{ at, containerLimit }] }))
}

/** What is said of a run on either axis. */
function judgedOn(clock: 'cpu' | 'wall', trace: ReturnType<typeof simulate>) {
  const run = onClock(trace, clock)
  const { label, reason } = toVerdict(run, {})
  return { label, reason, hint: hintOf('containerLimit', run), inForce: inForce(run).length }
}

// An idle service has fewer CPU-seconds than elapsed ones, a busy one more: so no axis may be compared with the other.
describe.each([0.1, 4])('a container limit that is set late, with %d CPUs busy', (busyProcs) => {
  it.each(['cpu', 'wall'] as const)('counts for the rest of the run, by the %s clock', (clock) => {
    const judged = judgedOn(clock, serviceOn(busyProcs, 50, '500MiB'))
    expect(judged.inForce).toBe(2)
    expect(judged.hint).toMatch(/ to spare of 500\.0 MiB$/)
  })

  it.each(['cpu', 'wall'] as const)('as the run ends was never in force, by the %s clock', (clock) => {
    const judged = judgedOn(clock, serviceOn(busyProcs, 60, '900MiB'))
    expect(judged.inForce).toBe(1)
    expect(judged.hint).toBe('no container: no kill is simulated')
  })

  it.each(['cpu', 'wall'] as const)('kills at once only where too much is in use already, by the %s clock', (clock) => {
    const inUse = /^After a change, memory exceeded/
    expect(judgedOn(clock, serviceOn(busyProcs, 50, '100MiB')).reason).toMatch(inUse)
    const later = serviceOn(busyProcs, 2, '350MiB')
    expect(later.result.outcome.kind).toBe('oom-killed')
    expect(judgedOn(clock, later).reason).not.toMatch(inUse)
  })
})

describe('the least room that two limits left, if it is the same share of both', () => {
  it('is that of the limit that was in force first', () => {
    const peakOf = (bytes: number) => ({ memory: bytes, container: bytes, live: bytes })
    const segments = [
      { time: 0, mutatorTime: 0, containerLimit: 200, peak: peakOf(150) },
      { time: 1, mutatorTime: 1, containerLimit: 100, peak: peakOf(75) },
      { time: 2, mutatorTime: 2, containerLimit: 400, peak: peakOf(200) },
    ]
    const result = { totalSeconds: 3, wallSeconds: 3, outcome: { kind: 'completed' } }
    expect(toRoom({ segments, result } as unknown as Outline)).toEqual({ limit: 200, bytes: 50, share: 0.25 })
  })
})
