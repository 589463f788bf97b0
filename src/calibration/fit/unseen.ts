import { AT_ONCE_SECONDS } from '../../model/runtime/between.ts'
import type { Phase } from '../../scenario/types.ts'
import { MIB } from '../../units.ts'
import { NOISE } from '../shape/points.ts'
import type { Piece } from '../shape/segments.ts'
import { isStalled, type Series } from '../shape/series.ts'
import { FEWEST_FOR_TREND } from '../shape/stretches.ts'

/*
 * If cycles repeatedly find less than the cycle before, the heap may have grown unseen until the program dropped it: a
 * batch is largest just before it is dropped.
 */

/** A program that builds up batches keeps more than this share of what it allocates. Only then do we assume growth. */
const BATCH_SURVIVAL = 2 / 3

/** Bytes that grew unseen: the share `unseen` of what survives at the rate of the pieces that show growth. */
export function grownUnseen(pieces: readonly Piece[], unseen: number): readonly number[] {
  const growing = pieces.filter(({ reachableFrom, reachableTo }) => reachableTo > reachableFrom + NOISE)
  const grown = growing.reduce((sum, { reachableFrom, reachableTo }) => sum + reachableTo - reachableFrom, 0)
  const allocated = growing.reduce((sum, piece) => sum + allocatedIn(piece), 0)
  const survivalRate = grown / allocated
  const bytesUnseen = pieces.map((piece, i) => {
    const next = pieces[i + 1]
    // If two cycles of a piece found the same live heap, it does not grow.
    const mayGrow = piece.reachableTo === piece.reachableFrom && piece.end - piece.first < 2
    return mayGrow && next && isDrop(next) ? unseen * survivalRate * allocatedIn(piece) : 0
  })
  const isRepeated = bytesUnseen.filter((bytes) => bytes > 0).length >= FEWEST_FOR_TREND
  return isRepeated && survivalRate > BATCH_SURVIVAL ? bytesUnseen : pieces.map(() => 0)
}

/** Smaller objects, as a share of the highest live heap, hardly change a peak. */
const MATTERS = 0.25

/**
 * A large object has an unknown part of the bytes since the last cycle, at least as many as survive. The rest may be
 * garbage, as of a slice that grows step by step.
 */
export function spreadOut(phases: readonly Phase[], pieces: readonly Piece[], atOnce: number): readonly Phase[] {
  const least = MATTERS * Math.max(...pieces.map(({ reachableTo }) => reachableTo))
  const isSudden = (i: number) => i > 0 && allocatedIn(pieces[i]!) > least && phases[i]!.duration < AT_ONCE_SECONDS
  const shareOf = (i: number) => Math.max(atOnce, Math.min(1, phases[i]!.newSurvivalRate))
  return phases.map((phase, i) => {
    if (isSudden(i))
      return { ...phase, allocRate: shareOf(i) * phase.allocRate, newSurvivalRate: phase.newSurvivalRate / shareOf(i) }
    if (i + 1 >= phases.length || !isSudden(i + 1) || allocatedIn(pieces[i]!) > 0) return phase
    const next = phases[i + 1]!
    return { ...phase, allocRate: ((1 - shareOf(i + 1)) * next.allocRate * next.duration) / phase.duration }
  })
}

type Allocating = Partial<Phase> & Pick<Phase, 'allocRate' | 'duration'>

/** The phase of a piece whose heap grows unseen by `grown` bytes, or drops the `before` bytes of the last piece. */
export function withUnseen<T extends Allocating>(phase: T, piece: Piece, grown: number, before: number): T {
  if (grown > 0) return { ...phase, newSurvivalRate: grown / (phase.allocRate * phase.duration) }
  if (before > 0) return { ...phase, oldDeathRate: 1 - piece.reachableTo / (piece.reachableFrom + before) }
  return phase
}

function isDrop({ allocatedFrom, allocatedTo, reachableFrom, reachableTo }: Piece): boolean {
  return allocatedTo === allocatedFrom && reachableTo < reachableFrom - MIB
}

/** Live bytes of the object that started the first cycle; 0 if there is none, or if the program wrote to all of it. */
export function firstAtOnce(pieces: readonly Piece[], series: Series): number {
  const first = pieces.find(({ from, to }) => to - from < AT_ONCE_SECONDS)
  return first?.first === 0 && !isStalled(series, 0) ? first.reachableTo : 0
}

export function allocatedIn({ allocatedFrom, allocatedTo }: Piece): number {
  return allocatedTo - allocatedFrom
}

/** The piece that takes the most time. */
export function longestOf(pieces: readonly Piece[]): number {
  return pieces.reduce((best, { from, to }, i) => (to - from > pieces[best]!.to - pieces[best]!.from ? i : best), 0)
}
