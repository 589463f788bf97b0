import { createSharedCells } from '../../explore/map/cell.ts'
import type { SimulateOptions } from '../../model/simulators.ts'
import type { KnownCell, MapJob } from './question.ts'

/** After this many steps (some 100 ms) the run of a cell is stopped. The command line has no such bound. */
export const CELL_BOUNDS: SimulateOptions = { maxCycles: 100_000, maxSteps: 400_000, givesUpEarly: true }

/** How long a thread works between two messages: a newer map must not wait, and messages cost time. */
const PIECE_MS = 10

/** Simulates cells, in a worker or on the page's own thread, and sends them in pieces. Findings about one help the next. */
export function* simulateCells(
  { scenario, circumstances, settings }: MapJob,
  now = () => performance.now(),
): Generator<readonly KnownCell[], void> {
  const cellOf = createSharedCells(scenario, circumstances, CELL_BOUNDS)
  let begun = now()
  let piece: KnownCell[] = []
  for (const [index, gogc, limit] of settings) {
    piece.push([index, cellOf(gogc, limit)])
    if (now() - begun < PIECE_MS) continue
    yield piece
    begun = now()
    piece = []
  }
  yield piece
}
