import type { RunResult } from '../../model/result.ts'
import type { ModelKind } from '../../scenario/types.ts'
import type { Resolution } from './axes.ts'

/** The resolutions of the page's maps, the finest first. */
export const RESOLUTIONS: readonly Resolution[] = [
  { columns: 64, rows: 48 },
  { columns: 32, rows: 24 },
  { columns: 16, rows: 12 },
]

/** CPU-seconds per cell, from `npm run bench:map`: a fixed part, and a part per cycle of the run at GOGC=100. */
const CELL_SECONDS = 0.0002
const CYCLE_SECONDS: Readonly<Record<ModelKind, number>> = { guide: 0.15e-6, runtime: 3e-6 }
/** The longest time that a whole map may take on one thread. */
const MOST_SECONDS = 10

/** The estimated seconds of a map on one thread, from the program's run at GOGC=100. */
export function estimateSeconds(model: ModelKind, { cycles }: RunResult, { columns, rows }: Resolution): number {
  return columns * rows * (CELL_SECONDS + cycles * CYCLE_SECONDS[model])
}

/** The index of the finest resolution whose map is ready in time; else of the coarsest. */
export function fitResolution(model: ModelKind, free: RunResult): number {
  const found = RESOLUTIONS.findIndex((one) => estimateSeconds(model, free, one) <= MOST_SECONDS)
  return found < 0 ? RESOLUTIONS.length - 1 : found
}
