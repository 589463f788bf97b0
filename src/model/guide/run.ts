import type { Phase, Scenario, Settings } from '../../scenario/types.ts'
import { MAX_CYCLES } from '../ceiling.ts'
import { IDLE } from '../phase.ts'
import type { Outcome } from '../result.ts'
import type { Hold, Segment } from '../trace.ts'
import type { Goal, GoalSettings } from './goal.ts'
import { createRecorder, type Recorder } from './recorder.ts'

export interface GuideOptions {
  /** Completed cycles after which the run stops and says so. */
  readonly maxCycles?: number | undefined
  /** Whether the run stops as soon as it is sure to take more cycles. */
  readonly givesUpEarly?: boolean | undefined
}

/** Memory beside the heap, in bytes: as GOMEMLIMIT counts it, and what the container counts besides. */
interface Memories {
  readonly otherMemory: number
  readonly outsideMemory: number
}

/** A hold: since when on the time axis, and for how much mutator time so far. */
export interface HeldCycle {
  readonly start: number
  seconds: number
}

/** The whole state of one run, written in place by the functions beside it. Sizes in bytes, times in seconds. */
export interface GuideRun {
  readonly recorder: Recorder
  readonly segments: Segment[]
  readonly holds: Hold[]
  readonly maxCycles: number
  /** Whether the run is given up as soon as it is sure to take more. */
  readonly givesUpEarly: boolean
  readonly fixedCost: number

  /** The settings in force. */
  settings: Settings
  memories: Memories
  goalSettings: GoalSettings
  /** Heap at which the container's limit is reached. */
  killHeap: number
  /** The capacity of the limiter's bucket. */
  capacity: number
  readonly goal: Goal

  /** Heap that the last cycle found live. */
  live: number
  /** Heap allocated since. */
  fresh: number
  /** Change of the live heap that no cycle has seen yet. */
  pending: number

  time: number
  mutator: number
  fill: number

  readonly phases: readonly Phase[]
  phaseIndex: number
  phase: Phase
  /** Mutator time left of the phase. */
  remaining: number
  /** Bytes that the whole phase adds to the live heap, less those that it frees. */
  netGrowth: number

  /** A cycle that is due and held back by the limiter. */
  held: HeldCycle | undefined

  limiterSeconds: number
  /** Peaks since the last change of settings, where they are written down as that segment ends, and over the whole run. */
  segmentPeakHeap: number
  segmentPeakLive: number
  peak: { memory: number; container: number; live: number }
  peakHeap: number
  peakMemory: number
  peakContainer: number
  peakLive: number
  /** Set when the run ends before the program does. */
  ended: Outcome | undefined
}

/** A run before its first instant. `settings.ts` fills in what follows from the settings. */
export function createRun(scenario: Scenario, options: GuideOptions): GuideRun {
  const { program } = scenario
  const { initialLive, phases } = program
  return {
    recorder: createRecorder(),
    segments: [],
    holds: [],
    maxCycles: options.maxCycles ?? MAX_CYCLES,
    givesUpEarly: options.givesUpEarly ?? false,
    fixedCost: program.fixedCost,
    settings: scenario,
    memories: program,
    goalSettings: { growth: Infinity, isGcOff: true, memoryLimit: Infinity, otherMemory: 0 },
    killHeap: Infinity,
    capacity: 1,
    goal: { bytes: 0, rule: 0, asked: 0 },
    live: initialLive,
    fresh: 0,
    pending: 0,
    time: 0,
    mutator: 0,
    fill: 0,
    phases,
    phaseIndex: 0,
    phase: IDLE,
    remaining: 0,
    netGrowth: 0,
    held: undefined,
    limiterSeconds: 0,
    segmentPeakHeap: initialLive,
    segmentPeakLive: initialLive,
    peak: { memory: 0, container: 0, live: 0 },
    peakHeap: initialLive,
    peakMemory: 0,
    peakContainer: 0,
    peakLive: initialLive,
    ended: undefined,
  }
}
