import type { Phase, Program, Scenario, Settings } from '../../scenario/types.ts'
import { IDLE } from '../phase.ts'
import type { Outcome } from '../result.ts'
import { createTally } from '../tally.ts'
import type { Segment } from '../trace.ts'
import { createController } from './pacer/controller.ts'
import { createLimiter } from './pacer/limiter.ts'
import { ZERO } from './pacer/zero.ts'
import { createCycleRecord, type Recorder } from './recorder.ts'

type InForce = Settings & Pick<Program, 'otherMemory' | 'outsideMemory'>

/** How fast the phase's work goes; see `mutator.ts`. A unit is a second of the phase's duration. */
function createTempo() {
  return {
    /** Units that one CPU does per second without GC. */
    perCpu: ZERO,
    /** CPUs that the phase's work can use. */
    cpus: ZERO,
    /** CPU-seconds that a unit takes while a cycle marks. */
    markSecondsPerUnit: ZERO,
    /** Bytes scanned per CPU-second when nothing is in the caches. */
    scanRate: ZERO,
    /** Bytes of spans that the allocating processors have taken: all of them count as allocated. */
    takenBytes: ZERO,
    /** Bytes allocated per unit, and how many of them survive. */
    allocPerUnit: ZERO,
    bornPerUnit: ZERO,
    dyingPerUnit: ZERO,
    /** Demand arrives by the clock, so work cannot run ahead of it. */
    isClocked: false,
    /** The program keeps its CPUs busy even when it has no work. */
    isSpinning: false,
  }
}

/** The division of the CPUs in a stretch of time, in CPUs. */
function createDivision() {
  return {
    speed: ZERO,
    mutator: ZERO,
    assist: ZERO,
    background: ZERO,
    idleMark: ZERO,
    unused: ZERO,
    /** While marking: the share that the fractional worker has of each processor of the program. */
    fractional: ZERO,
  }
}

export type Mark = ReturnType<typeof createMark>

/** The current mark phase. Times in wall seconds since it began, work in bytes to scan. */
function createMark() {
  return {
    elapsed: ZERO,
    /** Roots and heap still to be scanned. */
    rootsLeft: ZERO,
    heapLeft: ZERO,
    rootsDone: ZERO,
    heapDone: ZERO,
    /** The work that is left once the arrays of pointers are scanned: spans. */
    spanBytes: ZERO,
    /** Factors: how much faster a warm heap is marked, and how much faster than the average spans are scanned. */
    warmth: ZERO,
    spanSpeed: ZERO,
    /** Background work that has not been used as credit yet. */
    credit: ZERO,
    /** Seconds that the fractional worker has run, on each processor of the program. */
    fractionalSeconds: ZERO,
    isBursting: false,
    /** Wall time at which the fractional workers next get their turn. */
    nextTurn: Infinity,
    /** While the quota held the container still: CPU-seconds that Go counts as assists, background and idle marking. */
    frozenAssist: ZERO,
    frozenBackground: ZERO,
    frozenIdle: ZERO,
    heapAtStart: ZERO,
    reachableAtStart: ZERO,
  }
}

function createCalls() {
  return {
    /** Calls that have not returned; the first of them is the one being served. */
    pending: 0,
    /** The calls of debug.FreeOSMemory(), by their number in the order of all calls; how many calls have returned. */
    frees: [] as number[],
    served: 0,
    /** The cycle of the first call has run: the call only waits for sweeping. */
    hasMarked: false,
  }
}

/** How far a run has counted what its verdict needs. */
function createCounted() {
  return {
    /** The last point: elapsed seconds, and bytes that the memory limit counts. */
    wall: ZERO,
    memory: ZERO,
    /** The end of the last cycle: elapsed seconds, and the CPU-seconds of the whole run up to it. */
    endWall: ZERO,
    compulsory: ZERO,
    offered: ZERO,
  }
}

/**
 * The whole state of one run, written in place by the functions beside it. Sizes in bytes, times in seconds.
 *
 * A class, although it is plain data. When V8 meets a literal with objects in it for the second time, it forgets their
 * types, and discards the code that it compiled for the first run.
 */
export class Run {
  readonly recorder: Recorder
  readonly segments: Segment[] = []
  readonly tally = createTally()
  readonly counted = createCounted()
  readonly maxCycles: number
  readonly maxSteps: number
  readonly program: Program
  readonly controller = createController(Infinity, Infinity)
  readonly limiter
  readonly tempo = createTempo()
  readonly division = createDivision()
  readonly mark = createMark()
  readonly cycle = createCycleRecord()
  readonly calls = createCalls()

