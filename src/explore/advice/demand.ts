import { type Prices, TYPICAL_PRICES } from './cost.ts'

/** The kinds of options, the simplest first. */
export const OPTION_NAMES = ['as-is', 'limit-alone', 'more-memory', 'whole-container', 'smaller-container'] as const
export type OptionName = (typeof OPTION_NAMES)[number]

/** The requirements of a setting. */
export interface Demand {
  /** Largest share of the CPU for the collector, 0…1, in the program as it stands. */
  readonly share: number
  /** Growth of live heap and allocation rate that the program has to survive, as a share. */
  readonly margin: number
  readonly prices: Prices
}

/** The default requirements. Above a quarter of the CPU the verdict calls a run tight. */
export const USUAL_DEMAND: Demand = { share: 0.25, margin: 0.25, prices: TYPICAL_PRICES }

/** The largest growth that is searched: 16 times the live heap is another program. */
export const MOST_GROWTH = 15

/**
 * How well a setting does: it holds what is asked; would, but for what is not known of the program; ends well but not with
 * the margin; only for more CPU; or not at all.
 */
export const GRADES = ['holds', 'unsure', 'no-margin', 'costly', 'fails'] as const
export type Grade = (typeof GRADES)[number]
