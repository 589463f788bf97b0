import { largest } from '../../numbers.ts'
import { Line } from './linear-fit.ts'
import { type Points, REACHABLE_ERROR, ROUNDING } from './points.ts'

/*
 * Points that lie on one straight line each, in allocation and in reachable heap. Between two stretches something
 * changed: there lines may bend and jump. Splits where two lines miss least, until no point is too far from its line.
 */

/** How far a line may be from the points: shares of a cycle's allocation, and of the reachable heap. */
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

/** Live heaps of two cycles may differ for many reasons; three on one line are a trend. */
export const FEWEST_FOR_TREND = 3

/**
 * The stretches in order. The one that misses most is split first, so that where there are too many for a scenario the
 * others are as coarse as they have to be.
 * @param mostPieces that the stretches and what lies between them may make
 */
export function toStretches(points: Points, tolerance: Tolerance, mostPieces: number): Stretch[] {
  const stretches = betweenRigid(points)
  const misses = stretches.map((stretch) => missOf(points, stretch, tolerance))
  // Each split makes two more pieces at most: one of the stretches, and what lies between them.
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

/** A piece for each stretch and for each gap between two; none for a single point that is known to lie on both sides' lines. */
function piecesAtMost({ isRigid }: Points, stretches: readonly Stretch[]): number {
  const isKnown = ({ first, last }: Stretch) => first === last && isRigid[first - 1] === 1 && isRigid[last] === 1
  return 2 * stretches.length - 1 - stretches.filter(isKnown).length
}

/** Whole stretches between what is known and straight. */
function betweenRigid(points: Points): Stretch[] {
  const list: Stretch[] = []
  let first = 0
  for (let i = 0; i < points.time.length; i++) {
    if (points.isRigid[i] === 0 && i + 1 < points.time.length) continue
    list.push(toStretch(points, first, i))
    first = i + 1
  }
  return list
}

function toStretch(points: Points, first: number, last: number): Stretch {
  const allocated = new Line()
  const reachable = new Line()
  for (let i = first; i <= last; i++) {
    allocated.add(points.time[i]!, points.allocated[i]!)
    reachable.add(points.time[i]!, points.reachable[i]!)
  }
  return { first, last, allocated, reachable }
}

/** How far the farthest point is from its line, as a multiple of what is tolerated: up to 1 all are near enough. */
function missOf(
  { time, allocated, reachable, perCycle }: Points,
  { first, last, ...lines }: Stretch,
  by: Tolerance,
): number {
  let most = 0
  const compare = (off: number, tolerated: number) => {
    if (off > most * tolerated) most = off / tolerated
  }
  for (let i = first; i <= last; i++) {
    compare(Math.abs(allocated[i]! - lines.allocated.at(time[i]!)), ROUNDING + by.allocation * perCycle)
    const heap = Math.abs(reachable[i]! - lines.reachable.at(time[i]!, FEWEST_FOR_TREND))
    compare(heap, REACHABLE_ERROR + by.reachable * reachable[i]!)
  }
  return most
}

/** Index of the first point of the second part, such that both parts' lines together miss least. */
function bestSplit(points: Points, { first, last, reachable }: Stretch, by: Tolerance): number {
  const byAllocation = (ROUNDING + by.allocation * points.perCycle) ** -2
  const byHeap = (REACHABLE_ERROR + by.reachable * Math.abs(reachable.at(points.time[first]!, Infinity))) ** -2
  const missed = new Float64Array(last - first + 1)
  const pass = (from: number, to: number, step: number, note: (i: number, cost: number) => void) => {
    const lines = [new Line(), new Line()] as const
    for (let i = from; i !== to; i += step) {
      lines[0].add(points.time[i]!, points.allocated[i]!)
      lines[1].add(points.time[i]!, points.reachable[i]!)
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
