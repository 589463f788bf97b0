import { toReason } from './cause.ts'
import { cycleCpu, cycleEnd, cycleLiveFound, cycleStart, isForced } from './cycles.ts'
import { GOAL_RULES, type GoalRule, type Trace } from './trace.ts'

/** One GC cycle as JSON. Sizes in bytes, times in seconds; null where the model has no such notion. */
export interface CycleEntry {
  /** From 1. */
  readonly number: number
  /** On the CPU-time axis. */
  readonly startSeconds: number
  readonly endSeconds: number
  /** Elapsed time; in the guide model the same. */
  readonly startWallSeconds: number
  readonly endWallSeconds: number
  readonly heapStartBytes: number
  readonly heapEndBytes: number
  /** The live heap that the cycle found. */
  readonly liveBytes: number
  /** The goal that the cycle was run for, and its rule; null without a goal (GOGC off, and no limit). */
  readonly goalBytes: number | null
  readonly goalRule: GoalRule
  readonly triggerBytes: number | null
  /** The runway that Go wants: what it expected to be allocated while the cycle marks. It gets goal − trigger. */
  readonly runwayBytes: number | null
  /** Bytes to scan per byte allocated, as the cycle starts and as it ends. */
  readonly assistRatio: number | null
  readonly assistRatioEnd: number | null
  /** The cons/mark estimate that the cycle was planned with. */
  readonly consMark: number | null
  /** CPU-seconds of the cycle, then by kind. In the guide model the world is stopped for all of it. */
  readonly gcSeconds: number
  readonly pauseSeconds: number
  readonly assistSeconds: number | null
  readonly backgroundSeconds: number | null
  readonly idleSeconds: number | null
  /** Mutator time for which the GC CPU limit held the due cycle back (guide model). */
  readonly heldSeconds: number | null
  /** Whether the GC CPU limit was limiting at some instant of the cycle (runtime model). */
  readonly limiting: boolean | null
  /** The fill of the limiter's bucket as the cycle ended, in CPU-seconds. */
  readonly limiterFillSeconds: number
  /** Started because the last cycle was two minutes ago (runtime model). */
  readonly periodic: boolean | null
  /** Started because the program called runtime.GC() or debug.FreeOSMemory(), whatever the heap; not one of the result's `cycles`. */
  readonly forced: boolean
  readonly reason: string
}

/** Every cycle of a run, in order. A run may have two million: `toCycleEntry` gives them one by one. */
export function toCycleList(trace: Trace): readonly CycleEntry[] {
  return Array.from({ length: trace.cycles.count }, (_, i) => toCycleEntry(trace, i))
}

/** The cycle of this index, from 0. */
export function toCycleEntry(trace: Trace, i: number): CycleEntry {
  const { cycles, points } = trace
  const { runtime } = cycles
  const startSeconds = cycleStart(trace, i)
  const endSeconds = cycleEnd(trace, i)
  const liveBytes = cycleLiveFound(trace, i)
  const at = cycles.startPoint[i]!
  const pauseSeconds = runtime ? runtime.pause[i]! : endSeconds - startSeconds
  return {
    number: i + 1,
    startSeconds,
    endSeconds,
    liveBytes,
    goalBytes: finite(cycles.goal[i]),
    goalRule: GOAL_RULES[cycles.rule[i]!]!,
    startWallSeconds: runtime ? runtime.startWall[i]! : startSeconds,
    endWallSeconds: runtime ? runtime.endWall[i]! : endSeconds,
    heapStartBytes: runtime ? runtime.heapStart[i]! : points.live[at]! + points.fresh[at]!,
    // At the end of the guide's cycle only the live heap is left.
    heapEndBytes: runtime ? runtime.heapEnd[i]! : liveBytes,
    triggerBytes: finite(runtime?.trigger[i]),
    runwayBytes: finite(runtime?.runway[i]),
    assistRatio: finite(runtime?.assistRatio[i]),
    assistRatioEnd: finite(runtime?.assistRatioEnd[i]),
    consMark: finite(runtime?.consMark[i]),
    gcSeconds: runtime ? cycleCpu(runtime, i) : pauseSeconds,
    pauseSeconds,
    assistSeconds: runtime ? runtime.assist[i]! : null,
    backgroundSeconds: runtime ? runtime.background[i]! : null,
    idleSeconds: runtime ? runtime.idle[i]! : null,
    heldSeconds: runtime ? null : (cycles.held?.[i] ?? 0),
    limiting: runtime ? runtime.limiting[i] === 1 : null,
    periodic: runtime ? runtime.periodic[i] === 1 : null,
    limiterFillSeconds: cycles.fillAfter[i]!,
    forced: isForced(trace, i),
    reason: toReason(trace, i),
  }
}

/** A number that JSON can write; null for none, for an infinite runway, and for a ratio of zero to zero. */
function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null
}
