import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createProgramTime } from '../../src/model/program-time.ts'
import { simulate } from '../../src/model/simulate.ts'
import { endOf } from '../../src/model/steps.ts'
import type { Trace } from '../../src/model/trace.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { plausibleScenario } from '../arbitraries/scenario.ts'

const lengthOf = ({ program }: Scenario) => program.phases.reduce((sum, { duration }) => sum + duration, 0)

/** A change without effect, placed where a phase ends: it makes the run record exactly when that was. */
const withProbe = (scenario: Scenario, at: number): Scenario => ({ ...scenario, changes: [{ at }] })

describe('the program’s own time on the axis of its run', () => {
  it.each(['guide', 'runtime'] as const)('%s: never falls, from the start to the end', (model) => {
    fc.assert(
      fc.property(plausibleScenario({ model, maxPhases: 4 }), (scenario) => {
        const trace = simulate(scenario, { maxCycles: 5000, maxSteps: 100_000 })
        const length = lengthOf(scenario)
        const { toAxis, toOwn } = createProgramTime(trace, length, scenario.program.pace === 'clock')
        const places = Array.from({ length: 41 }, (_, i) => toAxis((i / 40) * length))
        places.forEach((place, i) => {
          expect(place).toBeGreaterThanOrEqual(i > 0 ? (places[i - 1] ?? 0) - 1e-9 : 0)
        })
        if (trace.result.outcome.kind !== 'completed') return
        // A change at the very end may cause a cycle there: the program's end is then at one end of that cycle.
        const last = places.at(-1) ?? 0
        const off = Math.min(Math.abs(last - endOf(trace)), Math.abs(toOwn(last) - length))
        expect(off).toBeLessThanOrEqual(1e-6 * Math.max(1, endOf(trace)))
      }),
      { numRuns: 60 },
    )
  })

  it('guide: a boundary of phases is exactly where a change at that boundary acted', () => {
    fc.assert(
      fc.property(plausibleScenario({ model: 'guide', maxPhases: 4, maxChanges: 0 }), (scenario) => {
        const [first] = scenario.program.phases
        fc.pre(first !== undefined)
        const probed = withProbe(scenario, first.duration)
        const trace = simulate(probed, { maxCycles: 20_000 })
        const segment = trace.segments[1]
        fc.pre(segment !== undefined)
        const { toAxis, toOwn } = createProgramTime(trace, lengthOf(scenario))
        // A cycle may run at that instant: the boundary is then at one end of it. Own time is equal at both ends.
        expect(toOwn(segment.time)).toBeCloseTo(first.duration, 6)
        expect(toOwn(toAxis(first.duration))).toBeCloseTo(first.duration, 6)
      }),
      { numRuns: 100 },
    )
  })
})

/**
 * Four CPU-seconds with two cycles: one from 1 to 2 that took 0.5, and one from 3 to 3.5 that took all. So the program
 * itself has done 0, 1, 1.5, 2.5, 2.5 and 3 seconds at the instants 0, 1, 2, 3, 3.5 and 4.
 */
function traceOf(changes: readonly (readonly [own: number, axis: number])[], kind: 'completed' | 'oom-killed'): Trace {
  const time = Float64Array.of(0, 1, 2, 3, 3.5, 4)
  const wall = Float64Array.of(0, 0.5, 1, 2, 2.5, 3)
  const runtime = {
    assist: Float64Array.of(0.1, 0.2),
    background: Float64Array.of(0.15, 0.2),
    idle: Float64Array.of(0.2, 0.1),
    pause: Float64Array.of(0.05, 0.3),
  }
  return {
    model: 'runtime',
    points: { count: 6, time, runtime: { wall } },
    cycles: { count: 2, startPoint: Uint32Array.of(1, 3), endPoint: Uint32Array.of(2, 4), runtime },
    segments: [[0, 0] as const, ...changes].map(([mutatorTime, at]) => ({ mutatorTime, time: at })),
    result: { outcome: { kind } },
  } as unknown as Trace
}

describe('the program’s own time in the runtime model', () => {
  const ownAt = (trace: Trace, length: number, isClocked = false) => {
    const { toOwn } = createProgramTime(trace, length, isClocked)
    return [0, 1, 2, 3, 3.5, 4].map((at) => Number(toOwn(at).toFixed(9)))
  }

  it('leaves out the CPU time of cycles, at most all of the time in which they ran', () => {
    const trace = traceOf([], 'completed')
    expect(ownAt(trace, 3)).toEqual([0, 1, 1.5, 2.5, 2.5, 3])
    const { toAxis } = createProgramTime(trace, 3)
    expect([0.5, 1.25, 2, 2.75].map(toAxis)).toEqual([0.5, 1.5, 2.5, 3.75])
  })

  it('ends with the program, although the CPU time of cycles is not known exactly', () => {
    expect(ownAt(traceOf([], 'completed'), 6)).toEqual([0, 2, 3, 5, 5, 6])
  })

  it('passes through every change, and is stretched in between', () => {
    // A second of the program's time until instant 2 instead of 1.5; then three seconds instead of 1.5.
    expect(ownAt(traceOf([[1, 2]], 'completed'), 4)).toEqual([0, 0.666666667, 1, 3, 3, 4])
  })

  it('continues after the last change of a run that was killed', () => {
    expect(ownAt(traceOf([[1, 2]], 'oom-killed'), 100)).toEqual([0, 0.666666667, 1, 2, 2, 2.5])
    const { toOwn, toAxis } = createProgramTime(traceOf([[1, 2]], 'oom-killed'), 100)
    expect([toOwn(5), toAxis(3.5)]).toEqual([3.5, 5])
  })

  it('is elapsed time if the program goes by the clock', () => {
    expect(ownAt(traceOf([], 'completed'), 3, true)).toEqual([0, 0.5, 1, 2, 2.5, 3])
    expect(ownAt(traceOf([[2, 2]], 'completed'), 4, true)).toEqual([0, 1, 2, 3, 3.5, 4])
  })
})
