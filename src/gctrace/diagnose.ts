import type { GcPercent } from '../units.ts'
import { ABSENT, type CycleColumns } from './columns.ts'
import { assistText, burstText, countText, gcShareText, goalText, smallText } from './finding-figures.ts'
import { PERIODIC_SECONDS } from './to-trace.ts'

export type FindingKind =
  | 'limiter'
  | 'thrashing'
  | 'memory-limit'
  | 'back-to-back'
  | 'assist-heavy'
  | 'goal-passed'
  | 'forced'
  | 'idle-periodic'
  | 'too-coarse'

/** Something that the cycles of a run show, in plain words, the most pressing first. */
export interface Finding {
  readonly kind: FindingKind
  readonly title: string
  readonly text: string
  /** What its cycles come to, in figures of the log. */
  readonly figures: string
  /** The cycles that show it: spans of indices, both ends included. */
  readonly cycles: readonly (readonly [number, number])[]
}

/** A cycle that follows the last within this share of its own length has followed at once. */
const AT_ONCE = 0.25
/** Shorter stretches of cycles are no state that the program was in. */
const SHORTEST_SPAN = 3
/** Assists above this share of the GC's CPU, and of the processors while marking, hold the program up. */
const HEAVY_ASSIST_SHARE = 0.4
const HEAVY_ASSIST_CPU = 0.2
/** GC share of all processors at which it is the program's main work, and at which Go's limiter steps in. */
const THRASHING_SHARE = 0.35
const LIMITER_SHARES = [0.42, 0.58] as const
/** Heaps below this are so few MiB that rounding hides what happens. */
const TOO_COARSE_MIB = 16

/**
 * What a person who knows the collector would see in the cycles of one run.
 * @param gogc as it was or as it is inferred: tells goals that the memory limit set from GOGC's own
 */
export function diagnose(columns: CycleColumns, gogc: GcPercent): Finding[] {
  const { count } = columns
  if (count === 0) return []
  const shares = windowShares(columns)
  const isLimited = (i: number) => isBelowGogc(columns, i, gogc)
  const isThrashing = (i: number) => shares[i]! >= THRASHING_SHARE
  const findings = [
    found(
      'limiter',
      spansWhere(count, (i) => shares[i]! >= LIMITER_SHARES[0] && shares[i]! <= LIMITER_SHARES[1], 5),
    ),
    found(
      'thrashing',
      spansWhere(count, (i) => isThrashing(i) && (isLimited(i) || followsAtOnce(columns, i)), SHORTEST_SPAN),
    ),
    found('memory-limit', spansWhere(count, isLimited, SHORTEST_SPAN)),
    found(
      'back-to-back',
      spansWhere(count, (i) => followsAtOnce(columns, i), SHORTEST_SPAN),
    ),
    found(
      'assist-heavy',
      spansWhere(count, (i) => isAssistHeavy(columns, i), SHORTEST_SPAN),
    ),
    found(
      'goal-passed',
      spansWhere(count, (i) => passedGoal(columns, i), 1),
    ),
    found(
      'forced',
      spansWhere(count, (i) => columns.forced[i] === 1 && i < count - 1, 1),
    ),
    found(
      'idle-periodic',
      spansWhere(count, (i) => isPeriodic(columns, i), 1),
    ),
    found('too-coarse', isTooCoarse(columns) ? [[0, count - 1] as const] : []),
  ]
  return findings.flatMap((finding) => (finding ? { ...finding, figures: toFigures(finding, columns, gogc) } : []))
}

type Spans = Finding['cycles']

function found(kind: FindingKind, cycles: Spans): Omit<Finding, 'figures'> | undefined {
  if (cycles.length === 0) return undefined
  return { kind, ...WORDS[kind], cycles }
}

function toFigures({ kind, cycles }: Omit<Finding, 'figures'>, columns: CycleColumns, gogc: GcPercent): string {
  switch (kind) {
    case 'limiter':
    case 'thrashing':
      return gcShareText(columns, cycles)
    case 'memory-limit':
      return goalText(columns, cycles, gogc.kind === 'off' ? Infinity : gogc.percent)
    case 'assist-heavy':
      return assistText(columns, cycles)
    case 'goal-passed':
      return burstText(columns, cycles)
    case 'too-coarse':
      return smallText(columns)
    case 'back-to-back':
    case 'forced':
    case 'idle-periodic':
      return countText(columns, cycles)
  }
}

const WORDS: Readonly<Record<FindingKind, { readonly title: string; readonly text: string }>> = {
  limiter: {
    title: 'The GC CPU limiter is probably at work',
    text: 'Collection takes about half of the CPU and stays there: that is where Go stops helping it. Assists are switched off meanwhile, and memory passes its limit rather than the program coming to a halt.',
  },
  thrashing: {
    title: 'More than a third of the CPU goes to the collector',
    text: 'Cycle after cycle: the program is thrashing. The live heap leaves too little room below the limit or the goal. More memory, or less of it live, is what helps; a higher GOGC only where no limit is set.',
  },
  'memory-limit': {
    title: 'The memory limit sets the goal',
    text: 'The goal stays below what GOGC alone would give. Cycles come more often than GOGC asks for, to stay below GOMEMLIMIT.',
  },
  'back-to-back': {
    title: 'Cycles follow each other at once',
    text: 'The next cycle starts as soon as the last has ended: there is no room between the live heap and the goal, or allocation is faster than marking.',
  },
  'assist-heavy': {
    title: 'Allocating goroutines have to help',
    text: 'Much of the marking is done by assists: goroutines that allocate are held up while a cycle runs, and requests with them. The background workers’ 25 % are not enough for this rate of allocation.',
  },
  'goal-passed': {
    title: 'A burst ran past the goal',
    text: 'The heap was well above its goal when marking ended: the program allocated faster than the pacer had planned for. Peaks of memory are higher than goals suggest.',
  },
  forced: {
    title: 'The program forces cycles',
    text: 'runtime.GC or debug.FreeOSMemory was called. The caller waits until the cycle is done, and the pacer has no say.',
  },
  'idle-periodic': {
    title: 'Only the two-minute timer collects',
    text: 'These cycles started because the last one was two minutes ago: the program allocates next to nothing.',
  },
  'too-coarse': {
    title: 'Too small a heap to say much',
    text: 'gctrace rounds sizes down to whole MiB. In a heap this small that hides the goal, the growth and what survives.',
  },
}

