import { largest, smallest } from '../../numbers.ts'
import { MAX_PHASES } from '../../scenario/params.ts'
import type { Phase } from '../../scenario/types.ts'
import { DROP_SECONDS } from '../shape/joints.ts'
import { NOISE } from '../shape/points.ts'
import type { Piece } from '../shape/segments.ts'
import type { Series } from '../shape/series.ts'
import type { ModelRun } from './model-run.ts'
import { allocatedIn, longestOf } from './unseen.ts'

/*
 * With GOGC off, a cycle starts when the heap is full, whatever is live. If a program builds up batches and drops them,
 * each cycle may find the same part of a batch: the heap then has room for the rest of that batch, and the same part of
 * the next one.
 */

/** With fewer cycles, we do not conclude that all of them find the same live heap. */
const FEWEST_ALIKE = 4
/** Heap sizes are alike if they differ by no more than rounding and this share of what a cycle allocates. */
const ALIKE_SHARE = 0.1
/** If the highest heap is below this multiple of the live heap, there is little room for unseen batches. */
const MUCH_MORE = 1.5

/**
 * The most bytes that may have been live between cycles; undefined unless all cycles started at the same heap size and
 * found the same live heap. With GOGC off, such a program may build up batches.
 */
export function mostLiveBetween({ count, heapStart, heapEnd, reachable }: Series): number | undefined {
  // We skip the first third: the program may still be starting there, without batches.
  const from = Math.floor(count / 3)
  if (count - from < FEWEST_ALIKE) return undefined
  const [full, live] = [heapStart.subarray(from), reachable.subarray(from)]
  const alike = NOISE + ALIKE_SHARE * (largest(full) - smallest(live))
  if (largest(full) - smallest(full) > alike || largest(live) - smallest(live) > alike) return undefined
  const most = largest(heapEnd.subarray(from))
  return most > MUCH_MORE * largest(live) ? most : undefined
}

/** Share of the live heap that belongs to no batch. */
const KEPT = 0.5

/**
 * The longest phase ends with batches, as many as a scenario has phases for: the program drops half of its live heap,
 * then keeps all that it allocates until that is as much as in a cycle, and drops it. Under the log’s own settings, its
 * cycles find the same live heap.
 * @param mostLive the most bytes that may have been live: `mostLiveBetween`
 */
export function withBatches(run: ModelRun, mostLive: number): ModelRun {
  const { pieces, scenario } = run
  const { phases } = scenario.program
  const longest = longestOf(pieces)
  const [piece, steady] = [pieces[longest]!, phases[longest]!]
  const allocated = allocatedIn(piece)
  const live = piece.reachableTo
  const batch = mostLive - live
  const count = Math.min(Math.floor(allocated / batch), Math.floor((MAX_PHASES - pieces.length - 1) / 2))
  if (count < 1) return run
  /** A part of the longest phase: its share of the time, and so of the allocation. */
  const partOf = (share: number, rest: Partial<Phase> = {}) => {
    const duration = Math.max(DROP_SECONDS, share * steady.duration)
    return { share, phase: { ...steady, duration, ...rest } }
  }
  const drop = (oldDeathRate: number) => partOf(0, { allocRate: 0, newSurvivalRate: 0, oldDeathRate })
  const newSurvivalRate = Math.min(1, allocated / (steady.allocRate * steady.duration))
  const growth = partOf(batch / allocated, { newSurvivalRate, oldDeathRate: 0 })
  const dropAndGrow = [drop(batch / (batch + KEPT * live)), growth]
  const before = partOf(1 - count * growth.share)
  const parts = [before, drop(1 - KEPT), growth, ...Array.from({ length: count - 1 }, () => dropAndGrow).flat()]
  let at = piece.from
  const pieceParts = parts.map(({ share }): Piece => {
    const from = at
    at += share * (piece.to - piece.from)
    return { ...piece, from, to: at }
  })
  const program = { ...scenario.program, phases: phases.toSpliced(longest, 1, ...parts.map(({ phase }) => phase)) }
  return { pieces: pieces.toSpliced(longest, 1, ...pieceParts), scenario: { ...scenario, program } }
}
