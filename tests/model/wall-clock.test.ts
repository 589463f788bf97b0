import { describe, expect, it } from 'vitest'
import { gcShareOfCycle } from '../../src/model/gc-share.ts'
import { simulate } from '../../src/model/simulate.ts'
import { endOf } from '../../src/model/steps.ts'
import { onWallClock } from '../../src/model/wall-clock.ts'
import { validateScenario } from '../../src/scenario/validate.ts'

function run(rest: object) {
  const scenario = validateScenario({
    version: 1,
    model: 'runtime',
    procs: 4,
    program: {
      initialLive: '20MiB',
      pace: 'clock',
      phases: [{ duration: 4, allocRate: '100MiB', scanRate: '500MiB', newSurvivalRate: 0.02 }],
    },
    ...rest,
  })
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.problems))
  return simulate(scenario.value)
}

describe('a run on the wall clock', () => {
  it('ends at its elapsed time, and shares of all processors add up to the CPU time spent', () => {
    const trace = run({})
    const shown = onWallClock(trace, () => 4)
    expect(endOf(shown)).toBeCloseTo(trace.result.wallSeconds, 9)
    const { endWall } = trace.cycles.runtime!
    let spent = 0
    for (let i = 0; i < shown.cycles.count; i++)
      spent += gcShareOfCycle(shown, i) * 4 * (endWall[i]! - (i > 0 ? endWall[i - 1]! : 0))
    expect(spent).toBeGreaterThan(0)
    const { assist, background, idle, pause } = trace.cycles.runtime!
    const recorded = [assist, background, idle, pause].reduce(
      (sum, column) => sum + column.reduce((a, b) => a + b, 0),
      0,
    )
    expect(spent).toBeCloseTo(recorded, 6)
  })

  it('says when a run was killed in elapsed time', () => {
    const trace = run({ containerLimit: '30MiB' })
    const { outcome } = onWallClock(trace, () => 4).result
    expect(outcome).toMatchObject({ kind: 'oom-killed', atSeconds: trace.result.wallSeconds })
  })

  it('has changes of settings at their elapsed times', () => {
    const trace = run({ changes: [{ at: 2, gogc: 50 }] })
    const shown = onWallClock(trace, () => 4)
    const at = trace.points.time.indexOf(trace.segments[1]!.time)
    expect(at).toBeGreaterThan(0)
    expect(shown.segments[1]?.time).toBe(trace.points.runtime!.wall[at])
  })
})
