import { INSTANT, NOISE, type Place, type Point } from './points.ts'
import { FEWEST_FOR_TREND, type Stretch } from './stretches.ts'

/*
 * No line shows the gap between two stretches. We assume the simplest course: the first continues up to a moment, and
 * the second holds from there. If their live heaps differ, the heap changed then. What it gained had to be allocated
 * before.
 */

/** Where one stretch ends and the next begins: at the same place, or with a change of the heap in between. */
interface Joint {
  readonly end: Place
  readonly start: Place
}

/** Bytes per second at which a fast program builds up live heap. */
const BUILD_RATE = 2 ** 30
/** Seconds that a drop of live heap takes: it is instant, but a phase has to last some time. */
export const DROP_SECONDS = 5e-4

interface Gap {
  readonly from: number
  readonly seconds: number
  /** Bytes per second of allocation and of the reachable heap, before and after. */
  readonly before: Rates
  readonly after: Rates
  /** The places at both ends of the gap, on the lines of the stretches before and after. */
  readonly a: Place
  readonly b: Place
  /** Share of the later stretch in the points of both that show the reachable heap. */
  readonly later: number
}

interface Rates {
  readonly allocation: number
  readonly heap: number
}

export function toJoint(points: readonly Point[], left: Stretch, right: Stretch): Joint {
  const gap = toGap(points, left, right)
  if (points[left.last]!.isRigid || gap.seconds <= 2 * INSTANT) return straight(gap)
  const change = gap.b.reachable - gap.a.reachable
  if (Math.abs(change) <= NOISE) return bend(gap)
  const leadsThere = ({ heap }: Rates) => isTrend(gap, heap) && Math.sign(heap) === Math.sign(change)
  if (leadsThere(gap.before)) return leadsThere(gap.after) ? straight(gap) : trendEnds(gap, change)
  if (leadsThere(gap.after)) return trendBegins(gap, change)
  if (change < 0) return loss(gap)
  // A large first cycle, as under GOGC=off, does not show how the heap grew before it.
  const isBeginning = left.last === 0 && points[0]!.time === 0
  return isBeginning ? straight(gap) : growth(gap, change)
}

/** Whether a heap that grows or shrinks at this rate would change by more than noise over the whole gap. */
function isTrend({ seconds }: Gap, rate: number): boolean {
  return Math.abs(rate * seconds) > NOISE
}

/** One straight line across the gap, where we know nothing better. */
const straight = ({ a, b }: Gap): Joint => ({ end: a, start: b })

function toGap(points: readonly Point[], left: Stretch, right: Stretch): Gap {
  const from = points[left.last]!.time
  const to = points[right.first]!.time
  const seconds = to - from
  const a = placeOn(left, from)
  const heap = right.reachable.count > 0 ? placeOn(right, to).reachable : a.reachable
  const b = { ...placeOn(right, to), reachable: heap }
  const known = [left, right].filter((stretch) => stretch.allocated.count >= 2)
  const all = { allocation: Math.max(0, b.allocated - a.allocated) / seconds }
  const rate = (stretch: Stretch) => Math.max(0, stretch.allocated.slope())
  const near = (stretch: Stretch): Rates => ({
    allocation: known.includes(stretch) ? rate(stretch) : known[0] ? rate(known[0]) : all.allocation,
    heap: stretch.reachable.slope(FEWEST_FOR_TREND),
  })
  const later = right.reachable.count / (left.reachable.count + right.reachable.count)
  return { from, seconds, before: near(left), after: near(right), a, b, later }
}

function placeOn({ allocated, reachable }: Stretch, time: number): Place {
  return { time, allocated: allocated.at(time), reachable: Math.max(0, reachable.at(time, FEWEST_FOR_TREND)) }
}

/** Seconds into the gap at which the first line ends: from allocation, else from the heap, else the middle. */
function moment(gap: Gap): number {
  const at = momentOfAllocation(gap)
  return at === null ? momentOfHeap(gap) : Math.min(gap.seconds, Math.max(0, at))
}

/** The moment that explains the bytes allocated in the gap; it may lie outside. null if both rates are the same. */
function momentOfAllocation({ seconds, before, after, a, b }: Gap): number | null {
  const differ = before.allocation - after.allocation
  if (Math.abs(differ) * seconds <= NOISE) return null
  return (b.allocated - a.allocated - after.allocation * seconds) / differ
}

