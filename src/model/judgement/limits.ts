import type { Segment, Trace } from '../trace.ts'

/*
 * What was in force, and how memory stood to it: each segment by its own limits. A segment that was over in the instant
 * it began (several changes at one time) was never in force.
 */

/** Sums of doubles round: less than this share above a limit is at it. */
const ROUNDING = 1e-6

/** Memory beyond GOMEMLIMIT. Bytes and elapsed seconds. */
export interface Excess {
  readonly limit: number
  /** The most that memory was above it: the largest of all segments. */
  readonly bytes: number
  /** As a share of that limit; Infinity for a limit of 0. */
  readonly share: number
  /** For how long memory was above the limit in force, over all segments. */
  readonly seconds: number
}

/** What was left below the container's limit where it was least, as a share of that limit. */
export interface Room {
  readonly limit: number
  readonly bytes: number
  readonly share: number
}

/** The segments whose settings were in force for longer than an instant; the last one also where the run ended in it. */
export function inForce({ segments, result }: Trace): readonly Segment[] {
  return segments.filter((segment, i) => {
    const next = segments[i + 1]
    if (!next) return i === 0 || segment.time < result.totalSeconds || result.outcome.kind !== 'completed'
    return next.time > segment.time || next.mutatorTime > segment.mutatorTime
  })
}

/** How far memory went beyond GOMEMLIMIT; undefined where it never did, or there was none. */
export function toExcess(trace: Trace): Excess | undefined {
  let worst: Segment | undefined
  let bytes = 0
  for (const segment of inForce(trace)) {
    const over = segment.peak.memory - segment.memoryLimit
    if (!(over > segment.memoryLimit * ROUNDING) || over <= bytes) continue
    worst = segment
    bytes = over
  }
  if (!worst) return undefined
  const limit = worst.memoryLimit
  return { limit, bytes, share: limit > 0 ? bytes / limit : Infinity, seconds: secondsAbove(trace) }
}

/** The least room in the container, by share; undefined where nothing bounds it. Never negative: rounding is at the limit. */
export function toRoom(trace: Trace): Room | undefined {
  let least: Room | undefined
  for (const { containerLimit: limit, peak } of inForce(trace)) {
    if (!Number.isFinite(limit)) continue
    const bytes = Math.max(0, limit - peak.container)
    const share = limit > 0 ? bytes / limit : 0
    if (!least || share < least.share) least = { limit, bytes, share }
  }
  return least
}

/** Elapsed seconds for which memory was above the limit in force. Between two points it runs in a straight line. */
function secondsAbove(trace: Trace): number {
  const { points, segments } = trace
  const wall = points.runtime?.wall ?? points.time
  let seconds = 0
  let s = 0
  for (let i = 1; i < points.count; i++) {
    const [start, end] = [points.time[i - 1]!, points.time[i]!]
    const elapsed = wall[i]! - wall[i - 1]!
    while (s + 1 < segments.length && segments[s + 1]!.time <= start) s++
    if (!(elapsed > 0)) continue
    let from = start
    for (let k = s; from <= end; k++) {
      const segment = segments[k]!
      const until = Math.min(end, segments[k + 1]?.time ?? Infinity)
      const part = end > start ? (until - from) / (end - start) : 1
      const at = (time: number) => memoryAt(trace, segment, i, end > start ? (time - start) / (end - start) : 0)
      const to = end > start ? at(until) : memoryAt(trace, segment, i, 1)
      seconds += elapsed * part * shareAbove(at(from), to, segment.memoryLimit)
      if (until >= end) break
      from = until
    }
  }
  return seconds
}

/** Memory that GOMEMLIMIT counts, at a share of the way from the point before `i` to it. */
function memoryAt({ points }: Trace, { otherMemory }: Segment, i: number, share: number): number {
  const at = (column: Float64Array) => column[i - 1]! + (column[i]! - column[i - 1]!) * share
  return points.runtime ? at(points.runtime.counted) : otherMemory + at(points.live) + at(points.fresh)
}

/** The share of a straight way from one height to another that is above a limit. */
function shareAbove(from: number, to: number, limit: number): number {
  const bound = limit * (1 + ROUNDING)
  const [low, high] = from < to ? [from, to] : [to, from]
  if (!(high > bound)) return 0
  return low >= bound ? 1 : (high - bound) / (high - low)
}
