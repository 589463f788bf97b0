import { LEAST_FILE_PAGES, MOST_FILE_PAGES } from '../gctrace/memory-estimate.ts'
import type { Scenario } from '../scenario/types.ts'
import type { Doubt } from './doubt.ts'
import { AXIS, evenly } from './sequence.ts'

/** The figures with a range in a prediction. Names and units are those of results. */
export const RANGE_FIGURES = [
  'cycles',
  'peakHeapBytes',
  'peakMemoryBytes',
  'peakContainerBytes',
  'gcSeconds',
  'compulsoryGcFraction',
  'wallSeconds',
] as const
export type RangeFigure = (typeof RANGE_FIGURES)[number]

/** Factors by which we widen ranges beyond the answers of the programs: the errors measured on recorded programs. */
export type Allowance = Readonly<
  Partial<Record<RangeFigure | 'gcSecondsOnSameMachine' | 'containerKills', RangeFactors>>
> & {
  /** What another run under the same settings shows, if the input is of a run under the settings asked about. */
  readonly anotherRun?: AnotherRun | undefined
  readonly seen?: SeenProcess | undefined
  readonly unseen?: UnseenMemory | undefined
  /** The share of Go’s memory that the program had touched when it was scraped; undefined if that may be all of it. */
  readonly touchedShare?: number | undefined
  /** Whether it may touch all of its memory later: then the range of the container’s memory ends as if it had. */
  readonly mayTouchMore?: boolean | undefined
  /**
   * Measured GC share without idle marking over the simulated one. Idle CPUs take over some of the marking, by chance.
   */
  readonly compulsoryGcTimes?: number | undefined
  /** Upper factor of elapsed time, if the program may thrash. */
  readonly lateSeconds?: number
  /**
   * Bytes from which the kernel slows the program down without killing it (systemd’s MemoryHigh). No model simulates
   * it.
   */
  readonly memoryHigh?: number | undefined
  readonly doubts?: readonly Doubt[] | undefined
  /** The CPU quota, in CPUs, under which the input was written; Infinity for none. */
  readonly quotaOfInput?: number | undefined
  /** Whether the program may continue after the run, because nobody said how long it runs. */
  readonly mayGoOn?: boolean
  /**
   * If the live heap still grows at the end: the factor by which the heap grows if the program runs for as long again.
   */
  readonly growth?: number | undefined
  /** Bytes that may have been live between the few cycles of a log: the ranges of memory reach towards these. */
  readonly unseenLive?: number | undefined
  /** Measured bytes outside Go. All of them may be pages of files, which the kernel takes back before it kills. */
  readonly mayBeFiles?: number | undefined
  /** If GC takes more of the CPU under a memory limit, without idle marking, the program may fall behind. */
  readonly lateFrom?: number
}

/** Bounds of a run, from a measured run of the same program under the same settings: GC cycles, forced ones not counted. */
export interface AnotherRun {
  readonly cycles: readonly [least: number, most: number]
  /** Bytes of the largest heap at the end of a mark phase. */
  readonly cycleHeap: readonly [least: number, most: number]
  /** The share of the elapsed time in which the memory limit made it thrash: 0…1. */
  readonly thrashingShare?: number
}

/** A process as measured under the settings asked about: bytes that the container counts, and CPU time. */
export interface SeenProcess {
  /**
   * The most bytes that were resident at once: the program needs about as many, and a far smaller container kills it.
   */
  readonly most?: number | undefined
  /**
   * The resident bytes when last seen, if any run needs as many: no range of its memory ends below them, give or take
   * what two runs differ by.
   */
  readonly least?: number | undefined
  /** The resident bytes when last seen: no larger container surely kills the program. */
  readonly last?: number | undefined
  /** The most bytes that were resident in the whole run: another run may have no more. */
  readonly peak?: number | undefined
  /** Whether it is the program that is simulated: no typed value, and no CPU quota, differs from what the inputs show. */
  readonly isSame?: boolean
  /** CPUs that it used on average, GC included; undefined unless `isSame`. */
  readonly cpus?: number | undefined
}

export interface UnseenMemory {
  /** Bytes that the program may need beyond its range. They never make us say that it is killed. */
  readonly bytes?: number
  /** Whether memory outside Go is among what no input shows; it may be any number of bytes. */
  readonly isOutside?: boolean
  /** The share of the log’s time for which memory was measured, if that ends well before the log: the rest is unseen. */
  readonly covered?: number | undefined
}

/** Factors ≥ 1: the low end of a range is divided by `below`, the high end multiplied by `above`. */
export interface RangeFactors {
  readonly below: number
  readonly above: number
  /** Bytes that the high end of a range of memory is raised by, beyond `above`. */
  readonly more?: number
}

export function equally(factor: number): RangeFactors {
  return { below: factor, above: factor }
}

export const NO_REACH = equally(1)

type MeasuredFigure =
  | 'cycles'
  | 'peakHeapBytes'
  | 'peakMemoryBytes'
  | 'peakContainerBytes'
  | 'containerKills'
  | 'gcSeconds'

/** A row of a table of measured factors. */
export function factors(row: Readonly<Record<MeasuredFigure, readonly [below: number, above: number]>>) {
  const all = Object.entries(row).map(([figure, [below, above]]) => [figure, { below, above }])
  return Object.fromEntries(all) as Record<MeasuredFigure, RangeFactors>
}

/** How far the model’s memory may be off when we judge whether the container kills a program. */
export function killFactors({ containerKills, peakContainerBytes }: Allowance): RangeFactors | undefined {
  return containerKills ?? peakContainerBytes
}

/**
 * The limit of program k’s container: changed by the model’s error, and raised by the pages of files that it counts.
 */
export function withOwnLimit(scenario: Scenario, k: number, reach?: RangeFactors): Scenario {
  return besideFilePages(withinAllowance(scenario, k, reach), k)
}

/**
 * Changes the limit by the model’s error: a program that needs more memory than the model says reaches it sooner.
 * @param k index of the program; the limit of the first one, the likely program, stays as it is
 */
export function withinAllowance(scenario: Scenario, k: number, reach = NO_REACH): Scenario {
  const { containerLimit } = scenario
  if (containerLimit.kind === 'off' || k === 0) return scenario
  const more = Math.max(0, -offOf(k)) * (reach.more ?? 0)
  const bytes = Math.max(1, containerLimit.bytes * errorOf(k, reach) - more)
  return { ...scenario, containerLimit: { kind: 'bytes', bytes } }
}

/**
 * Raises the limit by resident pages of files, which the kernel takes away before it kills. No input shows how many
 * there are: at most half of the memory of a small program.
 * @param k index of the program; the limit of the first one, the likely program, stays as it is
 */
export function besideFilePages(scenario: Scenario, k: number): Scenario {
  const { containerLimit, program } = scenario
  if (containerLimit.kind === 'off' || k === 0) return scenario
  const drawn = LEAST_FILE_PAGES + evenly(k, AXIS.filePages) * (MOST_FILE_PAGES - LEAST_FILE_PAGES)
  const files = Math.min(drawn, program.outsideMemory, containerLimit.bytes)
  return { ...scenario, containerLimit: { kind: 'bytes', bytes: containerLimit.bytes + files } }
}

/** Modelled memory of program k over its real memory; 1 for the first program. */
export function errorOf(k: number, reach = NO_REACH): number {
  if (k === 0) return 1
  const off = offOf(k)
  return off < 0 ? reach.above ** off : reach.below ** off
}

/** Which part of the model’s error program k has, −1…1: below 0 it needs more memory than the model says. */
function offOf(k: number): number {
  return 2 * evenly(k, AXIS.error) - 1
}
