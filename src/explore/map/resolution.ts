import type { RunResult } from '../../model/result.ts'
import type { ModelKind } from '../../scenario/types.ts'
import type { Resolution } from './axes.ts'

/** The resolutions of the page's maps, the finest first. */
export const RESOLUTIONS: readonly Resolution[] = [
  { columns: 64, rows: 48 },
  { columns: 32, rows: 24 },
  { columns: 16, rows: 12 },
]

/** CPU-seconds of a cell, as `npm run bench:map` has them: of any, and per cycle that the program takes at GOGC=100. */
const CELL_SECONDS = 0.0002
const CYCLE_SECONDS: Readonly<Record<ModelKind, number>> = { guide: 0.15e-6, runtime: 3e-6 }
/** The longest time of a whole map on one thread. */
const MOST_SECONDS = 10

/** About how long a map takes one thread, in seconds. An estimate, from the program's run at GOGC=100. */
export function estimateSeconds(model: ModelKind, { cycles }: RunResult, { columns, rows }: Resolution): number {
  return columns * rows * (CELL_SECONDS + cycles * CYCLE_SECONDS[model])
}

/** The finest resolution whose map is ready in time; else the coarsest. @returns its index */
export function fitResolution(model: ModelKind, free: RunResult): number {
  const found = RESOLUTIONS.findIndex((one) => estimateSeconds(model, free, one) <= MOST_SECONDS)
  return found < 0 ? RESOLUTIONS.length - 1 : found
}
