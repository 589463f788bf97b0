import { createSharedCells, type SimulateCell } from '../../explore/map/shared-cells.ts'
import type { SimulateOptions } from '../../model/simulators.ts'
import type { Compute } from '../../work/queue.ts'
import type { CellSetting, KnownCell, MapJob } from './question.ts'

/** Where a cell's run is given up and said to be stopped: some 100 ms. The command line knows no such bound. */
export const CELL_BOUNDS: SimulateOptions = { maxCycles: 100_000, maxSteps: 400_000, givesUpEarly: true }

/** How long a thread works before it answers: short enough to turn to other work soon, long enough for few messages. */
export const BATCH_MS = 10

/** What a thread answers: cells of the job from its first on. Those it had no time for are asked for again. */
export interface Batch {
  readonly cells: readonly KnownCell[]
  /** Milliseconds. */
  readonly took: number
}

/** Simulates batches, in a worker or on the page's own thread. What was found for one cell of a map serves the next. */
export function createBatches(): Compute<MapJob, never, Batch> {
  let map: number | undefined
  let cellOf: SimulateCell
  return ({ id, scenario, circumstances, settings }) => {
    if (id !== map) cellOf = createSharedCells(scenario, circumstances, CELL_BOUNDS)
    map = id
    return { next: () => ({ done: true, value: simulateBatch(settings, cellOf, () => performance.now()) }) }
  }
}

/** Simulates settings in order until the time is up: what a cell costs is known only afterwards. */
export function simulateBatch(settings: readonly CellSetting[], cellOf: SimulateCell, now: () => number): Batch {
  const begun = now()
  const cells: KnownCell[] = []
  for (const [index, gogc, limit] of settings) {
    cells.push([index, cellOf(gogc, limit)])
    if (now() - begun >= BATCH_MS) break
  }
  return { cells, took: now() - begun }
}
