import type { Phase, Program, Settings } from '../../scenario/types.ts'
import type { Outcome } from '../result.ts'
import type { Tally } from '../tally.ts'
import type { Segment } from '../trace.ts'
import type { Controller } from './pacer/controller.ts'
import type { Limiter } from './pacer/limiter.ts'
import type { CycleRecord, Recorder } from './recorder.ts'

/** Settings and memory sizes in force: those that a change may alter. */
export interface InForce extends Settings {
  readonly otherMemory: number
  readonly outsideMemory: number
}

/** How fast the phase's work goes; see `mutator.ts`. A unit is a second of the phase's duration. */
export interface Tempo {
  /** Units that one CPU does per second without GC. */
  perCpu: number
  /** CPUs that the phase's work can use. */
  cpus: number
  /** CPU-seconds that a unit takes while a cycle marks. */
  markSecondsPerUnit: number
  /** Bytes scanned per CPU-second when nothing is in the caches. */
  scanRate: number
  /** Bytes of spans that the allocating processors have taken: all of them count as allocated. */
  takenBytes: number
  /** Bytes allocated per unit, and how many of them survive. */
  allocPerUnit: number
  bornPerUnit: number
  dyingPerUnit: number
  /** Demand arrives by the clock, so work cannot run ahead of it. */
  isClocked: boolean
  /** The program keeps its CPUs busy even when it has no work. */
  isSpinning: boolean
}

/** The division of the CPUs in a stretch of time, in CPUs, and the program's speed, in units per second. */
export interface Division {
  speed: number
  mutator: number
  assist: number
  background: number
  idleMark: number
  unused: number
  /** While marking: the share that the fractional worker has of each processor of the program. */
  fractional: number
}

/** The current mark phase. Times in wall seconds since it began, work in bytes to scan. */
export interface Mark {
  elapsed: number
  /** Roots and heap still to be scanned. */
  rootsLeft: number
  heapLeft: number
  rootsDone: number
  heapDone: number
  /** The work that is left once the arrays of pointers are scanned: spans. */
  spanBytes: number
  /** Factors: how much faster a warm heap is marked, and how much faster than the average spans are scanned. */
  warmth: number
  spanSpeed: number
  /** Background work that has not been used as credit yet. */
  credit: number
  /** Seconds that the fractional worker has run, on each processor of the program. */
  fractionalSeconds: number
  isBursting: boolean
  /** Wall time at which the fractional workers next get their turn. */
  nextTurn: number
  /** While the quota held the container still: CPU-seconds that Go counts as assists, background and idle marking. */
  frozenAssist: number
  frozenBackground: number
  frozenIdle: number
  heapAtStart: number
  reachableAtStart: number
}

/** Calls of runtime.GC(): see calls.ts. */
export interface Calls {
  /** Calls that have not returned; the first of them is the one being served. */
  pending: number
  /** The calls of debug.FreeOSMemory(), by their number in the order of all calls; how many calls have returned. */
  readonly frees: number[]
  served: number
  /** The cycle of the first call has run: the call only waits for sweeping. */
  hasMarked: boolean
}

/** How far a run has counted what its verdict needs. */
export interface Counted {
  /** The last point: elapsed seconds, and bytes that the memory limit counts. */
  wall: number
  memory: number
  /** The end of the last cycle: elapsed seconds, and the CPU-seconds of the whole run up to it. */
  endWall: number
  compulsory: number
  offered: number
}

/** The whole state of one run, written in place by the functions beside it. Sizes in bytes, times in seconds. */
export interface Run {
  readonly recorder: Recorder
  readonly segments: Segment[]
  readonly tally: Tally
  readonly counted: Counted
  readonly maxCycles: number
  readonly maxSteps: number
  readonly program: Program
  readonly controller: Controller
  readonly limiter: Limiter
  readonly tempo: Tempo
  readonly division: Division
  readonly mark: Mark
  readonly cycle: CycleRecord
  readonly calls: Calls

  inForce: InForce
  /** In force, in bytes: limits (Infinity if absent), and memory that no cycle changes (other memory and stacks). */
  memoryLimit: number
  containerLimit: number
  fixedMemory: number
  procs: number
  cpuLimiter: boolean
  /** CPUs of the container's quota; when its present period ends, and the CPU-seconds left in it. */
  quota: number
  periodEnd: number
  budget: number

  /** Elapsed time; CPU time of mutator and GC; CPU time of the mutator; the program's own time. */
  wall: number
  cpu: number
  mutator: number
  ownTime: number

  phase: Phase
  /** Units of the phase that are done; the unit at which the next change or the phase's end comes. */
  done: number
  until: number
  phaseStartWall: number
  /** All phases are done; calls of runtime.GC() may still be waiting. */
  isDone: boolean

  isMarking: boolean
  /** As the pacer counts it: live + allocated since. */
  heap: number
  /** Heap that the last cycle found live. */
  live: number
  /** The heap that is reachable now. */
  reachable: number
  /** Still to be swept, in bytes of heap. */
  sweepLeft: number
  /** The scannable part of what was allocated since the last cycle ended. */
  freshScannable: number
  /** The live heap before the cycle that is ending. */
  liveBefore: number
  hasCycled: boolean
  lastCycleWall: number
  /** Steps so far. `cycleStretches`: those when the last cycle ended or the present part of the program began. */
  stretches: number
  /** The step at which the run's length is next estimated; where the program was at the last such look. */
  nextLook: number
  lookedAt: { readonly phase: Phase; readonly ownTime: number }
  cycleStretches: number
  /** How often fractional workers have waited for their turn. */
  turns: number

  /** Heap memory that is mapped and not given back; the size below which the scavenger leaves it. */
  mapped: number
  retained: number
  /** See spans.ts: unused slots; live heaps (the one that fills the held spans, the last one, the highest since). */
  unused: number
  spanFull: number
  spanLive: number
  spanPeak: number
  /** Slots that the last cycle’s garbage left in spans in use, before new objects fill them. */
  slots: number
  /** The share of allocated bytes that fills such slots: `slotShare` of the program. */
  readonly slotShare: number
  /** The highest heap so far, and the overhead that follows from it. */
  highestHeap: number
  overhead: number

  peakHeap: number
  /** Peaks since the last change of settings, recorded in a segment when it ends. Other peaks are the whole run's. */
  readonly peak: { memory: number; container: number; live: number }
  peakCounted: number
  peakContainer: number
  peakLive: number
  gcSeconds: number
  /** CPU-seconds as Go counts them: assists, background marking and pauses; all CPU time but idle marking; idle marking. */
  compulsory: number
  offered: number
  idleMarked: number
  throttledSeconds: number
  /** The part of `throttledSeconds` before the last change of settings. */
  throttledBefore: number
  /** When the quota last let the container go on; negative if it never stopped it. */
  throttledUntil: number
  limiterSeconds: number
  /** Set when the run ends before the program does. */
  ended: Outcome | undefined
}
