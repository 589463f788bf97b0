import { endPointOf } from '../../src/model/cycles.ts'
import type { Peak, Trace } from '../../src/model/trace.ts'

/** For rounding in sums of thousands of values; relative to the larger value. */
const TOLERANCE = 1e-9

/**
 * Checks the invariants of every run, in both models, at each point and cycle. Returns those that are broken, in words;
 * empty for a sound trace.
 */
export function findBroken(trace: Trace): string[] {
  return [...brokenPoints(trace), ...brokenCycles(trace), ...brokenResult(trace), ...brokenPeaks(trace)].slice(0, 20)
}

function* brokenPoints({ points }: Trace): Generator<string> {
  let before = 0
  for (let i = 0; i < points.count; i++) {
    const time = points.time[i] ?? Number.NaN
    const live = points.live[i] ?? Number.NaN
    const fresh = points.fresh[i] ?? Number.NaN
    if (!(time >= before)) yield `point ${i}: time ${time} after ${before}`
    if (!(live >= 0 && Number.isFinite(live))) yield `point ${i}: live ${live}`
    if (!(fresh >= 0 && Number.isFinite(fresh))) yield `point ${i}: new ${fresh}`
    before = time
  }
}

function* brokenCycles({ cycles, points }: Trace): Generator<string> {
  let before = 0
  for (let i = 0; i < cycles.count; i++) {
    const start = cycles.startPoint[i] ?? -1
    const end = endPointOf(cycles, i)
    const goal = cycles.goal[i] ?? Number.NaN
    if (!(start >= before && end > start && end < points.count)) yield `cycle ${i}: points ${start} to ${end}`
    // A forced or periodic cycle with GOGC off has no goal to speak of: infinite, but a number.
    // Go's own goal is 0 where other memory alone exceeds the limit and nothing has been marked yet.
    if (!(goal >= 0)) yield `cycle ${i}: goal ${goal}`
    before = end
  }
}

function* brokenResult({ result, cycles, points }: Trace): Generator<string> {
  for (const [name, value] of Object.entries(result))
    if (typeof value === 'number' && !(value >= 0 && Number.isFinite(value))) yield `${name} is ${value}`
  const { totalSeconds, mutatorSeconds, gcSeconds, gcCpuFraction } = result
  if (differ(totalSeconds, mutatorSeconds + gcSeconds))
    yield `total ${totalSeconds} is not ${mutatorSeconds} + ${gcSeconds}`
  if (gcCpuFraction > 1) yield `GC CPU share ${gcCpuFraction}`
  if (differ(totalSeconds, points.time[points.count - 1] ?? 0)) yield `the last point is not at ${totalSeconds}`
  if (result.peakLiveBytes > result.peakHeapBytes * (1 + TOLERANCE)) yield 'more live than heap'
  if (result.peakHeapBytes > result.peakMemoryBytes) yield 'more heap than memory'
  const { forced } = cycles
  if (result.cycles !== cycles.count - forced.length)
    yield `${result.cycles} cycles of ${cycles.count}, of which ${forced.length} were forced`
  if (!forced.every((at, i) => at > (forced[i - 1] ?? -1) && at < cycles.count)) yield `forced cycles ${forced}`
}

/** The peaks of the segments are those of the run, and no point within a segment is above them. */
function* brokenPeaks({ segments, points, result }: Trace): Generator<string> {
  const most = (of: (peak: Peak) => number) => segments.reduce((top, { peak }) => Math.max(top, of(peak)), 0)
  if (most(({ memory }) => memory) !== result.peakMemoryBytes) yield 'the peak of memory is no segment’s'
  if (most(({ container }) => container) !== result.peakContainerBytes)
    yield 'the peak in the container is no segment’s'
  if (most(({ live }) => live) !== result.peakLiveBytes) yield 'the peak of the live heap is no segment’s'
  let s = 0
  for (let i = 0; i < points.count; i++) {
    const time = points.time[i]!
    while (s + 1 < segments.length && segments[s + 1]!.time < time) s++
    const { peak, otherMemory } = segments[s]!
    // At a change, a point may belong to either segment.
    if (segments[s + 1]?.time === time || segments[s]!.time === time) continue
    const memory = points.runtime?.counted[i] ?? otherMemory + points.live[i]! + points.fresh[i]!
    if (memory > peak.memory * (1 + TOLERANCE)) yield `point ${i}: ${memory} bytes, above its segment’s ${peak.memory}`
    if (points.live[i]! > peak.live) yield `point ${i}: ${points.live[i]} live, above its segment’s ${peak.live}`
  }
}

function differ(a: number, b: number): boolean {
  return Math.abs(a - b) > TOLERANCE * Math.max(a, b, 1)
}
