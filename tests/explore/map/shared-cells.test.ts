import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAxes } from '../../../src/explore/map/axes.ts'
import { createSharedCells, withInitial } from '../../../src/explore/map/cell.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { simulateResult } from '../../../src/model/simulate-result.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { withModel } from '../../../src/scenario/with-model.ts'
import { MIB } from '../../../src/units.ts'
import { extremeScenario } from '../../arbitraries/extreme.ts'
import { plausibleScenario } from '../../arbitraries/scenario.ts'
import { simulateCell } from '../../support/cell.ts'
import { scenarioOf } from '../../support/run.ts'

const CAPS = { maxCycles: 1000, maxSteps: 10_000 }
const GOGC = fc.constantFrom(0, 10, 50, 100, 400, Infinity)
/** Memory limits as shares of the peak without a limit: a limit begins to matter a little above that peak. */
const SHARES = fc.array(fc.double({ min: 0.5, max: 1.6, noNaN: true }), { minLength: 3, maxLength: 8 })

/** In whatever order cells are asked for, each equals the cell that is simulated alone. */
function expectAlone(scenario: Scenario, gogcs: readonly number[], shares: readonly number[]): void {
  const cellOf = createSharedCells(scenario, {}, CAPS)
  for (const gogc of gogcs) {
    const { peakMemoryBytes } = simulate(withInitial(scenario, gogc, Infinity), CAPS).result
    const limits = [Infinity, ...shares.map((share) => Math.max(1, Math.round(share * peakMemoryBytes)))]
    for (const limit of [...limits, ...limits]) {
      const cell = cellOf(gogc, limit)
      expect(cell).toEqual(simulateCell(scenario, gogc, limit, CAPS))
      expect(cell.result).toEqual(simulate(withInitial(scenario, gogc, limit), CAPS).result)
    }
  }
}

describe('cells that share their runs', () => {
  for (const model of ['guide', 'runtime'] as const) {
    it(`equal cells that are simulated alone, to the last bit (${model})`, () => {
      const gogcs = fc.array(GOGC, { minLength: 1, maxLength: 2 })
      fc.assert(fc.property(plausibleScenario({ model }), gogcs, SHARES, expectAlone), { numRuns: 25 })
      fc.assert(fc.property(extremeScenario(model), gogcs, SHARES, expectAlone), { numRuns: 12 })
    })

    it(`make up a large part of a map (${model})`, () => {
      const spike = withModel(toScenario(findPreset('spike')!), model)
      const { gogcs, limits } = toAxes(spike, { columns: 16, rows: 12 })
      const cellOf = createSharedCells(spike, {})
      const cells = limits.flatMap((limit) => gogcs.map((gogc) => cellOf(gogc, limit)))
      // Cells that share a run have the identical result object, not merely an equal one.
      const runs = new Set(cells.map(({ result }) => result)).size
      expect(runs).toBeLessThan(0.8 * cells.length)
    })

    it(`find the limit above which nothing changes, and not one much too high (${model})`, () => {
      const spike = withModel(toScenario(findPreset('spike')!), model)
      const { peakMemoryBytes } = simulateResult(withInitial(spike, 100, Infinity)).result
      const { limitNeed } = simulateResult(withInitial(spike, 100, 2 * peakMemoryBytes))
      expect(limitNeed).toBeGreaterThanOrEqual(peakMemoryBytes)
      expect(limitNeed).toBeLessThan(1.3 * peakMemoryBytes)
    })
  }

  it('are judged on the machine of the program, also those that share a run', () => {
    const spike = toScenario(findPreset('spike')!)
    const { peakMemoryBytes } = simulateResult(spike).result
    const verdictsOn = (machineMemory: number) => {
      const cellOf = createSharedCells(spike, { machineMemory })
      return [Infinity, 2 * peakMemoryBytes].map((limit) => cellOf(100, limit).verdict.label)
    }
    expect(verdictsOn(peakMemoryBytes)).toEqual(['healthy', 'healthy'])
    expect(verdictsOn(peakMemoryBytes - 1)).toEqual(['machine too small', 'machine too small'])
  })

  it('do not exist where the memory limit changes during the run: each cell has its own run', () => {
    const spike = toScenario(findPreset('spike')!)
    const change = { at: 5, memoryLimit: { kind: 'bytes' as const, bytes: 40 * MIB } }
    expectAlone({ ...spike, changes: [change] }, [100], [0.7, 1.2, 1.6])
  })

  it('do not share a run that was given up only because of its limit', () => {
    // 20 MiB grow live within a second, below any limit; then 21 MiB leave hardly any room for garbage, 200 MiB do.
    const scenario = scenarioOf({
      program: {
        phases: [
          { duration: 1, allocRate: '20MiB', newSurvivalRate: 1 },
          { duration: 100, allocRate: '20MiB' },
        ],
      },
    })
    const cellOf = createSharedCells(scenario, {}, { maxCycles: 100, givesUpEarly: true })
    const outcomes = [21, 200].map((mib) => cellOf(400, mib * MIB).result.outcome.kind)
    expect(outcomes).toEqual(['stopped', 'completed'])
  })
})
