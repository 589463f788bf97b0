import type { Program, Scenario } from '../../scenario/types.ts'
import { IDLE } from '../phase.ts'
import type { Outcome } from '../result.ts'
import { createTally } from '../tally.ts'
import type { Segment } from '../trace.ts'
import { createCalls } from './calls.ts'
import { overheadBytes } from './memory.ts'
import { createController } from './pacer/controller.ts'
import { createLimiter } from './pacer/limiter.ts'
import { ZERO } from './pacer/zero.ts'
import type { CycleRecord, Recorder } from './recorder.ts'
import type { Counted, Division, InForce, Mark, Run, Tempo } from './run.ts'
import { slotShare } from './spans.ts'

/** A run before its first instant. */
export function createRun(scenario: Scenario, recorder: Recorder, maxCycles: number, maxSteps: number): Run {
  return new NewRun(scenario, recorder, maxCycles, maxSteps)
}

/**
 * A class, although it is plain data. When V8 meets a literal with objects in it for the second time, it forgets their
 * types, and discards the code that it compiled for the first run.
 */
class NewRun implements Run {
  readonly recorder: Recorder
  readonly tally = createTally()
  readonly counted = createCounted()
  readonly segments: Segment[] = []
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
  memoryLimit = Infinity
  containerLimit = Infinity
  fixedMemory = ZERO
  procs = ZERO
  quota = Infinity
  periodEnd = ZERO
  budget = ZERO
  cpuLimiter: boolean
  wall = ZERO
  cpu = ZERO
  mutator = ZERO
  ownTime = ZERO
  phase = IDLE
  done = ZERO
  until = ZERO
  phaseStartWall = ZERO
  isDone = false
  isMarking = false
  heap = ZERO
  live = ZERO
  reachable = ZERO
  sweepLeft = ZERO
  freshScannable = ZERO
  liveBefore = ZERO
  hasCycled = false
  lastCycleWall = ZERO
  stretches = 0
  nextLook = Infinity
  lookedAt = { phase: IDLE, ownTime: ZERO }
  cycleStretches = 0
  turns = 0
  mapped = ZERO
  unused = ZERO
  slots = ZERO
  readonly slotShare: number
  spanFull = ZERO
  spanLive = ZERO
  spanPeak = ZERO
  retained = Infinity
  highestHeap = ZERO
  overhead = ZERO
  peakHeap = ZERO
  readonly peak = { memory: ZERO, container: ZERO, live: ZERO }
  peakCounted = ZERO
  peakContainer = ZERO
  peakLive = ZERO
  gcSeconds = ZERO
  compulsory = ZERO
  offered = ZERO
  idleMarked = ZERO
  throttledSeconds = ZERO
  throttledBefore = ZERO
  throttledUntil = -0.5
  limiterSeconds = ZERO
  ended: Outcome | undefined

  constructor(scenario: Scenario, recorder: Recorder, maxCycles: number, maxSteps: number) {
    const { program, gogc, memoryLimit, containerLimit, cpuLimiter, procs, cpuQuota } = scenario
    const { otherMemory, outsideMemory, initialLive } = program
    this.recorder = recorder
    this.maxCycles = maxCycles
    this.maxSteps = maxSteps
    this.program = program
    this.slotShare = slotShare(program)
    this.limiter = createLimiter(ZERO, ZERO + procs)
    this.inForce = { gogc, memoryLimit, containerLimit, cpuLimiter, procs, cpuQuota, otherMemory, outsideMemory }
    this.cpuLimiter = cpuLimiter
    this.heap = initialLive
    this.spanLive = Math.max(0, initialLive - program.pointerFreeLive)
    this.spanFull = this.spanLive
    this.live = initialLive
    this.reachable = initialLive
    this.liveBefore = initialLive
    this.highestHeap = initialLive
    this.overhead = overheadBytes(program, initialLive)
    this.peakHeap = initialLive
    this.peak.live = initialLive
  }
}

function createTempo(): Tempo {
  return {
    perCpu: ZERO,
    cpus: ZERO,
    markSecondsPerUnit: ZERO,
    scanRate: ZERO,
    takenBytes: ZERO,
    allocPerUnit: ZERO,
    bornPerUnit: ZERO,
    dyingPerUnit: ZERO,
    isClocked: false,
    isSpinning: false,
  }
}

function createDivision(): Division {
  return { speed: ZERO, mutator: ZERO, assist: ZERO, background: ZERO, idleMark: ZERO, unused: ZERO, fractional: ZERO }
}

function createMark(): Mark {
  return {
    elapsed: ZERO,
    rootsLeft: ZERO,
    heapLeft: ZERO,
    rootsDone: ZERO,
    heapDone: ZERO,
    spanBytes: ZERO,
    warmth: ZERO,
    spanSpeed: ZERO,
    credit: ZERO,
    fractionalSeconds: ZERO,
    isBursting: false,
    nextTurn: Infinity,
    frozenAssist: ZERO,
    frozenBackground: ZERO,
    frozenIdle: ZERO,
    heapAtStart: ZERO,
    reachableAtStart: ZERO,
  }
}

function createCycleRecord(): CycleRecord {
  return {
    startPoint: 0,
    goal: ZERO,
    goalEnd: ZERO,
    rule: 0,
    fillAfter: ZERO,
    trigger: ZERO,
    roots: ZERO,
    runway: ZERO,
    assistRatio: ZERO,
    assistRatioEnd: ZERO,
    consMark: ZERO,
    assist: ZERO,
    background: ZERO,
    idle: ZERO,
    pause: ZERO,
    liveFound: ZERO,
    heapStart: ZERO,
    heapEnd: ZERO,
    startWall: ZERO,
    endWall: ZERO,
    gcFraction: ZERO,
    clockedAssist: ZERO,
    clockedBackground: ZERO,
    clockedIdle: ZERO,
    cause: 'heap',
    wasLimiting: false,
  }
}

function createCounted(): Counted {
  return { wall: ZERO, memory: ZERO, endWall: ZERO, compulsory: ZERO, offered: ZERO }
}
