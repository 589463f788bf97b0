import type { Scenario } from '../scenario/types.ts'
import { evenly } from './sequence.ts'

/** What a prediction gives a range of: names and units are those of results. */
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

/** Factors ≥ 1 by which we widen ranges beyond the programs’ answers: the errors measured on programs like these. */
export type Allowance = Readonly<Partial<Record<RangeFigure | 'gcSecondsOnSameMachine' | 'containerKills', Reach>>> & {
  /** Bytes that the program may need beyond its range, because nothing shows them: no reason to say that it is killed. */
  readonly unseenBytes?: number
  /** Bytes that the container was seen to count under these settings: the program takes at least as many. */
  readonly seenBytes?: number | undefined
  /** How far elapsed time reaches up, as a factor, if the program may thrash. */
  readonly lateSeconds?: number
  /** Bytes above which the kernel holds the program up without killing it, and nothing simulates that: systemd’s MemoryHigh. */
  readonly heldUpAbove?: number | undefined
  /** Why the program may need more than the input shows, in words: then no container surely holds it. */
  readonly unsure?: string | undefined
  /** Whether the program may go on after the run, since nobody said how long it runs. */
  readonly mayGoOn?: boolean
  /** How many times as large its heap becomes if it goes on for as long again, where the live heap still grows at the end. */
  readonly growth?: number | undefined
  /** The factor by which its largest bursts may be larger in another run, where the ranges count that. */
  readonly bursts?: number
  /** From this share of the CPU on, that GC takes under a memory limit without idle marking, the program may fall behind. */
  readonly lateFrom?: number
}
/** One factor if a range widens equally below and above. */
export type Reach = number | { readonly below: number; readonly above: number }

/** How far the model’s memory may be off when we judge whether the container kills a program. */
export function killReach({ containerKills, peakContainerBytes }: Allowance): Reach | undefined {
  return containerKills ?? peakContainerBytes
}

/**
 * Accounts for the error of the model in memory. A program that takes more memory than the model says reaches its
 * container limit sooner, so we change the limit instead, for each program by another part of the error.
 * @param k index of the program; the limit of the first one, the likely program, stays as it is
 */
export function withinAllowance(scenario: Scenario, k: number, reach: Reach = 1): Scenario {
  const { containerLimit } = scenario
  if (containerLimit.kind === 'off' || k === 0) return scenario
  return { ...scenario, containerLimit: { kind: 'bytes', bytes: containerLimit.bytes * errorOf(k, reach) } }
}

/** How many times as much memory the model gives program k as it really takes; 1 for the first one. */
export function errorOf(k: number, reach: Reach = 1): number {
  if (k === 0) return 1
  const { below, above } = factorsOf(reach)
  const off = 2 * evenly(k, ERROR_AXIS) - 1
  return off < 0 ? above ** off : below ** off
}

export function factorsOf(reach: Reach): Exclude<Reach, number> {
  return typeof reach === 'number' ? { below: reach, above: reach } : reach
}

/** An axis along which no program is drawn. */
const ERROR_AXIS = 19
