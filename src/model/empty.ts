import type { Scenario } from '../scenario/types.ts'
import { limitBytes } from '../units.ts'
import type { RunResult } from './result.ts'
import type { Cycles, Trace } from './trace.ts'

/** A run before anything of it is known: with its first settings, but without a point. */
export function emptyTrace(scenario: Scenario): Trace {
  const { model, program, gogc, procs, cpuLimiter } = scenario
  const none = new Float64Array(0)
  return {
    model,
    points: { count: 0, time: none, live: none, fresh: none },
    cycles: noCycles(),
    segments: [
      {
        time: 0,
        mutatorTime: 0,
        otherMemory: program.otherMemory,
        outsideMemory: program.outsideMemory,
        memoryLimit: limitBytes(scenario.memoryLimit),
        containerLimit: limitBytes(scenario.containerLimit),
        gogc,
        procs,
        cpuLimiter,
        goal: Infinity,
        rule: 'gogc',
        peak: { memory: 0, container: 0, live: 0 },
      },
    ],
    holds: [],
    result: NO_RESULT,
  }
}

export function noCycles(): Cycles {
  const none = new Float64Array(0)
  return {
    count: 0,
    startPoint: new Uint32Array(0),
    endPoint: undefined,
    goal: none,
    rule: new Uint8Array(0),
    held: undefined,
    fillAfter: none,
    forced: [],
  }
}

const NO_RESULT: RunResult = {
  totalSeconds: 0,
  mutatorSeconds: 0,
  gcSeconds: 0,
  wallSeconds: 0,
  gcCpuFraction: 0,
  compulsoryGcFraction: 0,
  cycles: 0,
  peakMemoryBytes: 0,
  peakContainerBytes: 0,
  peakHeapBytes: 0,
  peakLiveBytes: 0,
  limiterSeconds: 0,
  throttledSeconds: 0,
  outcome: { kind: 'completed' },
  modelVersion: '',
}

/** A run that was simulated has its first point at 0. */
export function isEmptyTrace({ points }: Trace): boolean {
  return points.count === 0
}
