import { endPointOf } from '../model/cycles.ts'
import type { Trace } from '../model/trace.ts'
import type { Phase, Scenario } from '../scenario/types.ts'
import { MIB, TIB } from '../units.ts'

/*
 * Go takes the address space of its heap from the system and never gives it back: MemStats.HeapSys. Small objects use
 * whatever pages are free. A large object needs them in one piece, the first that is long enough (Go 1.26
 * mpagealloc.go): so a slice that grows leaves holes behind that are too small for what replaces it.
 */

/** An object that a phase makes faster than this, in bytes per second, is one object made at once. */
const AT_ONCE = TIB
const LEAST_LARGE = MIB

/** A large object. Times are the program's own, in seconds; `diesAt` is when it becomes unreachable. */
interface Large {
  readonly bytes: number
  readonly madeAt: number
  diesAt: number
}

/** A piece of address space in use; of small objects where `owner` is null. */
interface Piece {
  readonly start: number
  readonly end: number
  readonly owner: Large | null
}

/**
 * The address space that the heap of a run came to, in bytes. Exact about large objects, which it lays out one after
 * the other; small ones never leave the pages they took. For work-paced programs of one goroutine at a time.
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

/** Each cycle on the program's own time axis: the mutator stands still while others mark, as far as CPU time goes. */
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
  for (const { duration, allocRate, newSurvivalRate, oldDeathRate } of phases) {
    const bytes = duration * allocRate
    const dying = live * oldDeathRate
    const dead = larges.find((large) => large.diesAt === Infinity && Math.abs(large.bytes - dying) < 0.01 * dying)
    if (dead) dead.diesAt = time + duration
    if (allocRate >= AT_ONCE && bytes >= LEAST_LARGE) larges.push({ bytes, madeAt: time, diesAt: Infinity })
    live += bytes * newSurvivalRate - dying
    time += duration
  }
  return larges
}

/** An address space from 0 up, first fit. */
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
    /** Small objects come to what the heap holds beside the large ones: at most as much as they ever held is taken. */
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
