import { formatCount } from '../format.ts'
import { TIGHT_GC_SHARE } from '../model/verdict.ts'
import { largest } from '../numbers.ts'
import type { CycleColumns } from './columns.ts'
import {
  assistText,
  assistWords,
  backToBackWords,
  gcShareText,
  heavyWords,
  pausesText,
  pauseWords,
  thrashingWords,
  WAIT_WORDS,
  waitsText,
} from './finding-cpu.ts'
import {
  gcShare,
  isLongPauses,
  type LogFindingKind,
  missingIn,
  type Spans,
  THRASHING_CYCLE_SHARE,
} from './finding-flags.ts'
import { limitText, limitWords } from './finding-limit.ts'
import { isSinceLimits } from './goals.ts'
import { growthOfLog } from './growth.ts'
import { countOf, highestIn, isEarly, isWholeRun, type Shown, type Words } from './shown.ts'

interface Kind {
  /** The fewest cycles in a row that make a finding: fewer may be chance. */
  readonly shortest: 1 | 3
  /** Which of the spans with the sign make one. Default: all. */
  readonly kept?: (spans: Spans, columns: CycleColumns) => Spans
  readonly words: Words | ((shown: Shown) => Words)
  /** What a person would point at in the log. */
  readonly figures: (shown: Shown) => string
}

export const KINDS: Readonly<Record<LogFindingKind, Kind>> = {
  limiter: {
    shortest: 1,
    words: ({ columns }) => (isSinceLimits(columns) ? LIMITER : { ...LIMITER, title: LIMITER_OF_LATER_GO }),
    figures: countText,
  },
  thrashing: { shortest: 3, kept: costing(THRASHING_CYCLE_SHARE), words: thrashingWords, figures: gcShareText },
  'long-pauses': { shortest: 3, kept: costing(TIGHT_GC_SHARE, true), words: pauseWords, figures: pausesText },
  waits: { shortest: 1, words: WAIT_WORDS, figures: waitsText },
  'gc-heavy': { shortest: 3, kept: costing(TIGHT_GC_SHARE), words: heavyWords, figures: gcShareText },
  'memory-limit': { shortest: 3, words: limitWords, figures: limitText },
  'back-to-back': { shortest: 3, words: backToBackWords, figures: countText },
  'assist-heavy': { shortest: 3, words: assistWords, figures: assistText },
  'goal-passed': {
    shortest: 1,
    kept: notBuiltUp,
    words: {
      title: 'The heap ran past its goal',
      text: 'It was well above the goal when marking ended: the program allocated faster than the pacer had planned for. Memory peaks higher than the goals suggest.',
    },
    figures: burstText,
  },
  'missing-lines': {
    shortest: 1,
    words: {
      title: 'Lines of some cycles are missing',
      text: 'Go numbers its cycles, and some numbers are missing: these lines were lost, cut out or damaged. We do not know what the program allocated then, so rates and predictions are too low. Use a log without gaps.',
    },
    figures: missingText,
  },
  'still-growing': {
    shortest: 1,
    words: {
      title: 'The live heap still grew as the log ended',
      text: 'We predict a run as long as this log. If the program continued after it, it may need more memory: a log that ends with a steady heap shows how much.',
    },
    figures: growthText,
  },
  forced: { shortest: 1, kept: notAsItEnds, words: forcedWords, figures: countText },
  'idle-periodic': { shortest: 1, words: (shown) => (isWholeRun(shown) ? ONLY_TIMER : SOME_TIMER), figures: countText },
  'large-stacks': {
    shortest: 3,
    words: {
      title: 'The stacks are larger than the live heap',
      text: 'Cycles scan the stacks, and the goal includes them. GOMEMLIMIT counts all memory allocated for stacks, more than was scanned. Fewer goroutines or shallower stacks save more here than a smaller heap.',
    },
    figures: stacksText,
  },
  'tiny-heap': {
    shortest: 1,
    words: {
      title: 'Many cycles on a tiny heap',
      text: 'The heap is a few MiB, so it fills up many times a second. A higher GOGC, or GOGC=off with a GOMEMLIMIT, costs a few MiB and saves nearly all of these cycles.',
    },
    figures: smallText,
  },
  'too-coarse': {
    shortest: 1,
    words: {
      title: 'The heap is too small to say much',
      text: 'gctrace rounds sizes down to whole MiB. In so small a heap, rounding hides goal, growth and what survives.',
    },
    figures: smallText,
  },
}

