import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatShare } from '../../src/format.ts'
import { factsOf } from '../../src/model/judgement/facts.ts'
import type { RunResult } from '../../src/model/result.ts'
import { simulate } from '../../src/model/simulate.ts'
import { createTally } from '../../src/model/tally.ts'
import { shareTaken, thrashingShare, toVerdict } from '../../src/model/verdict.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { withModel } from '../../src/scenario/with-model.ts'
import { OFF } from '../../src/units.ts'
import { plausibleScenario } from '../arbitraries/scenario.ts'
import { run } from '../support/run.ts'

describe('thrashing, where some CPUs are idle,', () => {
  it('is not claimed where idle CPUs could do all of the marking, whatever Go’s own share of the CPU is', () => {
    const limited = (procs: number) =>
      run({
        model: 'runtime',
        procs,
        memoryLimit: '1000MiB',
        program: { pace: 'clock', busyProcs: 1, initialLive: '1GiB', phases: [{ duration: 30, allocRate: '50MiB' }] },
      })
    for (const procs of [16, 256]) {
      const trace = limited(procs)
      const { mutatorSeconds, wallSeconds, compulsoryGcFraction } = trace.result
      // All of the work is done in time: 30 s of it in 30 s. Go's limiter divides by what idle CPUs leave.
      expect(wallSeconds).toBeCloseTo(30, 3)
      expect(mutatorSeconds).toBeCloseTo(30, 3)
      expect(compulsoryGcFraction).toBeGreaterThan(0.75)
      const { label, reason } = toVerdict(trace, {})
      expect(label).toBe('GC CPU limited')
      expect(reason).not.toContain('half of the CPU or more')
      expect(Number(/GC really took ([\d.]+) % of the CPU that/.exec(reason)?.[1])).toBeLessThan(10)
    }
  })

  it('is claimed where most CPUs are idle if the limiter acts for much of the run', () => {
    const trace = run({
      model: 'runtime',
      gogc: 'off',
      procs: 8,
      memoryLimit: '60MiB',
      program: {
        initialLive: '100MiB',
        otherMemory: '4MiB',
        busyProcs: 1,
        phases: [{ duration: 60, allocRate: '200MiB' }],
      },
    })
    expect(trace.result.limiterSeconds).toBeGreaterThan(0.1 * trace.result.wallSeconds)
    expect(toVerdict(trace, {}).kind).toBe('thrashing')
  })

  it('names the limiter where GC itself takes little: idle CPUs mark, which the limiter does not count', () => {
    const trace = run({
      model: 'runtime',
      procs: 2,
      memoryLimit: '1MiB',
      program: {
        initialLive: '30MiB',
        busyProcs: 0.6,
        pace: 'clock',
        phases: [{ duration: 20, allocRate: '50MiB', scanRate: '2GiB' }],
      },
    })
    expect(trace.result.compulsoryGcFraction).toBeLessThan(0.4)
    const { kind, label, reason } = toVerdict(trace, {})
    expect(kind).toBe('thrashing')
    // With 17 % of the CPU beside it, nobody would call that thrashing.
    expect(label).toBe('GC CPU limited')
    expect(reason).toMatch(
      /GC really took \d+\.\d % of the CPU that the program could use\. Go’s limiter assumes a quarter of all CPUs during/,
    )
    // The large figure on the page is another share.
    expect(reason).toContain(`GC CPU, ${formatShare(trace.result.compulsoryGcFraction)}, also counts marking`)
    expect(reason).toMatch(/^The 50 % GC CPU limit acted for [\d.]+ s elapsed: GC ran to hold the memory limit\./)
    expect(reason).not.toContain('half of the CPU')
  })

  it('is not claimed because idle CPUs help to mark', () => {
    // Most of the CPU time used is idle marking; of what eight CPUs offer, it is a few percent.
    const trace = simulate(withModel(toScenario(findPreset('lines-naive')!), 'runtime'))
    const { kind, reason } = toVerdict(trace, {})
    expect(trace.result.gcCpuFraction).toBeGreaterThan(0.5)
    expect(kind).toBe('healthy')
    expect(reason).toMatch(
      /^GC CPU is 5\.\d %; of the CPU time used, marking on idle CPUs included, GC takes 56\.5 %, and /,
    )
  })

  it('is not claimed for an idle service with a cycle every two minutes', () => {
    const trace = run({
      model: 'runtime',
      procs: 8,
      changes: [{ at: 0, forceGC: true }],
      program: { pace: 'clock', initialLive: '500MiB', phases: [{ duration: 3600, allocRate: '1KiB' }] },
    })
    expect(trace.cycles.count).toBeGreaterThan(10)
    expect(toVerdict(trace, {}).kind).toBe('healthy')
  })

  it('counts what the program lost: about the time by which its work takes longer', () => {
    const program = (busyProcs: number) => ({
      initialLive: '100MiB',
      busyProcs,
      phases: [{ duration: 20, allocRate: '200MiB', scanRate: '500MiB' }],
    })
    for (const busy of [1, 2, 4, 8]) {
      const settings = { model: 'runtime', procs: 8, gogc: 'off', program: program(busy) }
      const [free, held] = [run(settings), run({ ...settings, memoryLimit: '110MiB' })]
      const lost = 1 - free.result.wallSeconds / held.result.wallSeconds
      expect(shareTaken(held, factsOf(held))).toBeCloseTo(lost, 1)
    }
  })

  it('is judged the same under a quota that never stops the program', () => {
    fc.assert(
      fc.property(plausibleScenario({ model: 'runtime' }), fc.constantFrom(1, 2), ({ changes, ...rest }, times) => {
        // All CPUs or more are no quota at all; a change of GOMAXPROCS could make it one.
        const scenario = { ...rest, changes: changes.map(({ procs: _, cpuQuota: __, ...change }) => change) }
        const options = { maxCycles: 400, maxSteps: 100_000 }
        const free = simulate({ ...scenario, cpuQuota: OFF }, options)
        const quota = simulate({ ...scenario, cpuQuota: { kind: 'cpus', cpus: times * scenario.procs } }, options)
        expect(quota.result.throttledSeconds).toBe(0)
        // Times differ by rounding: a quota divides the run at the end of each period.
        const [a, b] = [toVerdict(quota, {}), toVerdict(free, {})]
        expect([a.kind, a.label]).toEqual([b.kind, b.label])
      }),
      { numRuns: 60 },
    )
  })

  it('counts idle marking as lost where a quota stops the program, in every cycle', () => {
    const held = run({
      model: 'runtime',
      procs: 8,
      cpuQuota: 2,
      program: { pace: 'clock', busyProcs: 2, initialLive: '200MiB', phases: [{ duration: 20, allocRate: '400MiB' }] },
    })
    expect(held.result.throttledSeconds).toBeGreaterThan(2)
    const { spare, offered } = factsOf(held).effort
    // Only the cycle before the first stop cannot know of it.
    expect(spare).toBeLessThan(0.01 * offered)
  })
})

describe('the share of the time in which a program thrashes', () => {
  const shareOf = (thrashingSeconds: number, limitedSeconds: number, wallSeconds: number) => {
    const tally = { ...createTally(), limitedSeconds }
    tally.effort.thrashingSeconds = thrashingSeconds
    return thrashingShare({ tally, result: { wallSeconds } as RunResult })
  }

  it('is that of much GC or of the GC CPU limit, whichever is more', () => {
    expect(shareOf(2, 3, 10)).toBe(0.3)
    expect(shareOf(4, 3, 10)).toBe(0.4)
  })

  it('is never more than the whole run', () => {
    expect(shareOf(2, 11, 10)).toBe(1)
  })

  it('is none for a run of no length, or one that was not counted', () => {
    expect(shareOf(0, 0, 0)).toBe(0)
    expect(thrashingShare({ tally: undefined, result: { wallSeconds: 10 } as RunResult })).toBe(0)
  })
})
