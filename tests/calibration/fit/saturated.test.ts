import { describe, expect, it } from 'vitest'
import { toWorkload } from '../../../src/calibration/fit/model-run.ts'
import type { Series } from '../../../src/calibration/shape/series.ts'
import { GIB, MIB } from '../../../src/units.ts'
import { ALL_BUSY, flat, growing, run, slackOf, steadily, with_ } from './steady-run.ts'

describe('a program that keeps all processors busy', () => {
  const phaseOf = (series: Series, hasSlack: boolean, peakMiB?: number) =>
    run(with_(series, { slack: slackOf(hasSlack, peakMiB) })).scenario.program.phases[0]!

  it('demands what the log shows, if it has slack', () => {
    const { scenario } = run(with_(flat(ALL_BUSY), { slack: slackOf(true) }))
    expect(scenario.program).toMatchObject({
      busyProcs: 0,
      phases: [{ goroutines: 0, markSlowdown: 1.5, duration: 10 }],
    })
    expect(scenario.program.phases[0]!.allocRate / MIB).toBeCloseTo(100, 1)
    // What one CPU allocates when it does nothing else.
    expect(scenario.program.peakAllocRate / GIB).toBeCloseTo(2.2, 3)
  })

  it('demands a fifth more than it can do, for the same time, if it has no slack and a flat heap', () => {
    const { program } = run(with_(flat(ALL_BUSY), { slack: slackOf(false, 40) })).scenario
    expect(program.peakAllocRate / MIB).toBeCloseTo(40, 1)
    expect(program.phases[0]).toMatchObject({ duration: 10, markSlowdown: 1.7, dropsLate: true })
    expect(program.phases[0]!.allocRate / MIB).toBeCloseTo(1.2 * 160, 0)
  })

  it('demands what the log shows if it could do far more: then it does other work, or waits', () => {
    // It allocates 95 MiB between two cycles, in 0.9 s: 105.6 MiB per second, and half of 4 × 52 is 104.
    expect(phaseOf(flat(ALL_BUSY), false, 56).allocRate / MIB).toBeCloseTo(100, 1)
    expect(phaseOf(flat(ALL_BUSY), false, 52).allocRate / MIB).toBeCloseTo(1.2 * 208, 0)
  })

  it('of which GC takes most demands more, however little it allocates', () => {
    // Of 4 CPU-seconds marking takes 3.6: it allocates 100 MiB per second, and could do 800.
    const most = { slack: slackOf(false), busy: 4, isTried: true, isSaturated: true }
    const { phases } = run(with_(flat({ mark: 0.9, background: 3.6 }), most)).scenario.program
    expect(phases[0]!.allocRate / MIB).toBeCloseTo(1.2 * 800, 0)
  })

  it('keeps no more bytes because of the higher demand', () => {
    // A heap of 500 MiB that grows by 2 MiB per second counts as flat: 2 of 100 MiB survive, and so 2 of 192 demanded.
    const phase = phaseOf(steadily(2, ALL_BUSY, 4, 500), false, 40)
    expect(phase.newSurvivalRate).toBeCloseTo(2 / 192, 5)
  })

  it('has a shorter phase for a job that allocates more than half of what it can', () => {
    // It allocates 105.6 MiB/s between cycles, and could do 200: so it demands its 1,000 MiB at 240 MiB/s.
    const phase = phaseOf(growing(ALL_BUSY), false, 50)
    expect(phase.allocRate / MIB).toBeCloseTo(240, 1)
    expect(phase.duration).toBeCloseTo(1000 / 240, 3)
    expect(phase.newSurvivalRate).toBeCloseTo(0.1, 4)
    // If it could do 212 MiB/s, it mostly does other work.
    expect(phaseOf(growing(ALL_BUSY), false, 53).duration).toBe(10)
  })

  it('never demands less than the log shows', () => {
    expect(phaseOf(flat(ALL_BUSY), false, 20).allocRate / MIB).toBeCloseTo(100, 1)
  })

  it('demands nothing if it allocates nothing and can do nothing', () => {
    const nothing = { ...flat(ALL_BUSY), allocated: new Float64Array(9), endAllocated: 0 }
    expect(phaseOf(nothing, false, 0)).toMatchObject({ allocRate: 0, newSurvivalRate: 0, duration: 10 })
  })

  it('is a job with as many goroutines as whole CPUs that its cycles leave it', () => {
    const goroutines = (idle: number) => {
      const workload = toWorkload(growing({ background: 0.1, idle }))
      return run({ ...workload, isSaturated: true, slack: slackOf(true) }).scenario.program.phases[0]?.goroutines
    }
    expect([0.16, 0.14].map((idle) => goroutines(idle))).toEqual([1, 2])
  })

  it('is a job of fewer goroutines while it leaves processors idle, and keeps the log’s time', () => {
    const { isSaturated, ...rest } = toWorkload(growing())
    const phase = run({ ...rest, isSaturated: true, slack: slackOf(true) }).scenario.program.phases[0]!
    expect(isSaturated).toBe(false)
    expect(phase).toMatchObject({ goroutines: 1, duration: 10 })
  })
})
