/** How much a program varies: the relative variance of its mean over the recorded time. */
interface Hint {
  readonly variance: number
  /** Degrees of freedom: how many independent differences the variance comes from. */
  readonly freedom: number
}

export interface Piece {
  readonly seconds: number
  readonly rate: number
}

/** How much means over ten seconds differ in services that we call steady (measured: 1 to 5 %). */
const USUAL = { share: 0.02, seconds: 10, freedom: 1 } as const

/**
 * The relative error of a mean over some seconds, as a bound that holds in nine cases of ten. It falls with the
 * recorded time and grows with the variation seen: Student’s t, with the usual variation of services as one of the
 * hints.
 */
export function errorOfMean(seconds: number, hints: readonly Hint[]): number {
  const usual = { variance: USUAL.share ** 2 * (USUAL.seconds / Math.max(seconds, 0.1)), freedom: USUAL.freedom }
  const all = [usual, ...hints]
  const freedom = all.reduce((sum, hint) => sum + hint.freedom, 0)
  const variance = all.reduce((sum, hint) => sum + hint.freedom * hint.variance, 0) / freedom
  return studentsT(freedom) * Math.sqrt(variance)
}

/** The 90 % bound of Student’s t, from that of the normal distribution (Abramowitz and Stegun 26.7.5). */
function studentsT(freedom: number): number {
  const z = 1.645
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2)
}

/** A hint from the pieces between scrapes: how much they differ shows how sure their mean is. */
export function hintOfPieces(pieces: readonly Piece[]): Hint[] {
  if (pieces.length < 2) return []
  const total = pieces.reduce((sum, { seconds }) => sum + seconds, 0)
  const mean = pieces.reduce((sum, { seconds, rate }) => sum + seconds * rate, 0) / total
  if (!(mean > 0)) return []
  const spread = pieces.reduce((sum, { seconds, rate }) => sum + (seconds * (rate / mean - 1)) ** 2, 0) / total ** 2
  return [{ variance: (spread * pieces.length) / (pieces.length - 1), freedom: pieces.length - 1 }]
}

/** A hint from the time before the first scrape: how much its mean differs from the recorded mean. */
export function hintOfLife(watched: Piece, life: Piece | undefined): Hint[] {
  if (!life) return []
  const variance = relativeDifference(watched.rate, life.rate) ** 2 / (1 + watched.seconds / life.seconds)
  return [{ variance, freedom: 1 }]
}

/** Blocks of fewer cycles differ by chance; more blocks show no more. */
const LEAST_CYCLES = 5
const MOST_BLOCKS = 8

/** A hint from the ends of GC cycles: blocks with the same number of cycles take different times. */
export function hintOfEnds(ends: readonly number[], seconds: number): Hint[] {
  const count = Math.min(MOST_BLOCKS, Math.floor((ends.length - 1) / LEAST_CYCLES))
  if (count < 2) return []
  const size = Math.floor((ends.length - 1) / count)
  const from = ends.length - 1 - size * count
  const pieces = Array.from({ length: count }, (_, i) => {
    const own = ends[from + (i + 1) * size]! - ends[from + i * size]!
    return { seconds: own, rate: size / Math.max(own, 1e-9) }
  })
  const span = ends.at(-1)! - ends[from]!
  return hintOfPieces(pieces).map((hint) => ({ ...hint, variance: (hint.variance * span) / Math.max(seconds, 1e-9) }))
}

/** How much two rates differ, as a share of the larger one: 1 if one of them is 0. */
function relativeDifference(a: number, b: number): number {
  return a === b ? 0 : (a - b) / Math.max(a, b)
}
