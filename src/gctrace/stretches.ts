import { Line } from './line.ts'
import { type Points, ROUNDING } from './points.ts'

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

export function toStretches(points: Points, tolerance: Tolerance): Stretch[] {
  const stretches: Stretch[] = []
  const open = betweenRigid(points)
  for (let stretch = open.pop(); stretch; stretch = open.pop()) {
    if (stretch.first === stretch.last || isStraight(points, stretch, tolerance)) {
      stretches.push(stretch)
      continue
    }
    const at = bestSplit(points, stretch, tolerance)
    // The later half waits: stretches come out in order.
    open.push(toStretch(points, at, stretch.last), toStretch(points, stretch.first, at - 1))
  }
  return stretches
}

/** Whole stretches between what is known and straight, the first last. */
function betweenRigid(points: Points): Stretch[] {
  const list: Stretch[] = []
  let first = 0
  for (let i = 0; i < points.time.length; i++) {
    if (points.isRigid[i] === 0 && i + 1 < points.time.length) continue
    list.push(toStretch(points, first, i))
    first = i + 1
  }
  return list.reverse()
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

function isStraight(
  { time, allocated, reachable, reachableError, perCycle }: Points,
  stretch: Stretch,
  by: Tolerance,
): boolean {
  for (let i = stretch.first; i <= stretch.last; i++) {
    const off = Math.abs(allocated[i]! - stretch.allocated.at(time[i]!))
    if (off > ROUNDING + by.allocation * perCycle) return false
    const heap = Math.abs(reachable[i]! - stretch.reachable.at(time[i]!, FEWEST_FOR_TREND))
    if (heap > reachableError[i]! + by.reachable * reachable[i]!) return false
  }
  return true
}

/** Index of the first point of the second part, such that both parts' lines together miss least. */
function bestSplit(points: Points, { first, last, reachable }: Stretch, by: Tolerance): number {
  const byAllocation = (ROUNDING + by.allocation * points.perCycle) ** -2
  const byHeap = (1.5 * ROUNDING + by.reachable * Math.abs(reachable.at(points.time[first]!, Infinity))) ** -2
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
