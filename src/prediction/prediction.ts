import type { RunResult } from '../model/result.ts'
import type { Trace } from '../model/trace.ts'
import type { Scenario } from '../scenario/types.ts'
import type { RangeFigure } from './allowance.ts'
import type { Doubt } from './doubt.ts'
import type { Spread } from './spread.ts'

/** Shares of the programs, by weight. The remaining programs were stopped, because their runs took too long. */
export interface Outcomes {
  readonly completed: number
  readonly 'oom-killed': number
}

export interface ContainerFit {
  /** Whether the program may fill its container if the model is as far off as `killFactors` says. */
  readonly mayFill: boolean
  /** The bytes that no input shows (`UnseenMemory.bytes`), if the container is full only with them; else 0. */
  readonly unseenFill: number
  /** The bytes that it leaves for memory outside Go; Infinity without a limit, undefined if that memory is known. */
  readonly roomOutside?: number | undefined
  /** As in `UnseenMemory`. */
  readonly covered?: number | undefined
  /**
   * The smallest container, in bytes, that may hold one of the programs, by reason:
   * - `chance`: if only one cycle reaches the highest heap, chance decides how high it is
   * - `unwritten`: it hardly writes to memory that it uses for the first time, as far as measurements show
   * - `files`: pages of files may be a part of its measured resident memory
   */
  readonly least: Readonly<Partial<Record<'chance' | 'unwritten' | 'files', number>>>
}

export interface Prediction {
  /** The likely program's run: what a figure draws. */
  readonly scenario: Scenario
  readonly trace: Trace
  readonly spread: Readonly<Record<RangeFigure, Spread>>
  /** The highest heap at the end of a cycle, which is what gctrace shows. */
  readonly cycleHeap: Spread
  /** GC cycles per second of elapsed time, including forced ones. An early kill does not lower this rate. */
  readonly cycleRate: Spread
  /** Share of the elapsed time for which the CPU quota stops the program; 0 without a quota. */
  readonly throttledShare: Spread
  /** As in `Ensemble`. */
  readonly isBusyOpen?: boolean | undefined
  readonly thrashingShare: Spread
  /** `AnotherRun.thrashingShare` of a log under these settings; 0 without one. */
  readonly measuredThrashing: number
  readonly droppedShare: Spread
  /** CPU-seconds of GC on a machine as free as the log’s; undefined without a log, or under a memory limit. */
  readonly gcSecondsOnSameMachine: Spread | undefined
  readonly outcomes: Outcomes
  readonly fit: ContainerFit
  /** Whether no memory limit changed a run. */
  readonly isLimitIdle?: boolean | undefined
  /** Whether the settings are those of the input, apart from a memory limit that changed no run. */
  readonly isAsMeasured: boolean
  /** The CPUs that the process was measured to use, if the range of GC’s share ends there. */
  readonly gcWithinCpus?: number | undefined
  /** The doubts, except those that `doubtsOf` derives from the outcomes and from `fit`. */
  readonly doubts: readonly Doubt[]
  /** Copied from its allowance, if the memory of the program may reach it. */
  readonly memoryHigh?: number | undefined
  /** Memory outside the heap that counts towards the memory limit: peak memory less peak heap. */
  readonly besideHeap: Omit<Spread, 'likely'>
  /** CPU-seconds of the program’s own work: nearly all programs do at least so much. */
  readonly ownSeconds: number
  /** The memory need from runs without a container limit; absent if the container surely holds the program. */
  readonly need?: Spread | undefined
  /** How many programs were simulated: fewer than all if that takes long. */
  readonly runs: number
}

/** The bounds of every figure of a result, under its public name, and of `gcSecondsOnSameMachine`. */
export function toRange(prediction: Prediction): Record<string, readonly [low: number, high: number]> {
  const { spread, gcSecondsOnSameMachine } = prediction
  const all = gcSecondsOnSameMachine ? { ...spread, gcSecondsOnSameMachine } : spread
  return Object.fromEntries(Object.entries(all).map(([figure, { low, high }]) => [figure, [low, high]]))
}

/**
 * The figures of the likely program that every answer shows: its run’s, corrected by what the input measured. If the
 * container kills it at its start, it has no more memory than the container.
 */
export function likelyResult({
  trace,
  spread,
}: { readonly trace: { readonly result: RunResult } } & Pick<Prediction, 'spread'>): RunResult {
  const figures = Object.entries(spread).map(([figure, { likely }]) => [figure, likely])
  return { ...trace.result, ...Object.fromEntries(figures) }
}

/** Whether the likely program uses more memory than MemoryHigh of its unit, so that the kernel slows it down. */
export function passesMemoryHigh({ spread, memoryHigh = Infinity }: Prediction): boolean {
  return spread.peakContainerBytes.likely > memoryHigh
}
