import { isForced } from '../../model/cycles.ts'
import type { Trace } from '../../model/trace.ts'
import { commonRounding } from '../shape/rounding.ts'
import type { Piece } from '../shape/segments.ts'
import { pacedOf, type Series } from '../shape/series.ts'
import { isFlat } from '../shape/workload.ts'
import type { Search } from './trials.ts'

/** With fewer cycles in one steady piece, one more or less decides. */
const FEWEST = 8
/** Of what a cycle allocates: less makes no difference. */
const WORTHWHILE = 0.01

/**
 * A series whose allocation is free of what rounding does to all its cycles alike. What a steady cycle allocates is the
 * difference of the heap at its end and the live heap found, each rounded the same way in every line:
 *
 *   allocated = heap at end − live      as the lines show it, ± ½ MiB ± ½ MiB
 *
 * The simulation starts its cycles where Go’s pacer does, to the byte: what it allocates per cycle is better known, as far
 * as rounding leaves room for it. Nothing follows for sizes that differ from cycle to cycle: their mean is as it is.
 * @returns undefined where there is nothing to better
 */
export function* searchAllocation(
  series: Series,
  pieces: readonly Piece[],
  simulateAgain: () => Search<Trace>,
): Search<Series | undefined> {
  const piece = longestSteady(pieces)
  if (!piece) return undefined
  const measured = measuredPerCycle(series, piece)
  const common = (sizes: Float64Array) => commonRounding(pacedOf(series, sizes, piece.first, piece.end))
  const most = common(series.heapEnd) + common(series.live)
  if (most < WORTHWHILE * measured) return undefined
  const simulated = simulatedPerCycle(yield* simulateAgain(), piece)
  if (simulated === undefined) return undefined
  const more = Math.min(most, Math.max(-most, simulated - measured))
  return {
    ...series,
    allocated: series.allocated.map((bytes, i) => Math.max(0, bytes + i * more)),
    endAllocated: series.endAllocated + series.count * more,
  }
}

function longestSteady(pieces: readonly Piece[]): Piece | undefined {
  const steady = pieces.filter((piece) => piece.end - piece.first >= FEWEST && isFlat(piece))
  return steady.toSorted((a, b) => b.end - b.first - (a.end - a.first))[0]
}

/** From one start to the next, where the pacer chose the next. */
function measuredPerCycle({ allocated, forced }: Series, { first, end }: Piece): number {
  let bytes = 0
  let cycles = 0
  for (let i = first + 1; i < end; i++) {
    if (forced[i] === 1) continue
    bytes += allocated[i]! - allocated[i - 1]!
    cycles++
  }
  return cycles > 0 ? bytes / cycles : 0
}

/** The same of the simulation’s cycles within the piece; undefined where it has too few. */
function simulatedPerCycle(trace: Trace, { from, to }: Piece): number | undefined {
  const { count, runtime } = trace.cycles
  if (!runtime) return undefined
  const { startWall, heapStart, heapEnd, liveFound } = runtime
  let bytes = 0
  let cycles = 0
  for (let i = 0; i + 1 < count; i++) {
    if (startWall[i]! < from || startWall[i + 1]! > to || isForced(trace, i + 1)) continue
    bytes += heapEnd[i]! - heapStart[i]! + heapStart[i + 1]! - liveFound[i]!
    cycles++
  }
  return cycles >= FEWEST ? bytes / cycles : undefined
}
