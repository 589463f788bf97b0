import { NO_REACH, RANGE_FIGURES, type RangeFigure } from './allowance.ts'
import { RUN_RATES, type Run, type RunFigure, tellsRate } from './run.ts'

/** A 90 % range: in nine of ten cases the answer lies between `low` and `high`. */
export interface Spread {
  readonly low: number
  readonly likely: number
  readonly high: number
}

/** Ranges end where this share of the programs, by weight, lies beyond them at each side. */
export const EDGE = 0.05

type Figure = RangeFigure | RunFigure
/** Figures that include the heap, and so grow with it. */
const OF_HEAP: readonly Figure[] = ['peakHeapBytes', 'cycleHeapBytes', 'peakMemoryBytes', 'peakContainerBytes']
/** Rates and shares: about the same in a part of a run as in the whole. */
const OF_PART_TOO: readonly Figure[] = ['compulsoryGcFraction', ...RUN_RATES]

export function forEachFigure(toSpread: (figure: RangeFigure) => Spread): Record<RangeFigure, Spread> {
  return Object.fromEntries(RANGE_FIGURES.map((figure) => [figure, toSpread(figure)])) as Record<RangeFigure, Spread>
}

/** The range of a figure over the runs, by weight. @param runs the likely program’s first */
export function toSpread(runs: readonly Run[], figure: Figure, mayTouchMore = false): Spread {
  const likely = runs[0]!.result[figure]
  const told = figure === 'cyclesPerSecond' ? runs.filter(tellsRate) : runs
  const telling = told.length > 0 ? told : runs
  // The figures of a stopped run are lower bounds: we do not know those of the whole run.
  const isPart = ({ result }: Run) => result.outcome.kind === 'stopped' && !OF_PART_TOO.includes(figure)
  const low = quantileOf(telling, EDGE, (run) => (isPart(run) ? Infinity : run.result[figure]))
  const more = ({ moreAllowed, untouched }: Run) =>
    (OF_HEAP.includes(figure) ? moreAllowed : 0) + (mayTouchMore && figure === 'peakContainerBytes' ? untouched : 0)
  const high = quantileOf(telling, 1 - EDGE, (run) => run.result[figure] + more(run))
  return { low: Math.min(likely, low), likely, high: Math.max(likely, high) }
}

/** Widens a range. We round cycles to the nearest whole number. Rounding outwards would make short ranges too wide. */
export function reachOut({ low, likely, high }: Spread, figure: Figure, reach = NO_REACH): Spread {
  const [least, most] = [low / reach.below, high * reach.above + (reach.more ?? 0)]
  if (figure === 'cycles') return { low: Math.round(least), likely, high: Math.round(most) }
  return { low: least, likely, high: figure === 'compulsoryGcFraction' ? Math.min(1, most) : most }
}

/** Of the highest heap of a log, at most about this share was live: some of it was garbage. */
const MOST_LIVE = 0.8

/**
 * Bytes that ranges of memory are raised by if the few cycles of a log may have missed its highest live heap: half way
 * (as ratios), because nothing shows how much was live.
 * @param high the high end of the range of the heap, as the cycles of the log make it
 * @param highest the highest heap of the log
 */
export function moreUnseen(high: number, highest: number): number {
  return Math.max(0, Math.sqrt(high * MOST_LIVE * highest) - high)
}

/** A spread of which no figure is below `least`. */
export function atLeast({ low, likely, high }: Spread, least: number): Spread {
  return { low: Math.max(low, least), likely: Math.max(likely, least), high: Math.max(high, least) }
}

export function raised({ low, likely, high }: Spread, bytes: number): Spread {
  return { low, likely, high: high + bytes }
}

/** The value that this share of the programs, by weight, does not exceed. */
export function quantileOf(runs: readonly Run[], share: number, toValue: (run: Run) => number): number {
  const values = runs.map((run) => ({ value: toValue(run), weight: run.weight }))
  return weightedQuantile(values, share)
}

/**
 * Under settings that let a program take less memory, fewer bytes are untouched than were measured. The range begins at
 * half of the measured share: it was 0.23 to 0.41 in a recorded program under seven settings.
 */
export function withTouched(spread: Spreads, share = 0): Spreads {
  const { peakMemoryBytes: memory, peakContainerBytes: container } = spread
  if (share === 0) return spread
  const peakContainerBytes = {
    low: Math.max(container.low, (share / 2) * memory.low),
    likely: Math.max(container.likely, share * memory.likely),
    high: Math.max(container.high, share * memory.likely),
  }
  return { ...spread, peakContainerBytes }
}

type Spreads = Readonly<Record<RangeFigure, Spread>>

/** The smallest value for which this share of all weight lies at or below it; NaN if no value has any weight. */
export function weightedQuantile(
  values: readonly { readonly value: number; readonly weight: number }[],
  share: number,
): number {
  const weighted = values.filter(({ weight }) => weight > 0).toSorted((a, b) => a.value - b.value)
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0)
  let below = 0
  for (const { value, weight } of weighted) {
    below += weight
    if (below >= share * total * (1 - 1e-12)) return value
  }
  return weighted.at(-1)?.value ?? Number.NaN
}
