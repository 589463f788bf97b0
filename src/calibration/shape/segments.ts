import { MAX_PHASES } from '../../scenario/params.ts'
import type { GcPercent } from '../../units.ts'
import { toJoint } from './joints.ts'
import { type Place, type Point, REACHABLE_ERROR, toPoints } from './points.ts'
import type { Series } from './series.ts'
import { FEWEST_FOR_TREND, type Stretch, type Tolerance, toStretches } from './stretches.ts'

/*
 * Phases need few straight pieces of allocation and reachable heap: stretches of the log on straight lines, and the
 * joints between them. Rounding to MiB makes single points wrong, but hardly a line through many.
 */

/** If the survival rates of two stretches differ by less than this logarithm, they are the same growth. */
const ALIKE = 0.5

/** A straight piece, given by its two ends: times in seconds, sizes in bytes. */
export interface Piece {
  readonly from: number
  readonly to: number
  /** Indices [first, end) of the cycles that start within the piece. */
  readonly first: number
  readonly end: number
  readonly allocatedFrom: number
  readonly allocatedTo: number
  readonly reachableFrom: number
  readonly reachableTo: number
}

/** The pieces of a series in order, from its beginning to the end of its work: no more than a scenario has phases. */
export function toPieces(series: Series, tolerance: Tolerance, gogc?: GcPercent): Piece[] {
  const points = toPoints(series, gogc)
  const stretches = toStretches(points, tolerance, MAX_PHASES)
  const pieces: Piece[] = []
  // Each stretch makes a piece, and each gap between two stretches makes one.
  let room = MAX_PHASES + 1 - 2 * stretches.length
  // A piece cannot gain more than it allocates. The rest is added as early as possible in the next piece.
  let reached = series.initialLive
  let from: Place = { time: 0, allocated: 0, reachable: series.initialLive }
  const addPiece = (from: Place, to: Place, first: number, end: number) => {
    const piece = toPiece({ ...from, reachable: reached }, to, first, end)
    pieces.push(piece)
    reached = piece.reachableTo
  }
  const addJoined = (from: Place, to: Place, first: number, end: number, isLine = false) => {
    if (to.time <= from.time) return
    const met = isLine && room > 0 ? whereMet({ ...from, reachable: reached }, from, to) : undefined
    if (met) {
      addPiece(from, met, first, first)
      room--
    }
    addPiece(met ?? from, to, first, end)
  }
  for (const [k, stretch] of stretches.entries()) {
    const next = stretches[k + 1]
    const first = points[stretch.first]!.before
    const isLine = stretch.reachable.count >= FEWEST_FOR_TREND
    if (next) {
      const { end, start } = toJoint(points, stretch, next)
      const last = points[next.first]!.before
      // A cycle that the program delayed belongs to the gap; any other to the stretch in which it starts.
      const middle = points[stretch.last]!.isRigid ? points[stretch.last]!.before : last
      addJoined(from, end, first, middle, isLine)
      addJoined(end, start, middle, last)
      from = start
    } else {
      const live = stretch.reachable.count > 0 ? reachableAtEnd(points, stretch, stretches[k - 1]) : from.reachable
      const end = { time: series.endSeconds, allocated: points.at(-1)!.allocated, reachable: live }
      addJoined(from, end, first, series.count, isLine)
    }
  }
  return pieces
}

/** Where a heap that keeps all it allocates reaches a line; undefined if it does not, or if it starts there. */
function whereMet(heap: Place, from: Place, to: Place): Place | undefined {
  const missing = from.reachable - heap.reachable
  const allocated = to.allocated - from.allocated
  const gained = allocated - (to.reachable - from.reachable)
  if (missing < REACHABLE_ERROR || gained <= missing) return undefined
  const share = missing / gained
  const at = (a: number, b: number) => a + share * (b - a)
  return {
    time: at(from.time, to.time),
    allocated: at(from.allocated, to.allocated),
    reachable: at(from.reachable, to.reachable),
  }
}

function toPiece(from: Place, to: Place, first: number, end: number): Piece {
  const allocated = Math.max(0, to.allocated - from.allocated)
  return {
    from: from.time,
    to: to.time,
    first,
    end,
    allocatedFrom: from.allocated,
    allocatedTo: from.allocated + allocated,
    reachableFrom: from.reachable,
    reachableTo: Math.min(from.reachable + allocated, Math.max(0, to.reachable)),
  }
}

/**
 * A heap grows with allocation, and shrinks with time: after the last cycle, the program may allocate at another rate.
 */
function reachableAtEnd(points: readonly Point[], last: Stretch, before: Stretch | undefined): number {
  const end = points[last.last]!
  const cycle = points[Math.max(last.first, last.last - 1)]!
  const heapAt = ({ time }: Point) => last.reachable.at(time, FEWEST_FOR_TREND)
  const more = end.allocated - cycle.allocated
  if (before && last.reachable.count < FEWEST_FOR_TREND)
    return heapAt(cycle) + shareGoingOn(points[before.last]!, cycle, before) * more
  const growth = last.reachable.slope(FEWEST_FOR_TREND)
  const rate = last.allocated.slope()
  return growth > 0 && rate > 0 ? heapAt(cycle) + (growth / rate) * more : heapAt(end)
}

/** The survival rate from the last point of a stretch to a cycle, if it is about the rate of the stretch; else 0. */
function shareGoingOn(last: Point, cycle: Point, before: Stretch): number {
  const growth = before.reachable.slope(FEWEST_FOR_TREND)
  const grown = cycle.reachable - before.reachable.at(last.time, FEWEST_FOR_TREND)
  const share = grown / (cycle.allocated - last.allocated)
  const isAlike = growth > 0 && Math.abs(Math.log((share * before.allocated.slope()) / growth)) < ALIKE
  return isAlike ? share : 0
}
