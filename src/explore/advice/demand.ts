import type { RunResult } from '../../model/result.ts'
import { TIGHT_GC_SHARE } from '../../model/verdict.ts'
import { type Prices, TYPICAL_PRICES } from './cost.ts'

/** The kinds of options, the simplest first. */
export const OPTION_NAMES = ['as-is', 'limit-alone', 'more-memory', 'whole-container', 'smaller-container'] as const
export type OptionName = (typeof OPTION_NAMES)[number]

export interface Demand {
  /** Largest share of the CPU for the collector, 0…1, without growth. */
  readonly share: number
  /** Growth of live heap and allocation rate that the program has to survive, as a share. */
  readonly margin: number
  readonly prices: Prices
}

/** The default requirements; `share` is of GC CPU as the results show it. */
export const USUAL_DEMAND: Demand = { share: TIGHT_GC_SHARE, margin: 0.25, prices: TYPICAL_PRICES }

/** The largest growth that is tried: with 16 times the live heap it would be another program. */
export const MOST_GROWTH = 15

/**
 * How well a setting does, the best first:
 *
 * - it meets the demand
 * - it does well, but its run has too few GC cycles to show what a longer run does
 * - only the likely program surely does well
 * - the program survives, but not growth by the margin
 * - it leaves next to nothing of its container free
 * - it uses more memory than MemoryHigh of its unit, so that the kernel slows it down
 * - GC takes too much CPU
 * - its CPU quota stops it for much of the time
 * - it fails
 */
export const GRADES = [
  'holds',
  'too-short',
  'unsure',
  'no-margin',
  'full',
  'held-up',
  'costly',
  'throttled',
  'fails',
] as const
export type Grade = (typeof GRADES)[number]

/**
 * Whether the cost of an option is known. What a run that ended early used until then is not the price of its work, and
 * too few GC cycles do not show what GC costs in a longer run.
 */
export function isPriced({ plain, grade }: { readonly plain: { readonly result: RunResult }; readonly grade: Grade }) {
  return grade !== 'too-short' && plain.result.outcome.kind === 'completed'
}
