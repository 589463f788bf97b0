import type { Program, Scenario, Settings } from '../../scenario/types.ts'
import { MAX_CYCLES } from '../ceiling.ts'
import { IDLE } from '../phase.ts'
import type { Outcome } from '../result.ts'
import type { SimulateOptions } from '../simulators.ts'
import type { Hold, Segment } from '../trace.ts'
import type { Goal, GoalSettings } from './goal.ts'
import { createRecorder } from './recorder.ts'

/** A hold: since when on the time axis, and for how much mutator time so far. */
export interface HeldCycle {
  readonly start: number
  seconds: number
}

/** The whole state of one run, written in place by the functions beside it. Sizes in bytes, times in seconds. */
export type GuideRun = ReturnType<typeof createRun>

/** A run before its first instant. `settings.ts` fills in what follows from the settings. */
export function createRun(scenario: Scenario, { maxCycles = MAX_CYCLES, givesUpEarly = false }: SimulateOptions) {
  const { program } = scenario
  const { fixedCost, initialLive, phases } = program
  return {
    recorder: createRecorder(),
    segments: [] as Segment[],
    holds: [] as Hold[],
    maxCycles,
    givesUpEarly,
    fixedCost,

    settings: scenario as Settings,
    /** Memory beside the heap, in bytes: as GOMEMLIMIT counts it, and what the container counts besides. */
    memories: program as Pick<Program, 'otherMemory' | 'outsideMemory'>,
    goalSettings: { growth: Infinity, isGcOff: true, memoryLimit: Infinity, otherMemory: 0 } as GoalSettings,
    killHeap: Infinity,
    capacity: 1,
    goal: { bytes: 0, rule: 0, asked: 0 } as Goal,

    /** Heap that the last cycle found live. */
    live: initialLive,
    /** Heap allocated since. */
    fresh: 0,
    /** Change of the live heap that no cycle has seen yet. */
    pending: 0,

    time: 0,
    mutator: 0,
    fill: 0,

    phases,
    phaseIndex: 0,
    phase: IDLE,
    /** Mutator time left of the phase. */
    remaining: 0,
    /** Bytes that the whole phase adds to the live heap, less those that it frees. */
    netGrowth: 0,

    held: undefined as HeldCycle | undefined,

    limiterSeconds: 0,
    /** Peaks since the last change of settings (recorded when that segment ends), and those of the whole run. */
    segmentPeakHeap: initialLive,
    segmentPeakLive: initialLive,
    peak: { memory: 0, container: 0, live: 0 },
    peakHeap: initialLive,
    /** Set when the run ends before the program does. */
    ended: undefined as Outcome | undefined,
  }
}
