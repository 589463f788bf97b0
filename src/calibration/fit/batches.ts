import { MAX_PHASES } from '../../scenario/params.ts'
import type { Phase } from '../../scenario/types.ts'
import { MIB } from '../../units.ts'
import type { Piece } from '../shape/segments.ts'
import type { Series } from '../shape/series.ts'
import type { ModelRun } from './model-run.ts'
import { allocatedIn } from './unseen.ts'

/*
 * With GOGC off a cycle comes when the heap is full, whatever is live. A program that collects a batch and drops it is then
 * found at the same moment each time: what a cycle finds of a batch leaves room for the rest of it, and for as much of the
 * next one. No line shows how much was live in between.
 */

/** Sizes that are nearer to each other than this are the same, rounded as they are. */
const NOISE = 2 * MIB
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
  const full = extremes(heapStart.subarray(from))
  const live = extremes(reachable.subarray(from))
  const alike = NOISE + ALIKE_SHARE * (full.most - live.least)
  if (full.most - full.least > alike || live.most - live.least > alike) return undefined
  const { most } = extremes(heapEnd.subarray(from))
  return most > MUCH_MORE * live.most ? most : undefined
}

/** Seconds in which a batch is dropped: an instant, but for the phase that stands for it. */
const DROP_SECONDS = 5e-4
/** Of the live heap that cycles find, the share that is no batch. */
const KEPT = 0.5

/**
 * The same program collecting batches in its longest phase, as many as phases can tell, at its end: half of its live heap
 * stays, all that it allocates is kept on top, until a batch is as large as what a cycle allocates and is dropped. Under the
 * log's own settings its cycles find what the log's found.
 * @param most bytes that were live at most: `mostLiveBetween`
 */
export function withBatches(run: ModelRun, most: number): ModelRun {
  const { pieces, phases, scenario } = run
  const longest = pieces.reduce((best, piece, i) => (spanOf(piece) > spanOf(pieces[best]!) ? i : best), 0)
  const piece = pieces[longest]!
  const allocated = allocatedIn(piece)
  const live = piece.reachableTo
  const batch = most - live
  const count = Math.min(Math.floor(allocated / batch), Math.floor((MAX_PHASES - pieces.length - 1) / 2))
  if (count < 1) return run
  const share = batch / allocated
  const before = 1 - count * share
  const batches = Array.from({ length: count }, (_, k): Part[] => {
    const from = before + k * share
    return [
      { kind: k === 0 ? 'first drop' : 'drop', from, to: from },
      { kind: 'growth', from, to: from + share },
    ]
  })
  const parts: readonly Part[] = [{ kind: 'before', from: 0, to: before }, ...batches.flat()]
  const replace = <T>(all: readonly T[], toPart: (part: Part) => T): T[] => [
    ...all.slice(0, longest),
    ...parts.map(toPart),
    ...all.slice(longest + 1),
  ]
  const toPhases = <T extends Partial<Phase>>(all: readonly T[]) => {
    const steady = all[longest]!
    const { duration = 0, allocRate = 0 } = steady
    const newSurvivalRate = Math.min(1, allocated / (allocRate * duration))
    return replace(all, ({ kind, from, to }): T => {
      const part = { ...steady, duration: Math.max(DROP_SECONDS, (to - from) * duration) }
      if (kind === 'before') return part
      if (kind === 'growth') return { ...part, newSurvivalRate, oldDeathRate: 0 }
      const oldDeathRate = kind === 'first drop' ? 1 - KEPT : batch / (batch + KEPT * live)
      return { ...part, allocRate: 0, newSurvivalRate: 0, oldDeathRate }
    })
  }
  const at = (share: number) => piece.from + share * spanOf(piece)
  return {
    pieces: replace(pieces, ({ from, to }) => ({ ...piece, from: at(from), to: at(to) })),
    phases: toPhases(phases),
    scenario: { ...scenario, program: { ...scenario.program, phases: toPhases(scenario.program.phases) } },
  }
}

/** A part of the longest phase, from one share of its allocation to another: what comes before the batches, or one of them. */
interface Part {
  readonly kind: 'before' | 'first drop' | 'drop' | 'growth'
  readonly from: number
  readonly to: number
}

function spanOf({ from, to }: Piece): number {
  return to - from
}

function extremes(values: Float64Array): { readonly least: number; readonly most: number } {
  return {
    least: values.reduce((least, value) => Math.min(least, value), Infinity),
    most: values.reduce((most, value) => Math.max(most, value), -Infinity),
  }
}
