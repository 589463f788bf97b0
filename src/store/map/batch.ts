import { createSharedCells, type SimulateCell } from '../../explore/map/cell.ts'
import type { SimulateOptions } from '../../model/simulators.ts'
import type { Compute } from '../../work/queue.ts'
import type { CellSetting, KnownCell, MapJob } from './question.ts'

/** After this many steps (some 100 ms) the run of a cell is stopped. The command line has no such bound. */
export const CELL_BOUNDS: SimulateOptions = { maxCycles: 100_000, maxSteps: 400_000, givesUpEarly: true }

/** How long a thread works between two answers: a newer map must not wait, and messages cost time. */
export const BATCH_MS = 10

/** The answer of a thread: the first cells of the job. Those for which there was no time are asked for again. */
export interface Batch {
  readonly cells: readonly KnownCell[]
  /** Milliseconds. */
  readonly took: number
}

/** Simulates batches, in a worker or on the page's own thread. Findings about one cell of a map help with the next. */
export function createBatches(): Compute<MapJob, never, Batch> {
  let map: number | undefined
  let cellOf: SimulateCell
  return ({ id, scenario, circumstances, settings }) => {
    if (id !== map) cellOf = createSharedCells(scenario, circumstances, CELL_BOUNDS)
    map = id
    return { next: () => ({ done: true, value: simulateBatch(settings, cellOf, () => performance.now()) }) }
  }
}

/** Simulates settings in order until the time is up: how long a cell takes is only known afterwards. */
export function simulateBatch(settings: readonly CellSetting[], cellOf: SimulateCell, now: () => number): Batch {
  const begun = now()
  const cells: KnownCell[] = []
  for (const [index, gogc, limit] of settings) {
    cells.push([index, cellOf(gogc, limit)])
    if (now() - begun >= BATCH_MS) break
  }
  return { cells, took: now() - begun }
}
