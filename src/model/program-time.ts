import { cycleCpu, cycleEnd, cycleStart } from './cycles.ts'
import { lastAtMost } from './search.ts'
import { endOf } from './steps.ts'
import type { Trace } from './trace.ts'

/** Converts the program's own time to the time axis of its run and back, both in seconds. */
export interface ProgramTime {
  toAxis(own: number): number
  /** While the program stands still (in a stop-the-world cycle), its own time does not change. */
  toOwn(axis: number): number
}

/**
 * Guide model: exact, since a cycle stops the program. Runtime model: a cycle's cost is spread evenly over the cycle
 * (work), or own time is wall time (clock). Both are then stretched between the instants that are known: changes of
 * settings and the end. After a kill, own time continues second by second.
 * @param length the program's length in its own seconds
 */
export function createProgramTime(trace: Trace, length: number, isClocked = false): ProgramTime {
  const rough = isClocked && trace.points.runtime ? wallKnots(trace, trace.points.runtime.wall) : cycleKnots(trace)
  const anchors = toAnchors(trace, length)
  if (trace.model === 'runtime') stretch(rough, anchors)
  return {
    toAxis: (own) => interpolate(rough.own, rough.axis, own),
    toOwn: (axis) => interpolate(rough.axis, rough.own, axis),
  }
}

interface Knots {
  readonly axis: Float64Array
  readonly own: Float64Array
}

function cycleKnots(trace: Trace): Knots {
  const { cycles } = trace
  const axis = new Float64Array(2 * cycles.count + 2)
  const own = new Float64Array(2 * cycles.count + 2)
  let gc = 0
  for (let i = 0; i < cycles.count; i++) {
    const start = cycleStart(trace, i)
    const end = cycleEnd(trace, i)
    axis[2 * i + 1] = start
    own[2 * i + 1] = Math.max(own[2 * i]!, start - gc)
    gc += cycles.runtime ? Math.min(end - start, cycleCpu(cycles.runtime, i)) : end - start
    axis[2 * i + 2] = end
    own[2 * i + 2] = Math.max(own[2 * i + 1]!, end - gc)
  }
  const last = 2 * cycles.count + 1
  axis[last] = endOf(trace)
  own[last] = Math.max(own[last - 1]!, endOf(trace) - gc)
  return { axis, own }
}

function wallKnots({ points }: Trace, wall: Float64Array): Knots {
  return { axis: points.time.slice(0, points.count), own: wall.slice(0, points.count) }
}

/** Instants known for certain, as pairs of own time and axis. */
function toAnchors(trace: Trace, length: number): readonly (readonly [number, number])[] {
  const { segments, result } = trace
  const known = segments.map(({ mutatorTime, time }) => [mutatorTime, time] as const)
  return result.outcome.kind === 'completed' ? [...known, [length, endOf(trace)] as const] : known
}

/** Moves own times so that they pass through the anchors. After the last anchor they continue at their old rate. */
function stretch({ axis, own }: Knots, anchors: readonly (readonly [number, number])[]): void {
  const rough = own.slice()
  let a = 0
  for (let i = 0; i < axis.length; i++) {
    while (a + 2 < anchors.length && anchors[a + 1]![1] <= axis[i]!) a++
    const [from, next] = [anchors[a], anchors[a + 1]]
    if (!from || !next) continue
    const low = interpolate(axis, rough, from[1])
    const high = interpolate(axis, rough, next[1])
    const share = high > low ? (rough[i]! - low) / (high - low) : 0
    own[i] = from[0] + Math.max(0, Math.min(1, share)) * (next[0] - from[0]) + Math.max(0, rough[i]! - high)
  }
}

/** The value of `to` where `from` is `at`; of several knots there, the last. After the last knot both grow equally. */
function interpolate(from: Float64Array, to: Float64Array, at: number): number {
  const last = from.length - 1
  if (last < 0) return at
  if (at >= from[last]!) return to[last]! + (at - from[last]!)
  const low = lastAtMost(from, last, at)
  const width = from[low + 1]! - from[low]!
  return width > 0 ? to[low]! + ((at - from[low]!) / width) * (to[low + 1]! - to[low]!) : to[low]!
}
