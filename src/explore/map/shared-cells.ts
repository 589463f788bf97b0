import { simulateResult } from '../../model/simulate-result.ts'
import type { SimulateOptions } from '../../model/simulators.ts'
import type { Circumstances } from '../../model/verdict.ts'
import type { Scenario } from '../../scenario/types.ts'
import { type Cell, toCell } from './cell.ts'
import { withInitial } from './setting.ts'

/** Simulates the cell of a setting: GOGC in percent and a limit in bytes; Infinity: off. */
export type SimulateCell = (gogc: number, memoryLimit: number) => Cell

/** A limit, in bytes, far above any run: a run under it reports `limitNeed`, the least limit that alters nothing. */
const FAR_LIMIT = 2 ** 52

/**
 * Simulates cells of one map. A limit changes nothing if it never sets a goal and never makes Go give memory back. All
 * higher limits of that column then give the same run, so we simulate it once. The cells are exact.
 */
export function createSharedCells(
  scenario: Scenario,
  circumstances: Circumstances,
  options?: SimulateOptions,
): SimulateCell {
  const known = new Map<number, { readonly need: number; readonly cell: Cell }>()
  // If the limit changes during the run, settings cannot share a run.
  const mayShare = scenario.changes.every((change) => change.memoryLimit === undefined)
  const run = (gogc: number, memoryLimit: number) => simulateResult(withInitial(scenario, gogc, memoryLimit), options)
  return (gogc, memoryLimit) => {
    const same = known.get(gogc)
    if (same && memoryLimit >= same.need) return { ...same.cell, memoryLimit }
    // With GOGC off, only a limit starts cycles: settings cannot share a run.
    if (!mayShare || gogc === Infinity) return toCell(gogc, memoryLimit, run(gogc, memoryLimit), circumstances)
    const found = run(gogc, Math.min(memoryLimit, FAR_LIMIT))
    const { limitNeed = Infinity } = found
    if (limitNeed <= Math.min(memoryLimit, FAR_LIMIT)) {
      const cell = toCell(gogc, memoryLimit, found, circumstances)
      known.set(gogc, { need: limitNeed, cell })
      return cell
    }
    return toCell(gogc, memoryLimit, memoryLimit > FAR_LIMIT ? run(gogc, memoryLimit) : found, circumstances)
  }
}