  inForce: InForce
  /** In force, in bytes: limits (Infinity if absent), and memory that no cycle changes (other memory and stacks). */
  memoryLimit = Infinity
  containerLimit = Infinity
  fixedMemory = ZERO
  procs = ZERO
  cpuLimiter: boolean
  /** CPUs of the container's quota; when its present period ends, and the CPU-seconds left in it. */
  quota = Infinity
  periodEnd = ZERO
  budget = ZERO

  /** Elapsed time; CPU time of mutator and GC; CPU time of the mutator; the program's own time. */
  wall = ZERO
  cpu = ZERO
  mutator = ZERO
  ownTime = ZERO

  phase: Phase = IDLE
  /** Units of the phase that are done; the unit at which the next change or the phase's end comes. */
  done = ZERO
  until = ZERO
  phaseStartWall = ZERO
  /** All phases are done; calls of runtime.GC() may still be waiting. */
  isDone = false

  isMarking = false
  /** As the pacer counts it: live + allocated since. */
  heap = ZERO
  /** Heap that the last cycle found live. */
  live = ZERO
  reachable = ZERO
  /** Still to be swept, in bytes of heap. */
  sweepLeft = ZERO
  /** The scannable part of what was allocated since the last cycle ended. */
  freshScannable = ZERO
  /** The live heap before the cycle that is ending. */
  liveBefore = ZERO
  /** A run that starts with a live heap starts just after a cycle. */
  hasCycled: boolean
  lastCycleWall = ZERO
  /** A large object was allocated, and whether a cycle is due has not been checked since. */
  isUnchecked = false
  /** Steps so far. `cycleStretches`: those when the last cycle ended or the present part of the program began. */
  stretches = 0
  /** The step at which the run's length is next estimated; where the program was at the last such look. */
  nextLook = Infinity
  lookedAt = { phase: IDLE, ownTime: ZERO, live: ZERO }
  cycleStretches = 0
  /** How often fractional workers have waited for their turn. */
  turns = 0

  /** Heap memory that is mapped and not given back; the size below which the scavenger leaves it. */
  mapped = ZERO
  retained = Infinity
  /** See spans.ts: unused slots; live heaps (the one that fills the held spans, the last one, the highest since). */
  unused = ZERO
  spanFull = ZERO
  spanLive = ZERO
  spanPeak = ZERO
  /** Slots that the last cycle’s garbage left in spans in use, before new objects fill them. */
  slots = ZERO
  slotShare = ZERO
  /** The highest heap so far, and the overhead that follows from it. */
  highestHeap = ZERO
  overhead = ZERO

  peakHeap = ZERO
  /** Peaks since the last change of settings, recorded in a segment when it ends. Other peaks are the whole run's. */
  readonly peak = { memory: ZERO, container: ZERO, live: ZERO }
  gcSeconds = ZERO
  /** CPU-seconds as Go counts them: assists, background marking and pauses; all CPU time but idle marking; idle marking. */
  compulsory = ZERO
  offered = ZERO
  idleMarked = ZERO
  throttledSeconds = ZERO
  /** The part of `throttledSeconds` before the last change of settings. */
  throttledBefore = ZERO
  /** When the quota last let the container go on; negative if it never stopped it. */
  throttledUntil = -0.5
  limiterSeconds = ZERO
  /** Set when the run ends before the program does. */
  ended: Outcome | undefined

  constructor(scenario: Scenario, recorder: Recorder, maxCycles: number, maxSteps: number) {
    const { program, gogc, memoryLimit, containerLimit, cpuLimiter, procs, cpuQuota } = scenario
    const { otherMemory, outsideMemory, initialLive } = program
    this.recorder = recorder
    this.maxCycles = maxCycles
    this.maxSteps = maxSteps
    this.program = program
    this.limiter = createLimiter(ZERO, ZERO + procs)
    this.inForce = { gogc, memoryLimit, containerLimit, cpuLimiter, procs, cpuQuota, otherMemory, outsideMemory }
    this.cpuLimiter = cpuLimiter
    this.hasCycled = initialLive > 0
    this.heap = initialLive
    this.spanLive = Math.max(0, initialLive - program.pointerFreeLive)
    this.spanFull = this.spanLive
    this.live = initialLive
    this.reachable = initialLive
    this.liveBefore = initialLive
    this.highestHeap = initialLive
    this.peakHeap = initialLive
    this.peak.live = initialLive
  }
}
