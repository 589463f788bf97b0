import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { simulate } from '../../../src/model/simulate.ts'
import { MIB } from '../../../src/units.ts'
import { plausibleScenario } from '../../arbitraries/scenario.ts'
import { findBroken } from '../../support/invariants.ts'
import { run } from '../../support/run.ts'

/** 80 MiB of objects, of which a share dies at random; then a second of nothing but garbage, and a forced cycle. */
function afterDeath(objectsPerSpan: number, dying: number, then: readonly object[] = []): number {
  const trace = run({
    model: 'runtime',
    gogc: 'off',
    program: {
      initialLive: '80MiB',
      heapOverhead: 0,
      objectsPerSpan,
      phases: [{ duration: 1, allocRate: 0, oldDeathRate: dying }, { duration: 1, allocRate: 0 }, ...then],
    },
    changes: [{ at: 1.5, freeOSMemory: true }, ...(then.length > 0 ? [{ at: 3, freeOSMemory: true }] : [])],
  })
  const { counted } = trace.points.runtime!
  return counted[trace.points.count - 1]! / MIB
}

describe('spans whose objects die at random', () => {
  it('are freed as far as all their objects are dead', () => {
    // With one object per span nothing is left behind; with many, next to everything.
    expect(afterDeath(1, 0.5)).toBeCloseTo(40, 6)
    expect(afterDeath(2, 0.5)).toBeCloseTo(80 * 0.75, 6)
    expect(afterDeath(64, 0.5)).toBeCloseTo(80, 6)
    expect(afterDeath(8, 0.9)).toBeCloseTo(80 * (1 - 0.9 ** 8), 6)
  })

  it('are all freed when nothing lives', () => {
    expect(afterDeath(8, 1)).toBeCloseTo(0, 6)
  })

  it('are filled first by what comes to live in them', () => {
    const grown = [{ duration: 1, allocRate: '20MiB', newSurvivalRate: 1 }]
    expect(afterDeath(64, 0.5, grown)).toBeCloseTo(80, 6)
    expect(afterDeath(1, 0.5, grown)).toBeCloseTo(60, 6)
  })

  it('never hold less than the heap, nor more than was ever mapped, in any run', () => {
    fc.assert(
      fc.property(
        plausibleScenario({ model: 'runtime' }),
        fc.constantFrom(1, 2.5, 10, 128),
        (drawn, objectsPerSpan) => {
          const scenario = { ...drawn, program: { ...drawn.program, objectsPerSpan } }
          const trace = simulate(scenario, { maxCycles: 500, maxSteps: 100_000 })
          expect(findBroken(trace)).toEqual([])
          const { count, live, fresh, runtime } = trace.points
          const holdsLess = (heldBytes: number, i: number) => !(heldBytes * (1 + 1e-9) >= live[i]! + fresh[i]!)
          expect(runtime!.counted.subarray(0, count).findIndex(holdsLess)).toBe(-1)
          expect(runtime!.container.subarray(0, count).findIndex((bytes) => !(bytes >= 0))).toBe(-1)
        },
      ),
      { numRuns: 100 },
    )
  })
})
