import type { Phase, Scenario } from '../../scenario/types.ts'
import { createCalls } from './calls.ts'
import { createController } from './controller.ts'
import { createLimiter } from './limiter.ts'
import { overheadBytes } from './memory.ts'
import { type CycleRecord, Recorder } from './recorder.ts'
import type { Mark, Run } from './run.ts'

/** A run before its first instant. */
export function createRun(scenario: Scenario, maxCycles: number): Run {
  const { program, gogc, memoryLimit, containerLimit, cpuLimiter, procs } = scenario
  const { otherMemory, outsideMemory, initialLive } = program
  return {
    recorder: new Recorder(),
    segments: [],
    maxCycles,
    program,
    controller: createController(Infinity, Infinity),
    limiter: createLimiter(0, procs),
    tempo: {
      perCpu: 1,
      cpus: 1,
      markSecondsPerUnit: 1,
      scanRate: 1,
      takenBytes: 0,
      allocPerUnit: 0,
      bornPerUnit: 0,
      dyingPerUnit: 0,
      isClocked: false,
      isSpinning: false,
    },
    division: { speed: 0, mutator: 0, assist: 0, background: 0, idleMark: 0, unused: 0 },
    mark: createMark(),
    cycle: createCycleRecord(),
    calls: createCalls(),
    inForce: { gogc, memoryLimit, containerLimit, cpuLimiter, procs, otherMemory, outsideMemory },
    memoryLimit: Infinity,
    containerLimit: Infinity,
    fixedMemory: otherMemory + program.stacks,
    wall: 0,
    cpu: 0,
    mutator: 0,
    ownTime: 0,
    phase: IDLE,
    done: 0,
    until: 0,
    phaseStartWall: 0,
    isDone: false,
    isMarking: false,
    heap: initialLive,
    live: initialLive,
    reachable: initialLive,
    sweepLeft: 0,
    freshScannable: 0,
    liveBefore: initialLive,
    hasCycled: false,
    lastCycleWall: 0,
    stretches: 0,
    turns: 0,
    mapped: 0,
    retained: Infinity,
    highestHeap: initialLive,
    overhead: overheadBytes(program, initialLive),
    peakHeap: initialLive,
    peakCounted: 0,
    peakContainer: 0,
    peakLive: initialLive,
    gcSeconds: 0,
    limiterSeconds: 0,
    ended: undefined,
  }
}

function createMark(): Mark {
  return {
    elapsed: 0,
    rootsLeft: 0,
    heapLeft: 0,
    rootsDone: 0,
    heapDone: 0,
    spanBytes: 0,
    warmth: 1,
    spanSpeed: 1,
    credit: 0,
    fractionalSeconds: 0,
    isBursting: false,
    nextTurn: Infinity,
    heapAtStart: 0,
    reachableAtStart: 0,
  }
}

function createCycleRecord(): CycleRecord {
  return {
    startPoint: 0,
    goal: 0,
    rule: 0,
    fillAfter: 0,
    trigger: 0,
    runway: 0,
    assistRatio: 0,
    assistRatioEnd: 0,
    consMark: 0,
    assist: 0,
    background: 0,
    idle: 0,
    pause: 0,
    liveFound: 0,
    heapStart: 0,
    heapEnd: 0,
    startWall: 0,
    endWall: 0,
    cause: 'heap',
    wasLimiting: false,
  }
}

/** What an empty program is in: nothing. */
const IDLE: Phase = {
  duration: 0,
  allocRate: 0,
  scanRate: 1,
  newSurvivalRate: 0,
  oldDeathRate: 0,
  goroutines: 0,
  dropsLate: false,
  markSlowdown: 1,
}
