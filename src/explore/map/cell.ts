import { type Danger, toDangers } from '../../model/judgement/dangers.ts'
import type { RunResult } from '../../model/result.ts'
import { simulateResult } from '../../model/simulate-result.ts'
import type { SimulateOptions } from '../../model/simulators.ts'
import type { Judged } from '../../model/trace.ts'
import { type Circumstances, toVerdict, type Verdict } from '../../model/verdict.ts'
import type { Scenario } from '../../scenario/types.ts'
import { toGcPercent, toLimit } from '../../units.ts'

/** One setting of a map, with the outcome of the whole run. */
export interface Cell {
  /** Percent; Infinity: off. */
  readonly gogc: number
  /** Bytes; Infinity: off. */
  readonly memoryLimit: number
  readonly result: RunResult
  readonly verdict: Pick<Verdict, 'kind' | 'label'>
  readonly dangers: readonly Danger[]
}

export function toCell(gogc: number, memoryLimit: number, run: Judged, circumstances: Circumstances): Cell {
  const { kind, label } = toVerdict(run, circumstances)
  return { gogc, memoryLimit, result: run.result, verdict: { kind, label }, dangers: toDangers(run, circumstances) }
}

/**
 * Sets initial settings, as the sliders do; changes during the run stay.
 * @param gogc percent; Infinity: off
 * @param memoryLimit bytes; Infinity: off
 */
export function withInitial(scenario: Scenario, gogc: number, memoryLimit: number): Scenario {
  return { ...scenario, gogc: toGcPercent(gogc), memoryLimit: toLimit(memoryLimit) }
}

/** Simulates the cell of a setting: GOGC in percent and a limit in bytes; Infinity: off. */
type SimulateCell = (gogc: number, memoryLimit: number) => Cell

/** A limit, in bytes, far above any run: a run under it reports `limitNeed`, the least limit that alters nothing. */
const FAR_LIMIT = 2 ** 52

/**
 * A limit that never sets a goal and never makes Go give memory back changes nothing. All higher limits of that column
 * then give the same run, so we simulate it once. The cells are exact.
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
