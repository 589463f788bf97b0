import { THRASHING_TIME_SHARE } from '../model/verdict.ts'
import { largest } from '../numbers.ts'
import type { CycleColumns } from './columns.ts'
import {
  assistText,
  burstText,
  countText,
  gcShareText,
  goalText,
  growthText,
  medianGogc,
  missingText,
  pausesText,
  smallText,
  stacksText,
} from './finding-figures.ts'
import { type WordContext, wordsOf } from './finding-words.ts'
import { goalByGogc, type KnownSettings } from './goals.ts'
import {
  excludedBy,
  FINDING_KINDS,
  type FindingKind,
  gcShare,
  HEAVY_SHARE,
  isLongPauses,
  type Signs,
  type Spans,
  sumOver,
  THRASHING_SHARE,
  toSigns,
} from './signs.ts'

/** Something that the cycles of a run show, in plain words, the most pressing first. */
export interface Finding {
  readonly kind: FindingKind
  readonly title: string
  readonly text: string
  /** The finding's figures, taken from the log. */
  readonly figures: string
  /** The cycles that show it. */
  readonly cycles: Spans
}

/** The fewest cycles in a row that make a finding: fewer may be chance. */
const SHORTEST_SPAN: Readonly<Record<FindingKind, number>> = {
  limiter: 1,
  thrashing: 3,
  'long-pauses': 3,
  'gc-heavy': 3,
  'memory-limit': 3,
  'back-to-back': 3,
  'assist-heavy': 3,
  'goal-passed': 1,
  'missing-lines': 1,
  'still-growing': 1,
  forced: 1,
  'idle-periodic': 1,
  'large-stacks': 3,
  'tiny-heap': 1,
  'too-coarse': 1,
}

/**
 * What an expert on Go's GC would see in the cycles of one run. Every finding has evidence in the log, and no cycle
 * shows two findings that exclude each other (`EXCLUDES`).
 * @param settings known or inferred; they decide whether the memory limit or GOGC set a goal
 */
export function diagnose(columns: CycleColumns, settings: KnownSettings): Finding[] {
  if (columns.count === 0) return []
  const signs = toSigns(columns, settings)
  return FINDING_KINDS.flatMap((kind) => {
    const cycles = spansOf(kind, signs, columns)
    return cycles.length > 0 ? [toFinding(kind, cycles, signs, columns, settings)] : []
  })
}

/** This many cycles, and more than half of the run's, are a loop and no accident. */
const FEWEST_IN_LOOP = 5

function toFinding(
  kind: FindingKind,
  cycles: Spans,
  signs: Signs,
  columns: CycleColumns,
  settings: KnownSettings,
): Finding {
  const isLimited = cycles.some(([first, last]) => signs['memory-limit'].subarray(first, last + 1).includes(1))
  const share = cycles.reduce((most, [first, last]) => Math.max(most, gcShare(columns, first, last)), 0)
  const shown = cycles.reduce((sum, [first, last]) => sum + last - first + 1, 0)
  const isLoop = shown >= FEWEST_IN_LOOP && 2 * shown > columns.count
  const context = {
    settings,
    isLimited,
    isLive: isLiveGoal(columns, cycles),
    mayBeGogc: mayBeGogc(columns, cycles),
    share,
    isWholeRun: shown >= columns.count - 1,
    isLoop,
    isBrief: timeShare(columns, cycles) < THRASHING_TIME_SHARE,
    isStart: isStart(columns, cycles),
    span: spanText(columns, cycles),
    isLimiterSeen: signs.limiter.includes(1),
    workerShare: workerShare(columns, cycles),
    procs: columns.procs[cycles[0]![0]]!,
    isTooFast: isTooFast(columns, cycles),
  }
  const figures = toFigures(kind, cycles, columns, settings, context)
  return { kind, ...wordsOf(kind, context), figures, cycles }
}

/** Whether the goal of nearly all these cycles is what the cycle before found live. */
function isLiveGoal({ goalMiB, heapLiveMiB }: CycleColumns, cycles: Spans): boolean {
  let live = 0
  let all = 0
  for (const [first, last] of cycles) {
    for (let i = Math.max(1, first); i <= last; i++, all++) if (goalMiB[i]! <= heapLiveMiB[i - 1]!) live++
  }
  return live > 0.9 * all
}

/** Nobody sets a lower one: such goals are those of a limit that leaves no room. */
const LEAST_GOGC = 10
/** As a program lowers GOGC, Go raises the next goal to the heap there is. */
const MOST_MADE = 0.8

/** Whether one GOGC can have made nearly all of these goals: the live heap did not change so much that only a limit could. */
function mayBeGogc(columns: CycleColumns, cycles: Spans): boolean {
  const percent = medianGogc(columns, cycles)
  if (percent === undefined || percent < LEAST_GOGC) return false
  let made = 0
  let all = 0
  for (const [first, last] of cycles)
    for (let i = Math.max(1, first); i <= last; i++, all++) {
      const goal = goalByGogc(columns, i, percent)
      if (goal && columns.goalMiB[i]! + 1 >= goal.least && columns.goalMiB[i]! <= goal.most) made++
    }
  return made >= MOST_MADE * all
}

/** A program that has not started up by then takes this long for another reason. */
const START_SHARE = 0.25
/** A heap that doubles after a program's first cycles was still being built up in them. */
const GROWTH = 2

/** Whether cycles are one stretch in which the program started: early in the run, with a heap that grew much larger. */
function isStart(columns: CycleColumns, cycles: Spans): boolean {
  const { heapLiveMiB, count } = columns
  const span = cycles[0]
  if (!span || cycles.length > 1) return false
  const [first, last] = span
  return isEarly(columns, last) && heapLiveMiB[count - 1]! >= GROWTH * heapLiveMiB[first]!
}

