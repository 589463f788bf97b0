import type { CpuQuota, GcPercent, Limit } from '../units.ts'

/** Which model computes the run: the guide's stop-the-world cost model, or Go's concurrent pacer. */
export type ModelKind = 'guide' | 'runtime'

/** What durations and rates are measured against: mutator CPU time ("work") or wall time ("clock", runtime model). */
export type Pace = 'work' | 'clock'

/** A stretch of the program with constant rates. Sizes in bytes, times in seconds. */
export interface Phase {
  readonly duration: number
  /** Bytes allocated per second. */
  readonly allocRate: number
  /** Bytes marked per CPU-second. */
  readonly scanRate: number
  /** Share of what the phase allocates that stays live. */
  readonly newSurvivalRate: number
  /** Share of the live heap at the phase's start that dies over the phase. */
  readonly oldDeathRate: number
  /** Runtime model: no more CPUs than this do the phase's work; 0 for no bound. */
  readonly goroutines: number
  /** Runtime model, clock pace: the phase ends by the clock and drops what was not done. */
  readonly dropsLate: boolean
  /** Runtime model: how many times longer the program's work takes while a cycle marks. */
  readonly markSlowdown: number
}

export interface Program {
  readonly initialLive: number
  /** Go runtime memory outside the heap: counts towards the memory limit. */
  readonly otherMemory: number
  /** Memory outside Go (C, mmap): the container counts it, the memory limit does not. */
  readonly outsideMemory: number
  /** CPU-seconds each cycle costs besides marking (guide model). */
  readonly fixedCost: number
  /** Seconds with the world stopped per cycle (runtime model). */
  readonly pauseCost: number
  readonly pace: Pace
  /** What only the runtime model reads; meanings and units in `runtime-table.ts`. */
  readonly busyProcs: number
  readonly peakAllocRate: number
  readonly scannableShare: number
  readonly pointerFreeLive: number
  readonly pointerArrayShare: number
  readonly untouched: number
  readonly stacks: number
  readonly stackMemory: number
  readonly globals: number
  readonly heapOverhead: number
  readonly objectsPerSpan: number
  readonly sweepRate: number
  readonly warmMarking: number
  readonly phases: readonly Phase[]
}

/** What may be changed while the program runs. */
export interface Settings {
  readonly gogc: GcPercent
  readonly memoryLimit: Limit
  readonly containerLimit: Limit
  readonly cpuLimiter: boolean
  /** GOMAXPROCS. */
  readonly procs: number
  /** CPU quota of the container (runtime model). */
  readonly cpuQuota: CpuQuota
}

/** What happens at a point of the program's own (mutator) time, in seconds: settings change, then a call. */
export interface Change extends Partial<Settings> {
  readonly at: number
  readonly outsideMemory?: number
  readonly otherMemory?: number
  /** The program calls runtime.GC(), or debug.FreeOSMemory(), which calls it and then gives all free memory back. */
  readonly forceGC?: boolean
  readonly freeOSMemory?: boolean
}

/** A whole experiment, all defaults filled in. The JSON form is in `json.ts`. */
export interface Scenario extends Settings {
  readonly title: string
  readonly model: ModelKind
  readonly program: Program
  readonly changes: readonly Change[]
}
