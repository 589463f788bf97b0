import { isStalled, type Series } from './series.ts'

/*
 * Few straight pieces instead of many points: allocation and reachable heap over time, as phases need them. First the
 * knots, where the lines bend most (splitting at the largest deviation until none is left that matters), then the
 * heights at the knots, by least squares over all points: single points are off by the rounding to MiB, and the line
 * through many is not.
 */

/** A piece between two knots. Times in seconds, sizes in bytes, at its two ends. */
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

/** How far a piece may be from the points: shares of a cycle's allocation, and of the reachable heap. */
export interface Tolerance {
  readonly allocation: number
  readonly reachable: number
}

/** Every size is known to a MiB at best. */
const ROUNDING = 1 << 20

interface Points {
  readonly time: Float64Array
  readonly allocated: Float64Array
  readonly reachable: Float64Array
  /** Cycles that started before each point. */
  readonly before: Uint32Array
  readonly perCycle: number
}

/** The pieces of a series, in order, from its beginning to the end of its work. */
export function toPieces(series: Series, tolerance: Tolerance): Piece[] {
  const points = toPoints(series)
  const knots = findKnots(points, tolerance)
  const allocated = fitHeights(points.time, points.allocated, knots)
  const reachable = fitHeights(points.time, points.reachable, knots)
  const pieces: Piece[] = []
  for (let k = 0; k + 1 < knots.length; k++) {
    const from = knots[k]!
    const to = knots[k + 1]!
    if (points.time[to]! <= points.time[from]!) continue
    pieces.push({
      from: points.time[from]!,
      to: points.time[to]!,
      first: points.before[from]!,
      end: points.before[to]!,
      allocatedFrom: allocated[k]!,
      allocatedTo: allocated[k + 1]!,
      reachableFrom: Math.max(0, reachable[k]!),
      reachableTo: Math.max(0, reachable[k + 1]!),
    })
  }
  return pieces
}

/** A large object is allocated all at once: in seconds, short beside everything. */
const INSTANT = 1e-4

/**
 * The beginning, each cycle's start, and the end of the work. Where the program held a cycle up, it had just allocated
 * what it then copied or cleared: all of it in an instant, which started the cycle, and nothing until the cycle ended.
 * It would take its time under any setting.
 */
function toPoints(series: Series): Points {
  const { count, start, mark, allocated, reachable, initialLive } = series
  const time = [0]
  const sum = [0]
  const heap = [initialLive]
  const before = [0]
  const add = (seconds: number, bytes: number, live: number, cycles: number) => {
    time.push(Math.max(seconds, time.at(-1)!))
    sum.push(bytes)
    heap.push(live)
    before.push(cycles)
  }
  for (let i = 0; i < count; i++) {
    const isHeldUp = isStalled(series, i)
    if (isHeldUp) add(start[i]! - INSTANT, bytesAfter(series, i - 1), heap.at(-1)!, i)
    add(start[i]!, allocated[i]!, reachable[i]!, i)
    if (isHeldUp) add(start[i]! + mark[i]!, bytesAfter(series, i), reachable[i]!, i + 1)
  }
  add(series.endSeconds, Math.max(series.endAllocated, sum.at(-1)!), endReachable(series), count)
  return {
    time: Float64Array.from(time),
    allocated: Float64Array.from(sum),
    reachable: Float64Array.from(heap),
    before: Uint32Array.from(before),
    perCycle: Math.max(series.endAllocated / (count + 1), ROUNDING),
  }
}

/** Allocated by the end of cycle i's marking; nothing before the first. */
function bytesAfter({ allocated, heapStart, heapEnd }: Series, i: number): number {
  return i < 0 ? 0 : allocated[i]! + heapEnd[i]! - heapStart[i]!
}

/** A heap that grew as the last tenth of all allocation went by grows on; else it stays as it was found last. */
function endReachable({ count, reachable, allocated, endAllocated }: Series): number {
  const last = reachable[count - 1]!
  let back = count - 2
  while (back > 0 && allocated[count - 1]! - allocated[back]! < 0.1 * endAllocated) back--
  if (back < 0) return last
  const share = (last - reachable[back]!) / Math.max(ROUNDING, allocated[count - 1]! - allocated[back]!)
  const after = Math.max(0, endAllocated - allocated[count - 1]!)
  return share > 0.05 ? last + Math.min(1, share) * after : last
}

