import type { RunResult } from '../model/result.ts'
import { countRuntime } from '../model/runtime/simulate.ts'
import type { Tally } from '../model/tally.ts'
import type { Plan, Trace } from '../model/trace.ts'
import { droppedShare, thrashingShare, throttledShare } from '../model/verdict.ts'
import type { Scenario } from '../scenario/types.ts'
import { limitBytes } from '../units.ts'
import { heapAllowed, heapWithoutGc } from './heap-allowed.ts'

/**
 * The highest heap at the end of a cycle; GC cycles per second of elapsed time, forced ones among them; shares of the
 * elapsed time for which a CPU quota stops it, for which it thrashes, and of its work that it drops as late.
 */
export type RunFigure = 'cycleHeapBytes' | (typeof RUN_RATES)[number]
export const RUN_RATES = ['cyclesPerSecond', 'throttledShare', 'thrashingShare', 'droppedShare'] as const

/** The run of one program that may be the real one. */
export interface Run {
  readonly weight: number
  readonly result: RunResult & Readonly<Record<RunFigure, number>>
  /** Bytes above the peak heap that the goals would have allowed: chance decides how near the heap comes to a goal. */
  readonly moreAllowed: number
  /**
   * Bytes below the peak heap that it could have stayed, had the highest cycle come earlier: as chance decides where the
   * heaps of other cycles are far below it, since the program grows or has a peak.
   */
  readonly lessByChance: number
  /** The same if the program went on: Infinity where nothing would start a cycle. */
  readonly moreLater: number
  /** Whether the run would be the same without its memory limit. */
  readonly isLimitIdle: boolean
  /** How many points its trace has, or would have. */
  readonly points: number
}

export function toRun(trace: Trace, scenario: Scenario, weight: number): Run {
  const { cycles, points } = trace
  const most = new Highest()
  const { heapEnd, liveFound } = cycles.runtime!
  for (let i = 0; i < cycles.count; i++)
    most.add({ goal: cycles.goal[i]!, heapEnd: heapEnd[i]!, liveFound: liveFound[i]! })
  return make(most, { ...trace, points: points.count }, scenario, weight)
}

/** The run that `toRun` makes, from a simulation with the runtime model that keeps no trace. */
export function countRun(scenario: Scenario, weight: number, maxSteps: number): Run {
  const most = new Highest()
  const { outline, points, pending } = countRuntime(scenario, { maxSteps, onCycle: (cycle) => most.add(cycle) })
  return make(most, { ...outline, points, pending }, scenario, weight)
}

/** The highest goal, heaps and live heap of all cycles of a run, in bytes; and how many cycles there are. */
class Highest {
  goal = 0
  heapEnd = 0
  secondHeapEnd = 0
  live = 0
  count = 0

  add({ goal, heapEnd, liveFound }: { readonly goal: number; readonly heapEnd: number; readonly liveFound: number }) {
    this.count++
    this.goal = Math.max(this.goal, goal)
    this.secondHeapEnd = Math.max(this.secondHeapEnd, Math.min(this.heapEnd, heapEnd))
    this.heapEnd = Math.max(this.heapEnd, heapEnd)
    this.live = Math.max(this.live, liveFound)
  }
}

interface Ran {
  readonly result: RunResult
  readonly points: number
  readonly pending?: Plan | undefined
  readonly tally?: Tally | undefined
  readonly limitNeed?: number | undefined
}

function make(most: Highest, ran: Ran, scenario: Scenario, weight: number): Run {
  const { result, points, pending, tally, limitNeed = Infinity } = ran
  const isWhole = result.outcome.kind === 'completed'
  const goal = Math.max(most.goal, pending?.goal ?? 0)
  const other = heapAllowed(scenario, result.peakMemoryBytes - result.peakHeapBytes)
  // A goal that the memory limit sets may lie far above all that the program ever allocates.
  const allowed = Math.min(Math.max(Number.isFinite(goal) ? goal : 0, other), heapWithoutGc(scenario.program))
  const above = (heap: number) => (isWhole ? Math.max(0, heap - result.peakHeapBytes) : 0)
  const cyclesPerSecond = result.wallSeconds > 0 ? most.count / result.wallSeconds : 0
  const figures = {
    cycleHeapBytes: most.heapEnd,
    cyclesPerSecond,
    throttledShare: throttledShare({ result }),
    thrashingShare: thrashingShare({ result, tally }),
    droppedShare: droppedShare({ tally }),
  }
  const isLimitIdle = limitNeed <= limitBytes(scenario.memoryLimit)
  return {
    weight,
    result: { ...result, ...figures },
    moreAllowed: above(allowed),
    lessByChance: isWhole ? lessByChance(most, result.peakHeapBytes, pending?.goal ?? Infinity) : 0,
    moreLater: above(pending?.goal ?? 0),
    isLimitIdle,
    points,
  }
}

/** Whether a run shows how often cycles come: a program that is killed before its first cycle ends does not. */
export function tellsRate({ result: { cyclesPerSecond, outcome } }: Run): boolean {
  return cyclesPerSecond > 0 || outcome.kind !== 'oom-killed'
}

/** A heap is far below the peak if it is less than this share of it: chance hardly moves the heaps of a steady program so far. */
const FAR_BELOW = 0.8
/** Of a peak that one cycle alone reaches, the least that is left if it comes earlier. */
const LEAST_OF_PEAK = 0.75

function lessByChance({ heapEnd, secondHeapEnd, live, count }: Highest, peak: number, pendingGoal: number): number {
  // The heap may be highest as the run ends, above that of all cycles: then the next one has to be near to come earlier.
  const isAtEnd = heapEnd < FAR_BELOW * peak
  if (count === 0 || (isAtEnd && LEAST_OF_PEAK * pendingGoal > peak)) return 0
  const next = isAtEnd ? heapEnd : secondHeapEnd
  return next < FAR_BELOW * peak ? Math.max(0, peak - Math.max(next, live, LEAST_OF_PEAK * peak)) : 0
}
