/**
 * One gctrace line. The names are public: they stand in the JSON that `sawtooth gctrace` prints. Sizes are whole MiB,
 * rounded down by Go (value v stands for [v, v + 1) MiB); times of one cycle in milliseconds, `startSeconds` since the
 * process started.
 */
export interface ParsedCycle {
  readonly number: number
  readonly startSeconds: number
  /** GC's share of the CPU since the process started, in whole percent: not this cycle's. */
  readonly gcPercentSoFar: number
  /** Elapsed. Go 1.5: `markMs` is scan + sync + mark. */
  readonly sweepTermMs: number
  readonly markMs: number
  readonly markTermMs: number
  /** CPU time over all processors. */
  readonly sweepTermCpuMs: number
  readonly assistMs: number
  readonly backgroundMs: number
  readonly idleMs: number
  readonly markTermCpuMs: number
  /** Go 1.5 only: CPU time of its separate scan and sync phases. */
  readonly scanCpuMs?: number
  readonly heapStartMiB: number
  readonly heapEndMiB: number
  readonly heapLiveMiB: number
  /** The heap goal of this cycle. */
  readonly goalMiB: number
  /** null before Go 1.18. */
  readonly stacksMiB: number | null
  readonly globalsMiB: number | null
  readonly procs: number
  /** Started by runtime.GC or debug.FreeOSMemory. */
  readonly forced: boolean
  /** Which process, and which prefix its lines carry, from 0. */
  readonly run: number
  readonly stream: number
  /** Line of the log, from 1. */
  readonly line: number
}
