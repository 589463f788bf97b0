import type { ModelKind } from '../scenario/types.ts'
import type { GcPercent } from '../units.ts'
import type { RunResult } from './result.ts'
import type { SetBy, Tally } from './tally.ts'

/** What set a cycle's goal; columns store the index. The last two: 1 MiB to sweep, 64 KiB to mark (runtime model). */
export const GOAL_RULES = [
  'gogc',
  'memory-limit',
  'minimum-heap',
  'live-heap-floor',
  'sweep-distance',
  'minimum-runway',
] as const
export type GoalRule = (typeof GOAL_RULES)[number]

export const SET_BY: Readonly<Record<GoalRule, SetBy>> = {
  gogc: 'gogc',
  'memory-limit': 'limit',
  'minimum-heap': 'minimum',
  'live-heap-floor': 'floor',
  'sweep-distance': 'room',
  'minimum-runway': 'room',
}

/**
 * The run as points joined by straight lines, one entry per point in every column.
 * Sizes in bytes; `time` in seconds on the CPU-time axis, never falling.
 */
export interface Points {
  readonly count: number
  readonly time: Float64Array
  /** Heap that the last cycle found live. */
  readonly live: Float64Array
  /** Heap allocated since. */
  readonly fresh: Float64Array
  /** Runtime model only: columns the guide model has no notion of. */
  readonly runtime?: RuntimePoints
}

export interface RuntimePoints {
  /** Elapsed seconds. */
  readonly wall: Float64Array
  /** Bytes that GOMEMLIMIT counts: mapped − released. */
  readonly counted: Float64Array
  /** Bytes that the container counts: resident, as the operating system sees it. */
  readonly container: Float64Array
  /** Where memory is an estimate, as in a measured run: the bounds of both. */
  readonly countedLow?: Float64Array
  readonly countedHigh?: Float64Array
  /** Limiter bucket fill in CPU-seconds. */
  readonly fill: Float64Array
  /** 1 where the limiter is limiting from this point to the next. */
  readonly limiting: Uint8Array
}

/** One entry per cycle in every column. Times in seconds on the CPU-time axis, sizes in bytes. */
export interface Cycles {
  readonly count: number
  /** Index of the point at which the cycle starts. */
  readonly startPoint: Uint32Array
  /** Index of the point at which the cycle ends; undefined if that is the next point (guide model). See `endPointOf`. */
  readonly endPoint: Uint32Array | undefined
  /** The goal that this cycle was run for. */
  readonly goal: Float64Array
  /** Index into GOAL_RULES: what set that goal. */
  readonly rule: Uint8Array
  /** Seconds for which the limiter held the due cycle back; undefined if it is off, or holds none (runtime model). */
  readonly held: Float64Array | undefined
  /** Fill of the limiter's bucket as the cycle ends, in CPU-seconds. */
  readonly fillAfter: Float64Array
  /** Indices of the cycles that a call of runtime.GC() or debug.FreeOSMemory() forced, in rising order. */
  readonly forced: readonly number[]
  /** Those of them that debug.FreeOSMemory() forced; undefined if that is not known, as in a log. */
  readonly freed?: readonly number[]
  readonly runtime?: RuntimeCycles
  readonly clocks?: ClockedCycles
}

/** What a simulated program reads off its clocks in a cycle, as gctrace prints it (Go 1.26 mgc.go, gcMarkTermination). */
export interface ClockedCycles {
  /** gc_cpu_fraction as the cycle ended: GC without idle marking, since the start, as a share of all processors' time. */
  readonly gcFraction: Float64Array
  /** CPU-seconds by kind: more than was used where a CPU quota held the program still, for the clocks went on. */
  readonly assist: Float64Array
  readonly background: Float64Array
  readonly idle: Float64Array
}