const LIMITER: Words = {
  title: 'The GC CPU limiter was on',
  text: 'Marking and pauses took more than half of the CPU for so long that Go’s limiter must have come on (Go 1.19 and later). It then switches assists off: the program keeps running, and memory may pass its limit.',
}

const LIMITER_OF_LATER_GO = 'The GC CPU limiter was on, if this is Go 1.19 or later'

/** Keeps a span if GC took this share over all of it: a sign looks only at a window around each cycle. */
function costing(share: number, isPaused = false): (spans: Spans, columns: CycleColumns) => Spans {
  return (spans, columns) =>
    spans.filter((span) => gcShare(columns, ...span) >= share && isLongPauses(columns, span) === isPaused)
}

/** A heap that is being built up passes goals that are soon higher: the first one is 4 MiB. */
function notBuiltUp(spans: Spans, columns: CycleColumns): Spans {
  return spans.filter((span) => !isEarly(columns, span[1]) || !isOutgrown(columns, span))
}

/** Whether a goal after these cycles was as high as their heaps, which then are no peak of the run. */
function isOutgrown({ heapEndMiB, goalMiB }: CycleColumns, [first, last]: Spans[number]): boolean {
  return largest(goalMiB.subarray(last + 1)) >= largest(heapEndMiB.subarray(first, last + 1))
}

/** Many programs force one cycle as they end, and no other. */
function notAsItEnds(spans: Spans, columns: CycleColumns): Spans {
  return spans.length === 1 && spans[0]![0] === columns.count - 1 ? [] : spans
}

/** So many forced cycles, if they are more than half of the run’s, come from a loop and not by chance. */
const FEWEST_IN_LOOP = 5

function forcedWords(shown: Shown): Words {
  const count = countOf(shown)
  return count >= FEWEST_IN_LOOP && 2 * count > shown.columns.count ? FORCED_LOOP : FORCED
}

const FORCED: Words = {
  title: 'The program forces cycles',
  text: 'runtime.GC or debug.FreeOSMemory was called. The caller waits until the cycle is done; the heap may be far from its goal.',
}

const FORCED_LOOP: Words = {
  title: 'The program calls runtime.GC again and again',
  text: 'More than half of all cycles were forced, by runtime.GC or debug.FreeOSMemory in a loop. Each marks the whole live heap, however little was allocated; GOGC and GOMEMLIMIT do not change that.',
}

const ONLY_TIMER: Words = {
  title: 'Only the two-minute timer starts cycles',
  text: 'Each cycle started because the last one was two minutes ago: until then the heap had not reached its goal.',
}

const SOME_TIMER: Words = {
  title: 'The two-minute timer started these cycles',
  text: 'The last cycle was two minutes ago, and until then the heap had not reached its goal.',
}

/** Share of the run's cycles, as `12 of 125 cycles`. */
function countText(shown: Shown): string {
  const { count } = shown.columns
  const found = countOf(shown)
  return found === count
    ? count === 1
      ? 'In the one cycle.'
      : `In all ${formatCount(count)} cycles.`
    : `In ${formatCount(found)} of ${formatCount(count)} cycles.`
}

function stacksText({ columns: { number, stacksMiB, heapLiveMiB }, cycles }: Shown): string {
  const found = highestIn(cycles, (i) => stacksMiB[i]! - heapLiveMiB[i]!)
  return `Most in cycle ${number[found]!}: ${stacksMiB[found]!} MiB of stacks scanned, and ${heapLiveMiB[found]!} MiB of live heap found.`
}

function burstText({ columns: { number, heapEndMiB, goalMiB }, cycles }: Shown): string {
  const found = highestIn(cycles, (i) => heapEndMiB[i]! - goalMiB[i]!)
  return `Most in cycle ${number[found]!}: ${heapEndMiB[found]!} MiB, the goal was ${goalMiB[found]!}.`
}

function missingText({ columns }: Shown): string {
  const missing = missingIn(columns)
  return `The log lacks ${formatCount(missing)} of ${formatCount(columns.count + missing)} cycles.`
}

/** How large the live heap was in the last two quarters of the run. */
function growthText({ columns }: Shown): string {
  const { before, now, isOfFew } = growthOfLog(columns)!
  if (isOfFew) return `From ${before} MiB live in the cycle before the last to ${now} MiB.`
  return `From a median of ${Math.round(before)} MiB live in the third quarter of its time to ${Math.round(now)} MiB in the last.`
}

function smallText({ columns: { heapEndMiB } }: Shown): string {
  return `The heap stayed below ${largest(heapEndMiB) + 1} MiB.`
}