/** Whether a cycle and all before it came early in the run of a program whose first cycle the log has. */
function isEarly({ startSeconds, number, count }: CycleColumns, last: number): boolean {
  return number[0] === 1 && last + 1 < count && startSeconds[last + 1]! <= START_SHARE * startSeconds[count - 1]!
}

/** Whether a goal after these cycles was as high as their heaps, which then are no peak of the run. */
function isOutgrown({ heapEndMiB, goalMiB }: CycleColumns, [first, last]: Spans[number]): boolean {
  return largest(goalMiB.subarray(last + 1)) >= largest(heapEndMiB.subarray(first, last + 1))
}

/** `cycles 3 to 5`; `these cycles` where they are several stretches or one cycle. */
function spanText({ number }: CycleColumns, cycles: Spans): string {
  const [first, last] = cycles[0] ?? [0, 0]
  return cycles.length === 1 && last > first ? `cycles ${number[first]!} to ${number[last]!}` : 'these cycles'
}

/** The spans' share of the time that the log covers. A span lasts until the cycle after it starts. */
function timeShare({ startSeconds, number, count }: CycleColumns, cycles: Spans): number {
  const at = (i: number) => startSeconds[Math.min(i, count - 1)]!
  const seconds = cycles.reduce((sum, [first, last]) => sum + at(last + 1) - at(first), 0)
  // A log without its beginning says nothing about the time before its first cycle.
  const from = number[0] === 1 ? 0 : at(0)
  return seconds / (at(count - 1) - from)
}

/** Background workers' share of all processors while the spans' cycles marked; 1 where the log does not tell. */
function workerShare({ backgroundUs, markUs, procs }: CycleColumns, cycles: Spans): number {
  const given = sumOver(cycles, (i) => markUs[i]! * procs[i]!)
  return given > 0 ? sumOver(cycles, (i) => backgroundUs[i]!) / given : 1
}

/**
 * Whether the heap would have passed most goals of these cycles if workers had marked alone: it would have grown for as
 * much longer as they did less than all. Goroutines that assist do not allocate meanwhile, so that this is the least.
 */
function isTooFast({ heapStartMiB, heapEndMiB, goalMiB, assistUs, backgroundUs, idleUs }: CycleColumns, cycles: Spans) {
  const pastOrNot = (i: number) => {
    const longer = 1 + assistUs[i]! / Math.max(1, backgroundUs[i]! + idleUs[i]!)
    const end = heapStartMiB[i]! + (heapEndMiB[i]! - heapStartMiB[i]!) * longer
    return end >= goalMiB[i]! ? 1 : -1
  }
  return sumOver(cycles, pastOrNot) > 0
}

function toFigures(
  kind: FindingKind,
  cycles: Spans,
  columns: CycleColumns,
  { gogc }: KnownSettings,
  { isBrief, isStart, isWholeRun, mayBeGogc }: WordContext,
): string {
  switch (kind) {
    case 'thrashing':
    case 'gc-heavy':
      return gcShareText(columns, cycles, isWholeRun)
    case 'long-pauses':
      return `${gcShareText(columns, cycles, isWholeRun)} ${pausesText(columns, cycles)}`
    case 'large-stacks':
      return stacksText(columns, cycles)
    case 'memory-limit':
      return goalText(columns, cycles, gogc, mayBeGogc)
    case 'assist-heavy':
      return assistText(columns, cycles, isBrief || isStart)
    case 'goal-passed':
      return burstText(columns, cycles)
    case 'missing-lines':
      return missingText(columns)
    case 'still-growing':
      return growthText(columns)
    case 'too-coarse':
    case 'tiny-heap':
      return smallText(columns)
    case 'limiter':
    case 'back-to-back':
    case 'forced':
    case 'idle-periodic':
      return countText(columns, cycles)
  }
}

function spansOf(kind: FindingKind, signs: Signs, columns: CycleColumns): Spans {
  const others = excludedBy(kind)
  const mayPass = (i: number) => others.every((other) => signs[other][i] === 0)
  const spans = joinSpans(signs[kind], SHORTEST_SPAN[kind], mayPass)
  const isPaused = kind === 'long-pauses'
  // The signs only judged a window around each cycle; the whole span has to be so too.
  const taking = (share: number) =>
    spans.filter((span) => gcShare(columns, ...span) >= share && isLongPauses(columns, span) === isPaused)
  switch (kind) {
    case 'thrashing':
      return taking(THRASHING_SHARE)
    case 'long-pauses':
    case 'gc-heavy':
      return taking(HEAVY_SHARE)
    case 'goal-passed':
      // A heap that is being built up passes goals that are soon higher: the first one is 4 MiB.
      return spans.filter((span) => !isEarly(columns, span[1]) || !isOutgrown(columns, span))
    case 'forced':
      // Many programs force one cycle as they end, and no other.
      return spans.length === 1 && spans[0]![0] === columns.count - 1 ? [] : spans
    default:
      return spans
  }
}

/** Spans of at least `shortest` cycles with a sign. A single cycle without it may interrupt a span. */
function joinSpans(sign: Uint8Array, shortest: number, mayPass: (i: number) => boolean): [number, number][] {
  const spans: [number, number][] = []
  for (let i = 0; i < sign.length; i++) {
    if (sign[i] === 0) continue
    const last = spans.at(-1)
    const gap = last ? i - last[1] : Infinity
    if (last && (gap === 1 || (gap === 2 && shortest > 1 && mayPass(i - 1)))) last[1] = i
    else spans.push([i, i])
  }
  return spans.filter(([first, end]) => end - first + 1 >= shortest)
}
