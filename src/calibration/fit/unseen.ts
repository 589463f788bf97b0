import type { Phase } from '../../scenario/types.ts'
import { MIB } from '../../units.ts'
import { NOISE } from '../shape/points.ts'
import type { Piece } from '../shape/segments.ts'
import { FEWEST_FOR_TREND } from '../shape/stretches.ts'

/*
 * Live heaps between two cycles, which no line shows. Where cycles find less than the ones before them again and again,
 * the heap may have grown on until it was dropped: a batch that is collected and thrown away is at its largest just before.
 */

/** A program that collects keeps most of what it allocates; of others a drop says nothing of what went before. */
const MOST = 2 / 3

/**
 * Bytes that each piece’s heap grows by, unseen, before the next one drops it: a share of what would survive, did as much
 * of it survive as where the heap is seen to grow.
 */
export function grownUnseen(pieces: readonly Piece[], unseen: number): readonly number[] {
  const growing = pieces.filter(({ reachableFrom, reachableTo }) => reachableTo > reachableFrom + NOISE)
  const grown = growing.reduce((sum, { reachableFrom, reachableTo }) => sum + reachableTo - reachableFrom, 0)
  const allocated = growing.reduce((sum, piece) => sum + allocatedIn(piece), 0)
  const survives = grown / allocated
  const all = pieces.map((piece, i) => {
    const next = pieces[i + 1]
    // A heap that two cycles found as large as each other does not grow.
    const mayGrow = piece.reachableTo === piece.reachableFrom && piece.end - piece.first < 2
    return mayGrow && next && isDrop(next) ? unseen * survives * allocatedIn(piece) : 0
  })
  const isRepeated = all.filter((bytes) => bytes > 0).length >= FEWEST_FOR_TREND
  return isRepeated && survives > MOST ? all : pieces.map(() => 0)
}

type Allocating = Partial<Phase> & Pick<Phase, 'allocRate' | 'duration'>

/** The phase of a piece that grows by so much, or drops what the one before it grew by. */
export function withUnseen<T extends Allocating>(phase: T, piece: Piece, grown: number, before: number): T {
  if (grown > 0) return { ...phase, newSurvivalRate: grown / (phase.allocRate * phase.duration) }
  if (before > 0) return { ...phase, oldDeathRate: 1 - piece.reachableTo / (piece.reachableFrom + before) }
  return phase
}

function isDrop({ allocatedFrom, allocatedTo, reachableFrom, reachableTo }: Piece): boolean {
  return allocatedTo === allocatedFrom && reachableTo < reachableFrom - MIB
}

/** Bytes that are allocated in a piece. */
export function allocatedIn({ allocatedFrom, allocatedTo }: Piece): number {
  return allocatedTo - allocatedFrom
}

/** Index of the piece that takes the most time. */
export function longestOf(pieces: readonly Piece[]): number {
  return pieces.reduce((best, { from, to }, i) => (to - from > pieces[best]!.to - pieces[best]!.from ? i : best), 0)
}
