/** The end of a run. Times in seconds on its time axis; `progress` is the finished share of the program’s work. */
export type Outcome =
  | { readonly kind: 'completed' }
  | { readonly kind: 'oom-killed'; readonly atSeconds: number; readonly progress: number }
  | { readonly kind: 'stopped'; readonly reason: string; readonly atSeconds: number }

/** The result of a run. Names and meanings are public: scripts and links depend on them. */
export interface RunResult {
  /** CPU-seconds, mutator + GC. */
  readonly totalSeconds: number
  readonly mutatorSeconds: number
  readonly gcSeconds: number
  /** Elapsed time; equals `totalSeconds` in the guide model. */
  readonly wallSeconds: number
  /** `gcSeconds / totalSeconds`; 0 for an empty run. */
  readonly gcCpuFraction: number
  /**
   * GC as Go’s metrics count it (/cpu/classes/gc): (assists + background marking + pauses) / (GOMAXPROCS · elapsed −
   * idle marking). Go reads clocks: while a CPU quota stops the program, each CPU counts as if it worked. So under a
   * quota this is not a share of the CPU time used: it may be many times what `gcSeconds` and the CPU times of the cycles
   * give, which leave that time out. In the guide model the same as `gcCpuFraction`.
   */
  readonly compulsoryGcFraction: number
  /** Completed cycles, forced ones not counted. */
  readonly cycles: number
  /** Most that GOMEMLIMIT counts. */
  readonly peakMemoryBytes: number
  /** Most that the container counts. */
  readonly peakContainerBytes: number
  /** Most live + new at any instant. */
  readonly peakHeapBytes: number
  /** Largest live heap that a cycle found, or `initialLive`. */
  readonly peakLiveBytes: number
  /** Guide: mutator time for which a due cycle was held back. Runtime: wall time for which the limiter was limiting. */
  readonly limiterSeconds: number
  /** Elapsed time for which the CPU quota held the whole container still. */
  readonly throttledSeconds: number
  readonly outcome: Outcome
  readonly modelVersion: string
}