function findKnots(points: Points, tolerance: Tolerance): number[] {
  const last = points.time.length - 1
  const isKnot = new Uint8Array(last + 1)
  isKnot[0] = 1
  isKnot[last] = 1
  const open: [number, number][] = [[0, last]]
  for (let span = open.pop(); span; span = open.pop()) {
    const at = worstPoint(points, span[0], span[1], tolerance)
    if (at < 0) continue
    isKnot[at] = 1
    open.push([span[0], at], [at, span[1]])
  }
  const knots: number[] = []
  for (let i = 0; i <= last; i++) if (isKnot[i] === 1) knots.push(i)
  return knots
}

/** The point between two that is furthest from their straight line; −1 where none is too far. */
function worstPoint(points: Points, from: number, to: number, tolerance: Tolerance): number {
  const { time, allocated, reachable, perCycle } = points
  const span = time[to]! - time[from]!
  let worst = 1
  let at = -1
  for (let i = from + 1; i < to; i++) {
    const part = span > 0 ? (time[i]! - time[from]!) / span : 0
    const line = allocated[from]! + part * (allocated[to]! - allocated[from]!)
    const heap = reachable[from]! + part * (reachable[to]! - reachable[from]!)
    const byAllocation = (Math.abs(allocated[i]! - line) - ROUNDING) / (tolerance.allocation * perCycle)
    const byHeap = (Math.abs(reachable[i]! - heap) - 1.5 * ROUNDING) / (tolerance.reachable * reachable[i]! + 1)
    const deviation = Math.max(byAllocation, byHeap)
    if (deviation > worst) {
      worst = deviation
      at = i
    }
  }
  return at
}

/**
 * Heights at the knots of the continuous line, straight between them, that is nearest to all points in the sense of
 * least squares. The hat functions overlap only with their neighbours, so the equations are tridiagonal.
 */
function fitHeights(time: Float64Array, values: Float64Array, knots: readonly number[]): Float64Array {
  if (knots.length === time.length) return values
  const n = knots.length
  const diagonal = new Float64Array(n)
  const beside = new Float64Array(n)
  const right = new Float64Array(n)
  for (let k = 0; k + 1 < n; k++) {
    const from = knots[k]!
    const to = knots[k + 1]!
    const span = time[to]! - time[from]!
    // The last point of a piece is the first of the next.
    for (let i = k === 0 ? from : from + 1; i <= to; i++) {
      const part = span > 0 ? (time[i]! - time[from]!) / span : 1
      diagonal[k]! += (1 - part) * (1 - part)
      diagonal[k + 1]! += part * part
      beside[k]! += part * (1 - part)
      right[k]! += (1 - part) * values[i]!
      right[k + 1]! += part * values[i]!
    }
  }
  // The ends stand where they are: before the first cycle and after the last there is nothing to average.
  pin(0, values[knots[0]!]!)
  return solve(diagonal, beside, right)

  function pin(k: number, value: number): void {
    diagonal[k]! += 1e6
    right[k]! += 1e6 * value
  }
}

/** Solves a symmetric tridiagonal system (Thomas). `beside[k]` couples k and k + 1. */
function solve(diagonal: Float64Array, beside: Float64Array, right: Float64Array): Float64Array {
  const n = diagonal.length
  const c = new Float64Array(n)
  const d = new Float64Array(n)
  for (let k = 0; k < n; k++) {
    const before = k > 0 ? beside[k - 1]! : 0
    const pivot = diagonal[k]! - (k > 0 ? before * c[k - 1]! : 0) || 1e-12
    c[k] = beside[k]! / pivot
    d[k] = (right[k]! - (k > 0 ? before * d[k - 1]! : 0)) / pivot
  }
  for (let k = n - 2; k >= 0; k--) d[k]! -= c[k]! * d[k + 1]!
  return d
}
