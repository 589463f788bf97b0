import type { SimulateCell } from '../../explore/map/shared-cells.ts'
import type { CellSetting, KnownCell } from './question.ts'

/** So long a thread works before it answers: short enough to turn to something else, long enough to be worth a message. */
export const BATCH_MS = 10

/** What a thread got done of some settings: the first so many, one at least. */
export interface Batch {
  readonly cells: readonly KnownCell[]
  /** Milliseconds. */
  readonly took: number
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