/** If only one line has a trend, it holds for as long as the heap’s change across the gap needs; else the middle. */
function momentOfHeap(gap: Gap): number {
  const { seconds, before, after, a, b } = gap
  const isBefore = isTrend(gap, before.heap)
  if (isBefore === isTrend(gap, after.heap)) return seconds / 2
  const part = (rate: number) => Math.min(seconds, Math.max(0, (b.reachable - a.reachable) / rate))
  return isBefore ? part(before.heap) : seconds - part(after.heap)
}

/** Only the rates change. The two lines differ in the heap by noise: we average them, weighted by their points. */
function bend(gap: Gap): Joint {
  const { from, seconds, before, after, a, b, later } = gap
  const at = moment(gap)
  const place = {
    time: from + at,
    allocated: allocatedAt(gap, at),
    reachable: (1 - later) * (a.reachable + before.heap * at) + later * (b.reachable - after.heap * (seconds - at)),
  }
  return { end: place, start: place }
}

/** Bytes allocated up to the moment `at`. We spread bytes beyond the rates evenly; if these are many, all bytes. */
function allocatedAt({ seconds, before, after, a, b }: Gap, at: number): number {
  const total = b.allocated - a.allocated
  const first = before.allocation * at
  const more = total - first - after.allocation * (seconds - at)
  const part = at / seconds
  return a.allocated + (Math.abs(more) <= NOISE ? first + more * part : total * part)
}

function loss(gap: Gap): Joint {
  const { from, seconds, a, b } = gap
  const at = moment(gap)
  const allocated = allocatedAt(gap, at)
  const end = { time: from + at, allocated, reachable: a.reachable + grownUntil(gap, at, allocated - a.allocated) }
  return { end, start: { time: Math.min(end.time + DROP_SECONDS, from + seconds), allocated, reachable: b.reachable } }
}

/** Bytes by which a growing heap grows on until `at`, if allocation shows that moment; never more than is allocated. */
function grownUntil(gap: Gap, at: number, allocated: number): number {
  const isTold = at === momentOfAllocation(gap)
  const { before, seconds } = gap
  return isTold && before.heap * seconds > NOISE ? Math.min(before.heap * at, Math.max(0, allocated)) : 0
}

/** Adds live heap as fast as a program can, or more slowly if the gap allocates too little beyond both rates. */
function growth(gap: Gap, change: number): Joint {
  const { from, seconds, before, after, a, b } = gap
  const middle = moment(gap)
  const more = b.allocated - a.allocated - before.allocation * middle - after.allocation * (seconds - middle)
  const rate = (before.allocation + after.allocation) / 2
  const missing = Math.max(0, change - more)
  if (missing >= rate * seconds) return straight(gap)
  const width = Math.min(seconds / 2, Math.max(more / BUILD_RATE, DROP_SECONDS)) + missing / rate
  if (width >= seconds) return straight(gap)
  const first = Math.min(Math.max(0, middle - width / 2), seconds - width)
  const left = seconds - first - width
  return {
    end: { time: from + first, allocated: a.allocated + before.allocation * first, reachable: a.reachable },
    start: { time: from + first + width, allocated: b.allocated - after.allocation * left, reachable: b.reachable },
  }
}

/** The heap keeps growing or shrinking at the earlier rate, until it has the size at which it then stays. */
function trendEnds(gap: Gap, change: number): Joint {
  const { from, seconds, before, after, a, b } = gap
  const at = secondsOfTrend(gap, change, before.heap, after.allocation)
  if (!(at < seconds)) return straight(gap)
  const allocated = Math.max(a.allocated, b.allocated - after.allocation * (seconds - at))
  return { end: a, start: { time: from + at, allocated, reachable: b.reachable } }
}

/** The heap keeps its size, until it begins to grow or shrink at the later rate. */
function trendBegins(gap: Gap, change: number): Joint {
  const { from, seconds, before, after, a, b } = gap
  const at = seconds - secondsOfTrend(gap, change, after.heap, before.allocation)
  if (!(at > 0)) return straight(gap)
  const allocated = Math.min(b.allocated, a.allocated + before.allocation * at)
  return { end: { time: from + at, allocated, reachable: a.reachable }, start: b }
}

/** Seconds of a trend in the gap: long enough to allocate what the heap gains and what the other line allocates. */
function secondsOfTrend({ seconds, a, b }: Gap, change: number, trend: number, otherAllocation: number): number {
  const rest = b.allocated - a.allocated - change
  const least = change > 0 && otherAllocation > 0 ? seconds - rest / otherAllocation : 0
  return Math.max(change / trend, least)
}
