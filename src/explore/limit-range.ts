import { type Density, LEAST_LIMIT, nextLimit, roundDown, toInside } from './limit-grid.ts'
import { type Probe, type Tried, tryLimit } from './limit-probe.ts'

/** Limits without a gap that was found: both bounds, and everything between them that was simulated, are good. */
export interface LimitRange {
  readonly from: Tried
  readonly to: Tried
  /** The next limit below, which is not good; null where there is none to look at. */
  readonly below: Tried | null
  /** The next limit above, which is not good; null where the search ends: below the container, or where no limit acts. */
  readonly above: Tried | null
  /** How many limits strictly between the bounds were simulated. */
  readonly inside: number
}

type IsGood = (tried: Tried) => boolean

/** A range that shows a gap is cut there and looked at again, at most so often. */
const MOST_ROUNDS = 6

/**
 * The widest range of good limits between the lowest and the highest of `grid`. Whether a limit is good does not rise
 * or fall steadily with it, so the whole grid is tried; then each bound is halved in on until the next limit beyond it
 * is not good; then limits inside are tried, and where one is not good the range is cut.
 *
 * At most `grid.length + (MOST_ROUNDS + 1) × (2 × 40 + 28)` runs.
 */
export function* findRange(
  probe: Probe,
  grid: readonly number[],
  density: Density,
  isGood: IsGood,
): Generator<Tried, LimitRange | null> {
  for (const bytes of grid) yield* tryLimit(probe, bytes)
  const highest = grid.at(-1) ?? 0
  for (let round = 0; ; round++) {
    const widest = widestOf(probe, isGood)
    if (!widest) return null
    const below = yield* refineDown(probe, widest, isGood)
    const above = yield* refineUp(probe, widest, isGood, highest)
    const range = widestAround(probe, isGood, below, above)
    if (round === MOST_ROUNDS || (yield* holds(probe, range, density, isGood)))
      return { ...range, inside: insideOf(probe, range) }
  }
}

/** Whether everything that is tried inside is good. */
function* holds(probe: Probe, { from, to }: Bounds, density: Density, isGood: IsGood): Generator<Tried, boolean> {
  for (const bytes of toInside(from.bytes, to.bytes, density)) if (!isGood(yield* tryLimit(probe, bytes))) return false
  return true
}

interface Bounds {
  readonly from: Tried
  readonly to: Tried
}

/** The good limits that stand in a row and reach furthest from the first to the last. */
function widestOf(probe: Probe, isGood: IsGood): Bounds | undefined {
  let widest: Bounds | undefined
  let row: Bounds | undefined
  for (const tried of inOrder(probe)) {
    row = isGood(tried) ? { from: row?.from ?? tried, to: tried } : undefined
    if (row && (!widest || widthOf(row) > widthOf(widest))) widest = row
  }
  return widest
}

function widestAround(probe: Probe, isGood: IsGood, below: Tried | null, above: Tried | null) {
  const inside = inOrder(probe).filter(({ bytes }) => bytes > (below?.bytes ?? 0) && bytes < (above?.bytes ?? Infinity))
  const good = inside.filter(isGood)
  const [from, to] = [good[0], good.at(-1)]
  if (!from || !to) throw new Error('a range without a limit')
  return { from, to, below, above }
}

/** The highest bad limit that stands right below a good one, coming down from a range's lower end. */
function* refineDown(probe: Probe, { from }: Bounds, isGood: IsGood): Generator<Tried, Tried | null> {
  let good = from.bytes
  let bad = neighbour(probe, good, -1)
  while (!bad) {
    if (good <= LEAST_LIMIT) return null
    const tried: Tried = yield* tryLimit(probe, Math.max(LEAST_LIMIT, roundDown(good / 2)))
    if (isGood(tried)) good = tried.bytes
    else bad = tried
  }
  return yield* halve(probe, good, bad, isGood)
}

/** The lowest bad limit that stands right above a good one, going up from a range's upper end. */
function* refineUp(probe: Probe, { to }: Bounds, isGood: IsGood, highest: number): Generator<Tried, Tried | null> {
  const bad = neighbour(probe, to.bytes, 1)
  return bad && to.bytes < highest ? yield* halve(probe, to.bytes, bad, isGood) : null
}

/** Between a good limit and a bad one: a bad limit next to which the one on the good one's side is good. */
function* halve(probe: Probe, from: number, beyond: Tried, isGood: IsGood): Generator<Tried, Tried> {
  let good = from
  let bad = beyond
  while (nextLimit(Math.min(good, bad.bytes)) < Math.max(good, bad.bytes)) {
    const tried: Tried = yield* tryLimit(probe, middleOf(Math.min(good, bad.bytes), Math.max(good, bad.bytes)))
    if (isGood(tried)) good = tried.bytes
    else bad = tried
  }
  return bad
}

/** A whole grain strictly between two limits that are more than a grain apart. */
function middleOf(low: number, high: number): number {
  const middle = roundDown((low + high) / 2)
  return middle > low ? middle : nextLimit(low)
}

function neighbour(probe: Probe, bytes: number, step: 1 | -1): Tried | undefined {
  const tried = inOrder(probe)
  return tried[tried.findIndex((one) => one.bytes === bytes) + step]
}

function insideOf(probe: Probe, { from, to }: Bounds): number {
  return inOrder(probe).filter(({ bytes }) => bytes > from.bytes && bytes < to.bytes).length
}

/** What was tried, by rising limit; no limit at all is not among them. */
function inOrder({ tried }: Probe): Tried[] {
  return [...tried.values()].filter(({ bytes }) => bytes < Infinity).sort((a, b) => a.bytes - b.bytes)
}

function widthOf({ from, to }: Bounds): number {
  return to.bytes - from.bytes
}
