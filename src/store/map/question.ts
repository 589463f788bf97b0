import type { MapAxes } from '../../explore/map/axes.ts'
import type { Cell } from '../../explore/map/cell.ts'
import type { SimulateOptions } from '../../model/simulators.ts'
import type { Circumstances } from '../../model/verdict.ts'
import type { Scenario } from '../../scenario/types.ts'

/** A map to be simulated. */
export interface MapQuestion {
  readonly scenario: Scenario
  readonly circumstances: Circumstances
  readonly axes: MapAxes
}

/** Some cells of a map, for one thread. */
export interface MapJob {
  readonly id: number
  readonly scenario: Scenario
  readonly circumstances: Circumstances
  readonly settings: readonly CellSetting[]
}

export type CellSetting = readonly [index: number, gogc: number, memoryLimit: number]

export type KnownCell = readonly [index: number, cell: Cell]

/** Cells of a job from its first on; those it had no time for are asked for again. */
export interface MapAnswer {
  readonly id: number
  readonly cells: readonly KnownCell[]
  /** How long the thread took, in milliseconds. */
  readonly took: number
}

/** Where a cell's run is given up and said to be stopped: some 100 ms. The command line knows no such bound. */
export const CELL_BOUNDS: SimulateOptions = { maxCycles: 100_000, maxSteps: 400_000, givesUpEarly: true }
