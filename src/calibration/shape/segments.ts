import { MAX_PHASES } from '../../scenario/params.ts'
import { type Place, toJoint } from './joints.ts'
import { type Points, REACHABLE_ERROR, toPoints } from './points.ts'
import type { Series } from './series.ts'
import { FEWEST_FOR_TREND, type Stretch, type Tolerance, toStretches } from './stretches.ts'

/*
 * Few straight pieces instead of many points: allocation and reachable heap over time, as phases need them. Stretches of
 * the log that lie on straight lines, and what must have happened between one and the next. Single points are off by
 * the rounding to MiB; the line through many is not.
 */

/** Two growths, as logarithms of what survives of what is allocated, that are nearer than this are one that goes on. */
const ALIKE = 0.5

/** A straight piece. Times in seconds, sizes in bytes, at its two ends. */
export interface Piece {
  readonly from: number
  readonly to: number
  /** Cycles that start within, as indices [first, end). */
  readonly first: number
  readonly end: number
  readonly allocatedFrom: number
  readonly allocatedTo: number
  readonly reachableFrom: number
  readonly reachableTo: number
}

/** The pieces of a series, in order, from its beginning to the end of its work: no more than a scenario has phases. */
export function toPieces(series: Series, tolerance: Tolerance): Piece[] {
  const points = toPoints(series)
  const stretches = toStretches(points, tolerance, MAX_PHASES)
  const pieces: Piece[] = []
  // Each stretch makes a piece, and each but the last another one up to the next.
  let room = MAX_PHASES + 1 - 2 * stretches.length
  const add = (from: Place, to: Place, first: number, end: number, isLine = false) => {
    if (to.time <= from.time) return
    const met = isLine && room > 0 ? whereMet({ ...from, reachable: reached }, from, to) : undefined
    if (met) {
      push(from, met, first, first)
      room--
    }
    push(met ?? from, to, first, end)
  }
  const push = (from: Place, to: Place, first: number, end: number) => {
    const piece = toPiece({ ...from, reachable: reached }, to, first, end)
    pieces.push(piece)
    reached = piece.reachableTo
  }
  // A piece cannot gain more than it allocates. What it lacks is added as early as possible in the next piece.
  let reached = series.initialLive
  let from: Place = { time: 0, allocated: 0, reachable: series.initialLive }
  for (const [k, stretch] of stretches.entries()) {
    const next = stretches[k + 1]
    const first = points.before[stretch.first]!
    const isLine = stretch.reachable.count >= FEWEST_FOR_TREND
    if (next) {
      const { end, start } = toJoint(points, stretch, next)
      const last = points.before[next.first]!
      // A cycle that the program held up goes by in between, any other with the stretch that it starts in.
      const middle = points.isRigid[stretch.last] === 1 ? points.before[stretch.last]! : last
      add(from, end, first, middle, isLine)
      add(end, start, middle, last)
      from = start
    } else {
      const live = stretch.reachable.count > 0 ? reachableAtEnd(points, stretch, stretches[k - 1]) : from.reachable
      const end = { time: series.endSeconds, allocated: points.allocated.at(-1)!, reachable: live }
      add(from, end, first, series.count, isLine)
    }
  }
  return pieces
}

/**
 * Where a heap below the line between two places reaches that line, if it keeps everything it allocates. Undefined if it
 * starts on the line, or does not reach it before the second place.
 */
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
 * A heap grows by what is allocated, and shrinks with time. How much was allocated after the last cycle is known; at the
 * rate up to then it would have been more, or less, in that time.
 */
function reachableAtEnd(points: Points, last: Stretch, before: Stretch | undefined): number {
  const { time, allocated } = points
  const cycle = Math.max(last.first, last.last - 1)
  const heapAt = (i: number) => last.reachable.at(time[i]!, FEWEST_FOR_TREND)
  const more = allocated[last.last]! - allocated[cycle]!
  if (before && last.reachable.count < FEWEST_FOR_TREND)
    return heapAt(cycle) + shareGoingOn(points, cycle, before) * more
  const growth = last.reachable.slope(FEWEST_FOR_TREND)
  const rate = last.allocated.slope()
  return growth > 0 && rate > 0 ? heapAt(cycle) + (growth / rate) * more : heapAt(last.last)
}

/** What survives of what is allocated, where up to a last cycle about as much did as in the stretch before it; else 0. */
function shareGoingOn({ time, allocated, reachable }: Points, cycle: number, before: Stretch): number {
  const growth = before.reachable.slope(FEWEST_FOR_TREND)
  const grown = reachable[cycle]! - before.reachable.at(time[before.last]!, FEWEST_FOR_TREND)
  const share = grown / (allocated[cycle]! - allocated[before.last]!)
  const isAlike = growth > 0 && Math.abs(Math.log((share * before.allocated.slope()) / growth)) < ALIKE
  return isAlike ? share : 0
}
