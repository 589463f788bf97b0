import type { MapAxes } from '../../explore/map/axes.ts'
import type { Cell } from '../../explore/map/cell.ts'
import type { Circumstances } from '../../model/verdict.ts'
import type { Scenario } from '../../scenario/types.ts'

export interface MapQuestion {
  readonly scenario: Scenario
  readonly circumstances: Circumstances
  readonly axes: MapAxes
}

/** The cells of a map that one thread simulates, in their order. */
export interface MapJob extends Omit<MapQuestion, 'axes'> {
  readonly settings: readonly (readonly [index: number, gogc: number, memoryLimit: number])[]
}

export type KnownCell = readonly [index: number, cell: Cell]

/** The number of settings on each axis of a map. */
export function sizeOf({ gogcs, limits }: MapAxes) {
  return { columns: gogcs.length, rows: limits.length }
}
