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
 * With GOGC off a cycle comes when the heap is full, whatever is live. A program that collects a batch and drops it is then
 * found at the same moment each time: what a cycle finds of a batch leaves room for the rest of it, and for as much of the
 * next one. No line shows how much was live in between.
 */

/** With fewer cycles nothing shows whether they find the same. */
const FEWEST_ALIKE = 4
/** Live heaps that are alike: within rounding, and within a share of what is allocated from one to the next. */
const ALIKE_SHARE = 0.1
/** Less than this over the live heap matters little. */
const MUCH_MORE = 1.5

/**
 * Bytes that may have been live between cycles that all found the same at the same heap size; undefined where they did not.
 * With GOGC off that tells a program that collects batches from no other.
 */
export function mostLiveBetween({ count, heapStart, heapEnd, reachable }: Series): number | undefined {
  // The program starts before the first cycles, and may not have had its batches yet.
  const from = Math.floor(count / 3)
  if (count - from < FEWEST_ALIKE) return undefined
  const [full, live] = [heapStart.subarray(from), reachable.subarray(from)]
  const alike = NOISE + ALIKE_SHARE * (largest(full) - smallest(live))
  if (largest(full) - smallest(full) > alike || largest(live) - smallest(live) > alike) return undefined
  const most = largest(heapEnd.subarray(from))
  return most > MUCH_MORE * largest(live) ? most : undefined
}

/** Of the live heap that cycles find, the share that is no batch. */
const KEPT = 0.5

/**
 * The same program collecting batches in its longest phase, as many as phases can tell, at its end: half of its live heap
 * stays, all that it allocates is kept on top, until a batch is as large as what a cycle allocates and is dropped. Under the
 * log's own settings its cycles find what the log's found.
 * @param most bytes that were live at most: `mostLiveBetween`
 */
export function withBatches(run: ModelRun, most: number): ModelRun {
  const { pieces, scenario } = run
  const { phases } = scenario.program
  const longest = longestOf(pieces)
  const [piece, steady] = [pieces[longest]!, phases[longest]!]
  const allocated = allocatedIn(piece)
  const live = piece.reachableTo
  const batch = most - live
  const count = Math.min(Math.floor(allocated / batch), Math.floor((MAX_PHASES - pieces.length - 1) / 2))
  if (count < 1) return run
  const partOf = (share: number, rest: Partial<Phase> = {}): Part => {
    const duration = Math.max(DROP_SECONDS, share * steady.duration)
    return { share, phase: { ...steady, duration, ...rest } }
  }
  const drop = (oldDeathRate: number) => partOf(0, { allocRate: 0, newSurvivalRate: 0, oldDeathRate })
  const newSurvivalRate = Math.min(1, allocated / (steady.allocRate * steady.duration))
  const growth = partOf(batch / allocated, { newSurvivalRate, oldDeathRate: 0 })
  const again = [drop(batch / (batch + KEPT * live)), growth]
  const before = partOf(1 - count * growth.share)
  const parts = [before, drop(1 - KEPT), growth, ...Array.from({ length: count - 1 }, () => again).flat()]
  let at = piece.from
  const cut = parts.map(({ share }): Piece => {
    const from = at
    at += share * (piece.to - piece.from)
    return { ...piece, from, to: at }
  })
  const program = { ...scenario.program, phases: phases.toSpliced(longest, 1, ...parts.map(({ phase }) => phase)) }
  return { pieces: pieces.toSpliced(longest, 1, ...cut), scenario: { ...scenario, program } }
}

/** A part of the longest phase: the share of its time, and of what it allocates. */
interface Part {
  readonly share: number
  readonly phase: Phase
}
