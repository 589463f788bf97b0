import type { RunResult } from '../model/result.ts'
import type { CycleRecord } from '../model/runtime/recorder.ts'
import { countRuntime } from '../model/runtime/simulate.ts'
import type { Tally } from '../model/tally.ts'
import { GOAL_RULES, type Plan, type Trace } from '../model/trace.ts'
import { droppedShare, thrashingShare, throttledShare } from '../model/verdict.ts'
import { liveLevels } from '../scenario/rates.ts'
import type { Scenario } from '../scenario/types.ts'
import { limitBytes } from '../units.ts'
import { quotaUse } from './busy.ts'
import { goalAbove, heapAllowed, heapWithoutGc } from './heap-allowed.ts'

/**
 * Figures of a run besides those of its result; rates and shares are of elapsed time, and cycles include forced ones.
 */
export type RunFigure = 'cycleHeapBytes' | (typeof RUN_RATES)[number]
export const RUN_RATES = ['cyclesPerSecond', 'throttledShare', 'thrashingShare', 'droppedShare'] as const

export interface Run {
  readonly weight: number
  readonly result: RunResult & Readonly<Record<RunFigure, number>>
  /** Bytes above the peak heap that the goals would have allowed. Chance decides how near the heap comes to a goal. */
  readonly moreAllowed: number
  /**
   * How much lower the peak could be by luck, in bytes, if one cycle alone made it: an earlier start of that cycle
   * would have kept the heap smaller. So would a later start of the cycle before it, if the live heap has fallen since.
   */
  readonly lessByChance: number
  /**
   * Bytes of the peak that the program uses for the first time: the container counts only those that it writes to. Go
   * clears memory that it uses again.
   */
  readonly fresh: number
  /** Bytes that the container would count besides if the program touched all of its memory. */
  readonly untouched: number
  /** `moreAllowed` if the program continued; Infinity if nothing would start a cycle. */
  readonly moreLater: number
  /** Whether the memory limit changed nothing in the run. */
  readonly isLimitIdle: boolean
  /** The share of the highest live heap that was allocated while its cycle marked. Only goals of GOGC count. */
  readonly newLiveShare: number
  readonly gcOfAll: number
  readonly quotaUse: number
  /** As in `Candidate`. */
  readonly isHardlyWritten?: true | undefined
  /** How many points its trace has, or would have. */
  readonly points: number
}

export function toRun(trace: Trace, scenario: Scenario, weight: number): Run {
  const { cycles, points } = trace
  const highest = new Highest()
  const { heapStart, heapEnd, liveFound } = cycles.runtime!
  for (let i = 0; i < cycles.count; i++)
    highest.add({
      goal: cycles.goal[i]!,
      rule: cycles.rule[i]!,
      heapStart: heapStart[i]!,
      heapEnd: heapEnd[i]!,
      liveFound: liveFound[i]!,
    })
  return toRunOf(highest, { ...trace, points: points.count }, scenario, weight)
}

export function countRun(scenario: Scenario, weight: number, maxSteps: number): Run {
  const highest = new Highest()
  const { outline, points, pending } = countRuntime(scenario, { maxSteps, onCycle: (cycle) => highest.add(cycle) })
  return toRunOf(highest, { ...outline, points, pending }, scenario, weight)
}

/** Keeps the highest goal, heaps and live heap of all cycles of a run, in bytes, and counts the cycles. */
class Highest {
  goal = 0
  heapEnd = 0
  secondHeapEnd = 0
  live = 0
  liveAfter = 0
  /** The highest live heap of cycles that started at a goal of GOGC, and the bytes of it that they allocated. */
  liveByGogc = 0
  newLive = 0
  count = 0

  add({ goal, rule, heapStart, heapEnd, liveFound }: CycleFigures) {
    this.count++
    if (liveFound > this.liveByGogc && GOAL_RULES[rule] === 'gogc') {
      this.liveByGogc = liveFound
      this.newLive = heapEnd - heapStart
    }
    this.goal = Math.max(this.goal, goal)
    this.secondHeapEnd = Math.max(this.secondHeapEnd, Math.min(this.heapEnd, heapEnd))
    if (heapEnd > this.heapEnd) this.liveAfter = liveFound
    this.heapEnd = Math.max(this.heapEnd, heapEnd)
    this.live = Math.max(this.live, liveFound)
  }
}

/** `rule` is an index into GOAL_RULES. */
type CycleFigures = Readonly<Pick<CycleRecord, 'goal' | 'rule' | 'heapStart' | 'heapEnd' | 'liveFound'>>

