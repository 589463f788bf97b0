import type { MapAxes } from '../../explore/map/axes.ts'
import type { Cell } from '../../explore/map/cell.ts'
import type { Circumstances } from '../../model/verdict.ts'
import type { Scenario } from '../../scenario/types.ts'

export interface MapQuestion {
  readonly scenario: Scenario
  readonly circumstances: Circumstances
  readonly axes: MapAxes
}

/** Some cells of a map, for one thread. */
export interface MapJob {
  /** Of the map: one for all its jobs. */
  readonly id: number
  readonly scenario: Scenario
  readonly circumstances: Circumstances
  readonly settings: readonly CellSetting[]
}

export type CellSetting = readonly [index: number, gogc: number, memoryLimit: number]

export type KnownCell = readonly [index: number, cell: Cell]

/** The number of settings on each axis of a map. */
export function sizeOf({ gogcs, limits }: MapAxes) {
  return { columns: gogcs.length, rows: limits.length }
}
