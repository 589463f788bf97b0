import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { simulate } from '../../src/model/simulate.ts'
import { toVerdict } from '../../src/model/verdict.ts'
import { plausibleScenario } from '../arbitraries/scenario.ts'
import { run } from '../support/run.ts'

describe('the share of the CPU that GC takes from the program', () => {
  it('equals GC’s share of CPU time in the guide model, whose cycles stop the program', () => {
    fc.assert(
      fc.property(plausibleScenario({ model: 'guide' }), (scenario) => {
        const { result } = simulate(scenario, { maxCycles: 2000 })
        expect(result.compulsoryGcFraction).toBe(result.gcCpuFraction)
      }),
    )
  })

  it('is (assists + background + pauses) / (GOMAXPROCS × elapsed − idle marking)', () => {
    const trace = run({
      model: 'runtime',
      procs: 4,
      program: {
        pace: 'clock',
        busyProcs: 1,
        initialLive: '100MiB',
        phases: [{ duration: 20, allocRate: '200MiB', scanRate: '400MiB' }],
      },
    })
    const { result, cycles, points } = trace
    const sum = (column: Float64Array) => column.subarray(0, cycles.count).reduce((all, seconds) => all + seconds, 0)
    const { assist, background, idle, pause, endWall } = cycles.runtime!
    // The run ends between two cycles.
    expect(points.runtime!.wall[points.count - 1]!).toBeGreaterThan(endWall[cycles.count - 1]!)
    const expected = (sum(assist) + sum(background) + sum(pause)) / (4 * result.wallSeconds - sum(idle))
    expect(result.compulsoryGcFraction).toBeCloseTo(expected, 12)
    expect(sum(idle)).toBeGreaterThan(0)
  })

  it('counts the time for which a CPU quota stops marking as GC’s, as Go’s clocks do, and not only CPU time used', () => {
    const { result, cycles } = run({
      model: 'runtime',
      procs: 4,
      cpuQuota: 0.5,
      program: {
        pace: 'clock',
        busyProcs: 0.5,
        initialLive: '100MiB',
        phases: [{ duration: 20, allocRate: '200MiB' }],
      },
    })
    const sum = (column: Float64Array) => column.subarray(0, cycles.count).reduce((all, seconds) => all + seconds, 0)
    const shareBy = ({ assist, background, idle }: Record<'assist' | 'background' | 'idle', Float64Array>) =>
      (sum(assist) + sum(background) + sum(cycles.runtime!.pause)) / (4 * result.wallSeconds - sum(idle))
    expect(result.compulsoryGcFraction).toBeCloseTo(shareBy(cycles.clocks!), 2)
    expect(result.compulsoryGcFraction).toBeGreaterThan(5 * shareBy(cycles.runtime!))
  })

  it('does not make an idle service with a large heap thrash, although most of its CPU time is GC', () => {
    const trace = run({
      model: 'runtime',
      procs: 8,
      program: {
        pace: 'clock',
        busyProcs: 0.05,
        initialLive: '1GiB',
        phases: [{ duration: 600, allocRate: '20MiB', scanRate: '300MiB' }],
      },
    })
    expect(trace.result.gcCpuFraction).toBeGreaterThan(0.5)
    expect(trace.result.compulsoryGcFraction).toBeLessThan(0.05)
    expect(toVerdict(trace, {}).kind).toBe('healthy')
  })
})