interface RunParts {
  readonly result: RunResult
  readonly points: number
  readonly pending?: Plan | undefined
  readonly tally?: Tally | undefined
  readonly limitNeed?: number | undefined
}

function toRunOf(highest: Highest, parts: RunParts, scenario: Scenario, weight: number): Run {
  const { result, points, pending, tally, limitNeed = Infinity } = parts
  const isWhole = result.outcome.kind === 'completed'
  const goal = Math.max(highest.goal, pending?.goal ?? 0)
  const other = heapAllowed(scenario, result.peakMemoryBytes - result.peakHeapBytes)
  // A goal that the memory limit sets may lie far above all that the program ever allocates.
  const allowed = Math.min(Math.max(Number.isFinite(goal) ? goal : 0, other), heapWithoutGc(scenario.program))
  const above = (heap: number) => (isWhole ? Math.max(0, heap - result.peakHeapBytes) : 0)
  const cyclesPerSecond = result.wallSeconds > 0 ? highest.count / result.wallSeconds : 0
  const figures = {
    cycleHeapBytes: highest.heapEnd,
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
    lessByChance: isWhole ? lessByChance(highest, result.peakHeapBytes, pending?.goal ?? Infinity, scenario) : 0,
    fresh: isWhole ? freshBytes(highest, result.peakHeapBytes, scenario.program.initialLive) : 0,
    untouched: Math.min(scenario.program.untouched, result.peakMemoryBytes),
    moreLater: above(pending?.goal ?? 0),
    isLimitIdle,
    newLiveShare: highest.liveByGogc > 0 ? highest.newLive / highest.liveByGogc : 0,
    gcOfAll: gcOfAll(result, scenario),
    quotaUse: quotaUse(result, scenario),
    points,
  }
}

export function gcOfAll({ gcSeconds, wallSeconds }: RunResult, { procs }: Scenario): number {
  return wallSeconds > 0 ? gcSeconds / (procs * wallSeconds) : 0
}

/**
 * GC’s share of the CPU without idle marking. At most, idle CPUs mark nothing of what they mark in the simulation.
 * @param ofAll GC’s share of all CPU time
 * @param times the measured share over the simulated one, under the settings of the input
 */
export function toMeasuredShare({ compulsoryGcFraction: share }: RunResult, ofAll: number, times = 1): number {
  return Math.min(times * share, Math.max(share, ofAll))
}

/** Whether a run shows the cycle rate. A program that is killed before its first cycle ends does not. */
export function tellsRate({ result: { cyclesPerSecond, outcome } }: Run): boolean {
  return cyclesPerSecond > 0 || outcome.kind !== 'oom-killed'
}

/** A heap below this share of the peak is far below it. In a steady program, chance hardly makes such a difference. */
const FAR_BELOW = 0.8
/** If only one cycle reaches the peak, an earlier cycle leaves at least this share of it. */
const LEAST_OF_PEAK = 0.75

function lessByChance(most: Highest, peak: number, pendingGoal: number, scenario: Scenario): number {
  const { live, liveAfter, count } = most
  // If the heap is highest as the run ends, only a cycle close to the end could have come earlier.
  const isAtEnd = isPeakAtEnd(most, peak)
  const isEarlier = count > 0 && !(isAtEnd && LEAST_OF_PEAK * pendingGoal > peak)
  const next = heapBefore(most, peak)
  if (count === 0 || next >= FAR_BELOW * peak) return 0
  const later = goalAbove(isAtEnd ? liveLevels(scenario.program).at(-1)! : liveAfter, scenario)
  const floors = [isEarlier ? LEAST_OF_PEAK * peak : peak, later < FAR_BELOW * peak ? later : peak]
  return Math.max(0, peak - Math.max(next, live, Math.min(...floors)))
}

/** @param initialLive live bytes at the start: no cycle may have found them */
function freshBytes(most: Highest, peak: number, initialLive: number): number {
  return Math.max(0, peak - Math.max(heapBefore(most, peak), most.live, initialLive))
}

function isPeakAtEnd({ heapEnd }: Highest, peak: number): boolean {
  return heapEnd < FAR_BELOW * peak
}

/** The highest heap at the end of a mark phase, in bytes, without the one that made the peak. */
function heapBefore(most: Highest, peak: number): number {
  return isPeakAtEnd(most, peak) ? most.heapEnd : most.secondHeapEnd
}
