import { createSharedCells, type SimulateCell } from '../../explore/map/shared-cells.ts'
import { CELL_BOUNDS, type MapQuestion } from './question.ts'
import type { MapWorkOptions } from './work.ts'

/** Simulates cells on this thread; what was found for one of a map serves the next. */
export function createSimulateHere(): MapWorkOptions['simulateHere'] {
  const maps = new WeakMap<MapQuestion, SimulateCell>()
  return (question, gogc, memoryLimit) => {
    const cellOf = maps.get(question) ?? createSharedCells(question.scenario, CELL_BOUNDS)
    maps.set(question, cellOf)
    return cellOf(gogc, memoryLimit)
  }
}
