import { type Cell, toCell, withInitial } from '../../src/explore/map/cell.ts'
import { simulateResult } from '../../src/model/simulate-result.ts'
import type { SimulateOptions } from '../../src/model/simulators.ts'
import type { Scenario } from '../../src/scenario/types.ts'

/** One cell of a map, simulated alone; a run that meets a bound of `options` is stopped there, and its outcome says so. */
export function simulateCell(scenario: Scenario, gogc: number, memoryLimit: number, options?: SimulateOptions): Cell {
  return toCell(gogc, memoryLimit, simulateResult(withInitial(scenario, gogc, memoryLimit), options), {})
}