/** Columns that only the concurrent model has, as in `CycleEntry`: CPU-seconds, bytes, elapsed seconds; flags are 1 or 0. */
export interface RuntimeCycles {
  /** The goal as marking ended, which gctrace prints: under a memory limit it moves within a cycle. */
  readonly goalEnd: Float64Array
  readonly trigger: Float64Array
  /** Stacks and globals that GOGC's part of the goal counts. */
  readonly roots: Float64Array
  readonly runway: Float64Array
  readonly assistRatio: Float64Array
  readonly assistRatioEnd: Float64Array
  readonly consMark: Float64Array
  /** The CPU time of the cycle by gctrace's kinds; both pauses (of all processors) in one. */
  readonly assist: Float64Array
  readonly background: Float64Array
  readonly idle: Float64Array
  readonly pause: Float64Array
  readonly liveFound: Float64Array
  readonly heapStart: Float64Array
  readonly heapEnd: Float64Array
  readonly startWall: Float64Array
  readonly endWall: Float64Array
  readonly periodic: Uint8Array
  readonly limiting: Uint8Array
}

/** A cycle that the end of the run cut off, up to there: its work in CPU-seconds, as that of a completed cycle. */
export interface Unfinished {
  /** Index of the point at which it started. */
  readonly startPoint: number
  readonly assist: number
  readonly background: number
  readonly idle: number
  readonly pause: number
}

/**
 * The settings in force from `time` on until the next segment. The first segment starts at 0; each change adds one.
 * Sizes in bytes, Infinity for an absent limit.
 */
export interface Segment {
  readonly time: number
  readonly mutatorTime: number
  readonly otherMemory: number
  readonly outsideMemory: number
  readonly memoryLimit: number
  readonly containerLimit: number
  readonly gogc: GcPercent
  readonly procs: number
  readonly cpuLimiter: boolean
  /** The goal that this segment's settings gave as it began, and what set it. */
  readonly goal: number
  readonly rule: GoalRule
  /** Peaks while these settings were in force: each limit is judged by the peaks of its own segment. */
  readonly peak: Peak
  /** Runtime model: elapsed seconds for which the CPU quota held the container still while they were in force. */
  readonly throttledSeconds?: number
  /** Runtime model: the trigger for that goal. */
  readonly trigger?: number
  /** Runtime model: the plan just before. */
  readonly before?: Plan
}

/** Highest figures of a segment, in bytes; 0 for a figure that a log does not report. */
export interface Peak {
  readonly memory: number
  readonly container: number
  /** The live heap, as the last cycle before the segment and the cycles in it found it. */
  readonly live: number
}

/** The plan of the next cycle: heap in bytes. */
export interface Plan {
  readonly goal: number
  readonly trigger: number
}

export interface PendingPlan extends Plan {
  /**
   * Bytes that the container would count once the heap is at the trigger, or at the goal where a cycle was marking
   * already; Infinity where no cycle was due. Simulated runs only.
   */
  readonly total?: number
}

/** A stretch of the time axis for which a due cycle was held back by the GC CPU limiter (guide model). */
export interface Hold {
  readonly start: number
  readonly end: number
}

/** A run without its columns: its result, and all that its verdict needs. */
export interface Outline {
  readonly model: ModelKind
  readonly segments: readonly Segment[]
  readonly result: RunResult
  /** Counted while it ran; absent if it has to be counted from the columns (guide model). */
  readonly tally?: Tally
  /**
   * For a run that begins under a memory limit and keeps it: every limit of at least this many bytes, or none, gives
   * the same run to the last bit. Infinity or absent if that is not known.
   */
  readonly limitNeed?: number
}

/** A whole run: the columns the charts draw, and the result. Plain data, transferable between threads. */
export interface Trace extends Outline {
  /** The clock of the time axis: CPU-seconds, or elapsed seconds after `onWallClock`. */
  readonly clock?: 'wall'
  readonly points: Points
  readonly cycles: Cycles
  readonly holds: readonly Hold[]
  /** Runtime model: what was in force as the run ended, for a cycle that no longer ran to its end. */
  readonly pending?: PendingPlan
  /** Runtime model: the cycle that was marking as the run ended. It is none of `cycles`. */
  readonly unfinished?: Unfinished
}

export interface CountedOutline extends Outline {
  readonly tally: Tally
}

export type Judged = Trace | CountedOutline
