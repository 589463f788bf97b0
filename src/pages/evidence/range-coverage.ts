import computed from './ranges.json' with { type: 'json' }

/**
 * All tables of the evidence page that show how good ranges and verdicts are. `npm run evidence -- write` computes them
 * from all recordings; tests/tools/evidence-ranges.ts says what each of them is.
 */
export const RANGES = computed

/** Predictions of one figure. */
export interface Reached {
  readonly figure: string
  /** Errors of the likely value, as shares: in the median, and what nine of ten stay below. */
  readonly median: number
  readonly p90: number
  /** Share of recordings inside the 90 % ranges. */
  readonly inside: number
  /** High ÷ low, in the median. */
  readonly width: number
}

/**
 * Verdicts on thirteen programs (seven, then six) when they were recorded, before ranges were made from them too. The
 * machines were shared with others; four programs even ran on an overloaded one.
 */
export const FIRST_SIGHT = {
  ofSeven: { verdicts: 252, wrong: 9, ofOneProgram: 8 },
  ofSix: { verdicts: 108, wrong: 0 },
  overloaded: { verdicts: 104, wrong: 3 },
} as const

/** The aims for programs that calibration was not built on; for the share of recordings inside: 0.88 to 0.95. */
export const AIMS: readonly Omit<Reached, 'inside'>[] = [
  { figure: 'cycles', median: 0.08, p90: 0.3, width: 1.5 },
  { figure: 'peak heap', median: 0.04, p90: 0.15, width: 1.3 },
  { figure: 'RSS', median: 0.05, p90: 0.15, width: 1.3 },
  { figure: 'GC CPU', median: 0.2, p90: 0.6, width: 2 },
]
