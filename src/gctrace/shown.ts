import { THRASHING_TIME_SHARE } from '../model/verdict.ts'
import type { CycleColumns } from './columns.ts'
import { type FindingFlags, type Spans, sumOver } from './finding-flags.ts'
import type { KnownSettings } from './goals.ts'

/** What a finding means, in plain words. It claims only what the cycles and settings at hand support. */
export interface Words {
  readonly title: string
  readonly text: string
}

export interface Shown {
  readonly cycles: Spans
  readonly columns: CycleColumns
  readonly signs: FindingFlags
  readonly settings: KnownSettings
}

export function countOf({ cycles }: Shown): number {
  return sumOver(cycles, () => 1)
}

export function isWholeRun(shown: Shown): boolean {
  return countOf(shown) >= shown.columns.count - 1
}

/** Whether they take so little of the run’s time that its verdict would not be thrashing. */
export function isBrief(shown: Shown): boolean {
  return timeShare(shown) < THRASHING_TIME_SHARE
}

/** The cycles' share of the time that the log covers. A span lasts until the cycle after it starts. */
export function timeShare({
  columns: { startSeconds, number, count },
  cycles,
}: Pick<Shown, 'columns' | 'cycles'>): number {
  const at = (i: number) => startSeconds[Math.min(i, count - 1)]!
  const seconds = cycles.reduce((sum, [first, last]) => sum + at(last + 1) - at(first), 0)
  // A log without its beginning says nothing about the time before its first cycle.
  const from = number[0] === 1 ? 0 : at(0)
  return seconds / (at(count - 1) - from)
}

/** The start of a program ends at this share of the run at the latest; what lasts longer is something else. */
const START_SHARE = 0.25
/** A heap that doubles after a program's first cycles was still being built up in them. */
const GROWTH = 2

/** Whether cycles are one stretch in which the program started: early in the run, with a heap that grew much larger. */
export function isStart({ columns, cycles }: Shown): boolean {
  const { heapLiveMiB, count } = columns
  const span = cycles[0]
  if (!span || cycles.length > 1) return false
  const [first, last] = span
  return isEarly(columns, last) && heapLiveMiB[count - 1]! >= GROWTH * heapLiveMiB[first]!
}

/** Whether a cycle and all before it came early in the run of a program whose first cycle the log has. */
export function isEarly({ startSeconds, number, count }: CycleColumns, last: number): boolean {
  return number[0] === 1 && last + 1 < count && startSeconds[last + 1]! <= START_SHARE * startSeconds[count - 1]!
}

/** `cycles 3 to 5`; `these cycles` where they are several stretches or one cycle. */
export function spanText({ columns: { number }, cycles }: Shown): string {
  const [first, last] = cycles[0] ?? [0, 0]
  return cycles.length === 1 && last > first ? `cycles ${number[first]!} to ${number[last]!}` : 'these cycles'
}

/** The cycle with the highest figure; of several, the first. */
export function highestIn(spans: Spans, figureOf: (i: number) => number): number {
  let found = spans[0]?.[0] ?? 0
  for (const [first, last] of spans) {
    for (let i = first; i <= last; i++) if (figureOf(i) > figureOf(found)) found = i
  }
  return found
}