/** Stretches of at least so many cycles of which something is true; a single one in between that differs is let pass. */
function spansWhere(count: number, isSo: (i: number) => boolean, shortest: number): [number, number][] {
  const spans: [number, number][] = []
  for (let i = 0; i < count; i++) {
    if (!isSo(i)) continue
    const last = spans.at(-1)
    if (last && shortest > 1 && i - last[1] <= 2) last[1] = i
    else if (last && i - last[1] === 1) last[1] = i
    else spans.push([i, i])
  }
  return spans.filter(([first, end]) => end - first + 1 >= shortest)
}

function gcCpu({ sweepTermCpuUs, assistUs, backgroundUs, idleUs, markTermCpuUs, scanCpuUs }: CycleColumns, i: number) {
  const own = sweepTermCpuUs[i]! + assistUs[i]! + backgroundUs[i]! + markTermCpuUs[i]! + (scanCpuUs.get(i) ?? 0)
  // Idle marking costs the program nothing, and Go's limiter leaves it out as well.
  return { own, marking: assistUs[i]! + backgroundUs[i]! + idleUs[i]! }
}

/** GC share of all processors around each cycle: over the cycle, the two before it and the two after. */
function windowShares(columns: CycleColumns): Float64Array {
  const { count, startSeconds, procs } = columns
  const shares = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const first = Math.max(0, i - 2)
    const last = Math.min(count - 1, i + 2)
    let spent = 0
    for (let k = first; k <= last; k++) spent += gcCpu(columns, k).own
    const seconds = startSeconds[last]! + lengthSeconds(columns, last) - startSeconds[first]!
    shares[i] = seconds > 0 ? spent / 1e6 / (seconds * Math.max(1, procs[i]!)) : 0
  }
  return shares
}

function lengthSeconds({ sweepTermUs, markUs, markTermUs }: CycleColumns, i: number): number {
  return (sweepTermUs[i]! + markUs[i]! + markTermUs[i]!) / 1e6
}

/** Whether the goal is lower than GOGC alone makes it, beyond what rounding explains. */
function isBelowGogc({ goalMiB, heapLiveMiB, stacksMiB, number }: CycleColumns, i: number, gogc: GcPercent): boolean {
  if (i === 0 || number[i] !== number[i - 1]! + 1) return false
  if (gogc.kind === 'off') return goalMiB[i]! < 2 ** 40
  const live = heapLiveMiB[i - 1]!
  const stacks = stacksMiB[i] === ABSENT ? 0 : stacksMiB[i]!
  const lowest = Math.max((4 * gogc.percent) / 100, live + ((live + stacks) * gogc.percent) / 100)
  return goalMiB[i]! + 1 < 0.98 * lowest - 1
}

function followsAtOnce(columns: CycleColumns, i: number): boolean {
  if (i === 0 || columns.number[i] !== columns.number[i - 1]! + 1) return false
  const length = lengthSeconds(columns, i - 1)
  const gap = columns.startSeconds[i]! - columns.startSeconds[i - 1]! - length
  // Starts are printed to the millisecond.
  return length > 0.004 && gap <= Math.max(0.001, AT_ONCE * length)
}

function isAssistHeavy(columns: CycleColumns, i: number): boolean {
  const { marking } = gcCpu(columns, i)
  const assist = columns.assistUs[i]!
  const available = columns.markUs[i]! * columns.procs[i]!
  return marking > 1000 && assist > HEAVY_ASSIST_SHARE * marking && assist > HEAVY_ASSIST_CPU * available
}

function passedGoal({ heapEndMiB, goalMiB, heapLiveMiB }: CycleColumns, i: number): boolean {
  const goal = goalMiB[i]! + 1
  // A goal at the live heap is one that nobody could keep: that is the limit's doing.
  const isFloor = goalMiB[i]! <= Math.max(i > 0 ? heapLiveMiB[i - 1]! : 0, heapLiveMiB[i]!) + 1
  return !isFloor && heapEndMiB[i]! >= TOO_COARSE_MIB && heapEndMiB[i]! > 1.1 * goal + 1
}

function isPeriodic({ startSeconds, number }: CycleColumns, i: number): boolean {
  return i > 0 && number[i] === number[i - 1]! + 1 && startSeconds[i]! - startSeconds[i - 1]! >= PERIODIC_SECONDS
}

function isTooCoarse({ heapEndMiB }: CycleColumns): boolean {
  return heapEndMiB.every((size) => size < TOO_COARSE_MIB)
}
