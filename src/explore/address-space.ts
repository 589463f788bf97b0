import { endPointOf } from '../model/cycles.ts'
import type { Trace } from '../model/trace.ts'
import { liveAfter } from '../scenario/rates.ts'
import type { Phase, Scenario } from '../scenario/types.ts'
import { MIB, TIB } from '../units.ts'

/*
 * Go never gives address space of the heap back (MemStats.HeapSys). Small objects can use any free pages. A large
 * object takes the first run of adjacent free pages that is long enough (Go 1.26 mpagealloc.go), so a slice that grows
 * leaves holes that are too small for the next, larger slice.
 */

/** A phase that allocates faster than this, in bytes per second, allocates one large object. */
const AT_ONCE = TIB
const LEAST_LARGE = MIB

/** Times are the program's own, in seconds; `diesAt` is when it becomes unreachable. */
interface Large {
  readonly bytes: number
  readonly madeAt: number
  diesAt: number
}

/** `owner` is a large object, or null for small objects. */
interface Piece {
  readonly start: number
  readonly end: number
  readonly owner: Large | null
}

/**
 * Address space of the heap in bytes, at the end of a run. Large objects are placed exactly, in the order of their
 * allocation; small objects never give pages back. For work-paced programs with one running goroutine.
 */
export function heapAddressSpace(scenario: Scenario, trace: Trace): number {
  const larges = findLarges(scenario.program.phases, scenario.program.initialLive)
  if (larges.length === 0) return trace.result.peakHeapBytes
  const space = createSpace()
  let next = 0
  const makeUntil = (ownTime: number) => {
    for (let large = larges[next]; large && large.madeAt <= ownTime; large = larges[++next]) space.place(large)
  }
  for (const { startsAt, endsAt, heapEnd } of toCollections(trace)) {
    makeUntil(endsAt)
    space.growSmall(heapEnd)
    space.free((large) => large.diesAt <= startsAt)
  }
  const { points } = trace
  makeUntil(Infinity)
  space.growSmall((points.live[points.count - 1] ?? 0) + (points.fresh[points.count - 1] ?? 0))
  return Math.max(space.extent(), trace.result.peakHeapBytes)
}

/** Start and end of each cycle on the program's own time axis: CPU time without the CPU time that GC took. */
function toCollections({ cycles, points }: Trace) {
  const columns = cycles.runtime
  let gc = 0
  return Array.from({ length: columns ? cycles.count : 0 }, (_, i) => {
    const startsAt = points.time[cycles.startPoint[i]!]! - gc
    gc += columns!.assist[i]! + columns!.background[i]! + columns!.idle[i]! + columns!.pause[i]!
    return { startsAt, endsAt: points.time[endPointOf(cycles, i)]! - gc, heapEnd: columns!.heapEnd[i]! }
  })
}

function findLarges(phases: readonly Phase[], initialLive: number): Large[] {
  const larges: Large[] = []
  let live = initialLive
  let time = 0
  for (const phase of phases) {
    const { duration, allocRate, oldDeathRate } = phase
    const bytes = duration * allocRate
    const dying = live * oldDeathRate
    const dead = larges.find((large) => large.diesAt === Infinity && Math.abs(large.bytes - dying) < 0.01 * dying)
    if (dead) dead.diesAt = time + duration
    if (allocRate >= AT_ONCE && bytes >= LEAST_LARGE) larges.push({ bytes, madeAt: time, diesAt: Infinity })
    live = liveAfter(phase, live)
    time += duration
  }
  return larges
}

/** Placement is first fit. */
function createSpace() {
  let pieces: Piece[] = []
  let extent = 0
  let small = 0
  const add = (start: number, bytes: number, owner: Large | null) => {
    pieces.push({ start, end: start + bytes, owner })
    pieces.sort((a, b) => a.start - b.start)
    extent = Math.max(extent, start + bytes)
  }
  /** Start and length of the first hole that is long enough; the last one has no end. */
  const findHole = (least: number) => {
    let at = 0
    for (const { start, end } of pieces) {
      if (start - at >= least) return { at, bytes: start - at }
      at = Math.max(at, end)
    }
    return { at, bytes: Infinity }
  }
  return {
    extent: () => extent,
    place: (large: Large) => add(findHole(large.bytes).at, large.bytes, large),
    free: (isDead: (large: Large) => boolean) => {
      pieces = pieces.filter(({ owner }) => !owner || !isDead(owner))
    },
    growSmall: (heap: number) => {
      let missing = heap - small - pieces.reduce((sum, { owner }) => sum + (owner?.bytes ?? 0), 0)
      small += Math.max(0, missing)
      while (missing > 0) {
        const hole = findHole(Math.min(missing, 1))
        const taken = Math.min(missing, hole.bytes)
        add(hole.at, taken, null)
        missing -= taken
      }
    },
  }
}
