import { Line } from '../../linear-fit.ts'
import { largest } from '../../numbers.ts'
import { bytesPerCycle, type Point, REACHABLE_ERROR, ROUNDING } from './points.ts'

/*
 * A stretch is a row of points near one straight line each for allocation and reachable heap. We split where the new
 * lines fit best, until no point is too far from its lines.
 */

/** How far points may be from a line: as shares of a cycle’s allocation, and of the reachable heap. */
export interface Tolerance {
  readonly allocation: number
  readonly reachable: number
}

/** The points [first, last], and their lines. */
export interface Stretch {
  readonly first: number
  readonly last: number
  readonly allocated: Line
  readonly reachable: Line
}

/** The live heaps of two cycles may differ for many reasons; three cycles on one line show a trend. */
export const FEWEST_FOR_TREND = 3

/**
 * The stretches of all points, from which pieces are made. We split the stretch with the largest miss first, so that
 * those left unsplit fit best when the number of phases is used up.
 * @param mostPieces how many pieces the stretches and the gaps between them may make
 */
export function toStretches(points: readonly Point[], tolerance: Tolerance, mostPieces: number): Stretch[] {
  const stretches = betweenRigid(points)
  const misses = stretches.map((stretch) => missOf(points, stretch, tolerance))
  // Each split makes at most two more pieces: a stretch, and the gap between the two stretches.
  for (let splits = Math.floor((mostPieces - piecesAtMost(points, stretches)) / 2); splits > 0; splits--) {
    const miss = largest(misses)
    if (miss <= 1) break
    const worst = misses.indexOf(miss)
    const { first, last } = stretches[worst]!
    const at = bestSplit(points, stretches[worst]!, tolerance)
    const parts = [toStretch(points, first, at - 1), toStretch(points, at, last)]
    stretches.splice(worst, 1, ...parts)
    misses.splice(worst, 1, ...parts.map((part) => missOf(points, part, tolerance)))
  }
  return stretches
}

/** One piece per stretch and per gap; none for a single point between two rigid gaps. */
function piecesAtMost(points: readonly Point[], stretches: readonly Stretch[]): number {
  const isKnown = ({ first, last }: Stretch) => first === last && points[first - 1]?.isRigid && points[last]!.isRigid
  return 2 * stretches.length - 1 - stretches.filter(isKnown).length
}

/** The stretches before any split: whole runs of points between rigid gaps. */
function betweenRigid(points: readonly Point[]): Stretch[] {
  const list: Stretch[] = []
  let first = 0
  for (const [i, { isRigid }] of points.entries()) {
    if (!isRigid && i + 1 < points.length) continue
    list.push(toStretch(points, first, i))
    first = i + 1
  }
  return list
}

function toStretch(points: readonly Point[], first: number, last: number): Stretch {
  const allocated = new Line()
  const reachable = new Line()
  for (let i = first; i <= last; i++) {
    const point = points[i]!
    allocated.add(point.time, point.allocated)
    reachable.add(point.time, point.reachable)
  }
  return { first, last, allocated, reachable }
}

/** The distance of the farthest point from its line, as a multiple of the tolerance: up to 1, all points fit. */
function missOf(points: readonly Point[], { first, last, ...lines }: Stretch, by: Tolerance): number {
  const perCycle = bytesPerCycle(points)
  let most = 0
  const compare = (off: number, tolerated: number) => {
    if (off > most * tolerated) most = off / tolerated
  }
  for (let i = first; i <= last; i++) {
    const { time, allocated, reachable } = points[i]!
    compare(Math.abs(allocated - lines.allocated.at(time)), ROUNDING + by.allocation * perCycle)
    const heap = Math.abs(reachable - lines.reachable.at(time, FEWEST_FOR_TREND))
    compare(heap, REACHABLE_ERROR + by.reachable * reachable)
  }
  return most
}

/** Index of the first point of the second part, chosen so that the lines of both parts together fit best. */
function bestSplit(points: readonly Point[], { first, last, reachable }: Stretch, by: Tolerance): number {
  const byAllocation = (ROUNDING + by.allocation * bytesPerCycle(points)) ** -2
  const byHeap = (REACHABLE_ERROR + by.reachable * Math.abs(reachable.at(points[first]!.time, Infinity))) ** -2
  const missed = new Float64Array(last - first + 1)
  const pass = (from: number, to: number, step: number, note: (i: number, cost: number) => void) => {
    const lines = [new Line(), new Line()] as const
    for (let i = from; i !== to; i += step) {
      const { time, allocated, reachable } = points[i]!
      lines[0].add(time, allocated)
      lines[1].add(time, reachable)
      note(i, byAllocation * lines[0].missed() + byHeap * lines[1].missed(FEWEST_FOR_TREND))
    }
  }
  pass(first, last, 1, (i, cost) => {
    missed[i + 1 - first] = cost
  })
  let best = Infinity
  let at = last
  pass(last, first, -1, (i, cost) => {
    const both = missed[i - first]! + cost
    if (both > best) return
    best = both
    at = i
  })
  return at
}
