import { cycleLiveFound, endPointOf, firstCycleFrom } from './cycles.ts'
import { nowAt } from './now.ts'
import { readAt } from './reading.ts'
import type { Trace } from './trace.ts'

/** The parts of the heap at an instant, in bytes. Parts of one run may be drawn to one scale. */
export interface HeapParts {
  /** Marked so far by the running cycle: an estimate. */
  readonly marked: number
  /** Reachable and not marked yet, of the live heap that the last cycle found. */
  readonly live: number
  /** Reachable, allocated since that cycle. */
  readonly fresh: number
  /** No longer reachable. Known only once the next cycle has ended, so it is an estimate from what that cycle frees. */
  readonly garbage: number
  /** Held by Go and not in use (runtime model). */
  readonly free: number
  /** Given back to the operating system since the memory was highest (runtime model). */
  readonly returned: number
}

/** The parts of the heap at an instant of the time axis, in seconds; undefined outside the run. */
export function heapPartsAt(trace: Trace, time: number): HeapParts | undefined {
  const reading = readAt(trace, time)
  if (!reading) return undefined
  const { live, fresh, counted, other } = reading
  const garbage = Math.min(live + fresh, garbageAt(trace, time, fresh))
  const ofNew = Math.min(fresh, garbage)
  const reachable = live - (garbage - ofNew)
  const now = nowAt(trace, time)
  const marked = now?.kind === 'marking' ? Math.min(reachable, now.marked) : 0
  return {
    marked,
    live: reachable - marked,
    fresh: fresh - ofNew,
    garbage,
    free: counted === undefined ? 0 : Math.max(0, counted - other - live - fresh),
    returned: counted === undefined ? 0 : Math.max(0, highestCounted(trace, time) - counted),
  }
}

/** The garbage at an instant: of what the next cycle frees, the part that is allocated by then; 0 without a next one. */
function garbageAt(trace: Trace, time: number, fresh: number): number {
  const { points, cycles } = trace
  const next = firstCycleFrom(trace, time)
  if (next >= cycles.count) return 0
  // Before the heap falls: the guide model's cycles end with the point after their start.
  const before = cycles.runtime ? endPointOf(cycles, next) - 1 : cycles.startPoint[next]!
  const allocated = points.fresh[before]!
  const freed = points.live[before]! + allocated - cycleLiveFound(trace, next)
  return allocated > 0 ? Math.max(0, freed) * Math.min(1, fresh / allocated) : 0
}

function highestCounted({ points }: Trace, time: number): number {
  let highest = 0
  for (let i = 0; i < points.count && points.time[i]! <= time; i++)
    highest = Math.max(highest, points.runtime?.counted[i] ?? 0)
  return highest
}
