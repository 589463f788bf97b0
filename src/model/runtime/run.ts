import type { Phase, Program, Settings } from '../../scenario/types.ts'
import type { Outcome } from '../result.ts'
import type { Tally } from '../tally.ts'
import type { Segment } from '../trace.ts'
import type { Controller } from './pacer/controller.ts'
import type { Limiter } from './pacer/limiter.ts'
import type { CycleRecord, Recorder } from './recorder.ts'

/** Settings and memories in force: what a change may alter. */
export interface InForce extends Settings {
  readonly otherMemory: number
  readonly outsideMemory: number
}

/** How fast the phase's work goes; see `mutator.ts`. A unit is a second of the phase's duration. */
export interface Tempo {
  /** Units that one CPU does per second when nothing hinders it. */
  perCpu: number
  /** CPUs that the phase's work can use. */
  cpus: number
  /** CPU-seconds that a unit takes while a cycle marks. */
  markSecondsPerUnit: number
  /** Bytes scanned per CPU-second when nothing is warm. */
  scanRate: number
  /** Bytes of spans that the allocating processors have taken: all of them count as allocated. */
  takenBytes: number
  /** Bytes allocated per unit, and how many of them survive. */
  allocPerUnit: number
  bornPerUnit: number
  dyingPerUnit: number
  /** Demand arrives by the clock, so work cannot run ahead of it. */
  isClocked: boolean
  /** The program burns its CPUs whether it has work to do or not. */
  isSpinning: boolean
}

/** Who has the CPUs for a stretch of time, in CPUs, and how fast the program goes, in units per second. */
export interface Division {
  speed: number
  mutator: number
  assist: number
  background: number
  idleMark: number
  unused: number
  /** While a cycle marks: the share of a processor that the program occupies which its fractional worker has. */
  fractional: number
}

/** The mark phase that is going on. Times in wall seconds since it began, work in bytes to scan. */
export interface Mark {
  elapsed: number
  /** Roots and heap still to be scanned. */
  rootsLeft: number
  heapLeft: number
  rootsDone: number
  heapDone: number
  /** Of that, what is left when the arrays of pointers are done: spans. */
  spanBytes: number
  /** How much faster than at other times the heap is marked, and how much faster spans are than the average: factors. */
  warmth: number
  spanSpeed: number
  /** Background work that nobody has drawn on yet. */
  credit: number
  /** Per processor that the program occupies: seconds its fractional worker has run. */
  fractionalSeconds: number
  isBursting: boolean
  /** Wall time at which the fractional workers next get their turn. */
  nextTurn: number
  /** While the quota held the container still: CPU-seconds that Go takes for assists and for idle marking. */
  frozenAssist: number
  frozenIdle: number
  heapAtStart: number
  reachableAtStart: number
}

/** Calls of runtime.GC(): see calls.ts. */
export interface Calls {
  /** Calls that have not returned; the first of them is the one being served. */
  pending: number
  /** Which of them are debug.FreeOSMemory(), by their number in the order of all calls; how many have returned. */
  readonly frees: number[]
  served: number
  /** The cycle of the first of them has run: it only waits for sweeping. */
  hasMarked: boolean
}

/** Up to where a run has counted what it will be judged by. */
export interface Counted {
  /** The last point: elapsed seconds, and bytes that the memory limit counts. */
  wall: number
  memory: number
  /** The last cycle's end: elapsed, and CPU-seconds of the whole run up to it. */
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
  /** What is in force, in bytes, Infinity for an absent limit; memory that no cycle changes: other memory and stacks. */
  memoryLimit: number
  containerLimit: number
  fixedMemory: number
  procs: number
  cpuLimiter: boolean
  /** CPUs of the container's quota; when its present period ends, and the CPU-seconds left in it. */
  quota: number
  periodEnd: number
  budget: number

  /** Elapsed; CPU-seconds of mutator and GC; of the mutator alone; the program's own time. */
  wall: number
  cpu: number
  mutator: number
  ownTime: number

  phase: Phase
  /** Done of the phase, in units; where the next change or the phase's end stands. */
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
  /** What could be found live at this instant. */
  reachable: number
  /** Still to be swept, in bytes of heap. */
  sweepLeft: number
  /** Allocated since the last cycle ended: what of it holds pointers. */
  freshScannable: number
  /** The live heap before the cycle that is ending. */
  liveBefore: number
  hasCycled: boolean
  lastCycleWall: number
  /** Steps taken so far, and as the last cycle ended or the present stretch of the program began. */
  stretches: number
  /** Steps at which it is foreseen whether the run will take too many; where the program stood at the last such look. */
  nextLook: number
  lookedAt: { readonly phase: Phase; readonly ownTime: number }
  cycleStretches: number
  /** How often fractional workers have waited for their turn. */
  turns: number

  /** Heap memory that is mapped and not given back, with its overhead; what the scavenger lets it fall to. */
  mapped: number
  retained: number
  /** Slots of spans in use that no object fills; the live heap that filled those spans, and what the last cycle left of it; the most reachable since. */
  unused: number
  spanFull: number
  spanLive: number
  spanPeak: number
  /** Slots that the last cycle’s garbage left in spans in use, before new objects fill them. */
  slots: number
  /** The share of what is allocated that fills such slots: `slotShare` of the program. */
  readonly slotShare: number
  /** Highest heap so far, and the overhead, which stands for it. */
  highestHeap: number
  overhead: number

  peakHeap: number
  /** Since the last change of settings; written down in its segment as that ends. The other peaks are the whole run's. */
  readonly peak: { memory: number; container: number; live: number }
  peakCounted: number
  peakContainer: number
  peakLive: number
  gcSeconds: number
  /** As Go counts: CPU-seconds of assists, background marking and pauses, and all there were but for idle marking. */
  compulsory: number
  offered: number
  throttledSeconds: number
  /** Of that, before the last change of settings. */
  throttledBefore: number
  limiterSeconds: number
  /** Set when the run ends before the program does. */
  ended: Outcome | undefined
}
