import { toReason } from './cause.ts'
import { cycleEnd, cycleLiveFound, cycleStart, isForced } from './cycles.ts'
import { GOAL_RULES, type GoalRule, type RuntimeCycles, type Trace } from './trace.ts'

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
  const { cycles } = trace
  const startSeconds = cycleStart(trace, i)
  const endSeconds = cycleEnd(trace, i)
  const model = cycles.runtime ? toRuntimePart(cycles.runtime, i) : toGuidePart(trace, i, startSeconds, endSeconds)
  return {
    number: i + 1,
    startSeconds,
    endSeconds,
    liveBytes: cycleLiveFound(trace, i),
    goalBytes: finite(cycles.goal[i]),
    goalRule: GOAL_RULES[cycles.rule[i] ?? 0] ?? 'gogc',
    ...model,
    limiterFillSeconds: cycles.fillAfter[i] ?? 0,
    forced: isForced(trace, i),
    reason: toReason(trace, i),
  }
}

/** The guide's cycle has only one heap size, that at its start: at its end only the live heap is left. */
function toGuidePart(trace: Trace, i: number, start: number, end: number) {
  const { cycles, points } = trace
  const at = cycles.startPoint[i] ?? 0
  return {
    startWallSeconds: start,
    endWallSeconds: end,
    heapStartBytes: (points.live[at] ?? 0) + (points.fresh[at] ?? 0),
    heapEndBytes: cycleLiveFound(trace, i),
    triggerBytes: null,
    runwayBytes: null,
    assistRatio: null,
    assistRatioEnd: null,
    consMark: null,
    gcSeconds: end - start,
    pauseSeconds: end - start,
    assistSeconds: null,
    backgroundSeconds: null,
    idleSeconds: null,
    heldSeconds: cycles.held?.[i] ?? 0,
    limiting: null,
    periodic: null,
  }
}

function toRuntimePart(cycles: RuntimeCycles, i: number) {
  const pauseSeconds = cycles.pause[i] ?? 0
  const assistSeconds = cycles.assist[i] ?? 0
  const backgroundSeconds = cycles.background[i] ?? 0
  const idleSeconds = cycles.idle[i] ?? 0
  return {
    startWallSeconds: cycles.startWall[i] ?? 0,
    endWallSeconds: cycles.endWall[i] ?? 0,
    heapStartBytes: cycles.heapStart[i] ?? 0,
    heapEndBytes: cycles.heapEnd[i] ?? 0,
    triggerBytes: finite(cycles.trigger[i]),
    runwayBytes: finite(cycles.runway[i]),
    assistRatio: finite(cycles.assistRatio[i]),
    assistRatioEnd: finite(cycles.assistRatioEnd[i]),
    consMark: finite(cycles.consMark[i]),
    gcSeconds: assistSeconds + backgroundSeconds + idleSeconds + pauseSeconds,
    pauseSeconds,
    assistSeconds,
    backgroundSeconds,
    idleSeconds,
    heldSeconds: null,
    limiting: cycles.limiting[i] === 1,
    periodic: cycles.periodic[i] === 1,
  }
}

/** A number that JSON can write; null for an infinite runway, or a ratio of zero to zero. */
function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null
}
