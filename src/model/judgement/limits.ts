import { ROUNDING, type Tally } from '../tally.ts'
import type { Outline, Segment, Trace } from '../trace.ts'

/* Each segment has its own limits. One that ended as it began (several changes at one time) was never in force. */

/** Memory beyond GOMEMLIMIT. Bytes and elapsed seconds. */
export interface Excess {
  /** The largest amount by which memory was above it, in any segment. */
  readonly bytes: number
  /** As a share of the limit; Infinity for a limit of 0. */
  readonly share: number
  /** For how long memory was above the limit in force, over all segments. */
  readonly seconds: number
}

/** The least room that was left below the container's limit, as a share of that limit. */
export interface Room {
  readonly limit: number
  readonly bytes: number
  readonly share: number
}

/** The segments whose settings were in force for longer than an instant; the last one also where the run ended in it. */
export function inForce({ segments, result, clock }: Outline & Pick<Trace, 'clock'>): readonly Segment[] {
  const end = clock ? result.wallSeconds : result.totalSeconds
  return segments.filter((segment, i) => {
    const next = segments[i + 1]
    if (!next) return i === 0 || segment.time < end || result.outcome.kind !== 'completed'
    return next.time > segment.time || next.mutatorTime > segment.mutatorTime
  })
}

/** Whether no memory limit was in force at any time. */
export function isUnlimited(run: Outline & Pick<Trace, 'clock'>): boolean {
  return inForce(run).every(({ memoryLimit }) => memoryLimit === Infinity)
}

/** The excess of memory over GOMEMLIMIT; undefined if there was none, or no limit. */
export function toExcess(run: Outline, { secondsAbove }: Tally): Excess | undefined {
  let worst: Segment | undefined
  let bytes = 0
  for (const segment of inForce(run)) {
    const over = segment.peak.memory - segment.memoryLimit
    if (!(over > segment.memoryLimit * ROUNDING) || over <= bytes) continue
    worst = segment
    bytes = over
  }
  if (!worst) return undefined
  return { bytes, share: bytes / worst.memoryLimit, seconds: secondsAbove }
}

/** The least room in the container, by share; undefined without a container limit. Never negative, despite rounding. */
export function toRoom(run: Outline): Room | undefined {
  let least: Room | undefined
  for (const { containerLimit: limit, peak } of inForce(run)) {
    if (!Number.isFinite(limit)) continue
    const bytes = Math.max(0, limit - peak.container)
    const share = limit > 0 ? bytes / limit : 0
    if (!least || share < least.share) least = { limit, bytes, share }
  }
  return least
}
