import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createProgramTime } from '../../src/model/program-time.ts'
import { simulate } from '../../src/model/simulate.ts'
import { endOf } from '../../src/model/steps.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { plausibleScenario } from '../arbitraries/scenario.ts'

const lengthOf = ({ program }: Scenario) => program.phases.reduce((sum, { duration }) => sum + duration, 0)

/** A change that changes nothing, put where a phase ends: the run then tells exactly when that was. */
const withProbe = (scenario: Scenario, at: number): Scenario => ({ ...scenario, changes: [{ at }] })

describe('the program’s own time on the axis of its run', () => {
  it.each(['guide', 'runtime'] as const)('%s: never falls, from the start to the end', (model) => {
    fc.assert(
      fc.property(plausibleScenario({ model, maxPhases: 4 }), (scenario) => {
        const trace = simulate(scenario, { maxCycles: 20_000 })
        const length = lengthOf(scenario)
        const { toAxis, toOwn } = createProgramTime(trace, length, scenario.program.pace === 'clock')
        const places = Array.from({ length: 41 }, (_, i) => toAxis((i / 40) * length))
        places.forEach((place, i) => {
          expect(place).toBeGreaterThanOrEqual(i > 0 ? (places[i - 1] ?? 0) - 1e-9 : 0)
        })
        if (trace.result.outcome.kind !== 'completed') return
        // A change at the very end may cause a cycle there: the program's end then stands at one of that cycle's ends.
        const last = places.at(-1) ?? 0
        const off = Math.min(Math.abs(last - endOf(trace)), Math.abs(toOwn(last) - length))
        expect(off).toBeLessThanOrEqual(1e-6 * Math.max(1, endOf(trace)))
      }),
      { numRuns: 60 },
    )
  })

  it('guide: a boundary stands exactly where the run was when a change at that boundary acted', () => {
    fc.assert(
      fc.property(plausibleScenario({ model: 'guide', maxPhases: 4, maxChanges: 0 }), (scenario) => {
        const [first] = scenario.program.phases
        fc.pre(first !== undefined)
        const probed = withProbe(scenario, first.duration)
        const trace = simulate(probed, { maxCycles: 20_000 })
        const segment = trace.segments[1]
        fc.pre(segment !== undefined)
        const { toAxis, toOwn } = createProgramTime(trace, lengthOf(scenario))
        // A cycle may run at that very instant: the boundary then stands at one of its ends. Own time is the same there.
        expect(toOwn(segment.time)).toBeCloseTo(first.duration, 6)
        expect(toOwn(toAxis(first.duration))).toBeCloseTo(first.duration, 6)
      }),
      { numRuns: 100 },
    )
  })
})
