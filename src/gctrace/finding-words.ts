import { divideWorkers } from '../model/runtime/pacer/workers.ts'
import type { KnownSettings } from './goals.ts'
import type { FindingKind } from './signs.ts'

export interface Words {
  readonly title: string
  readonly text: string
}

/** What a finding means, in plain words. It claims only what the cycles and settings at hand support. */
export function wordsOf(kind: FindingKind, context: WordContext): Words {
  switch (kind) {
    case 'thrashing':
      return { title: `${THIRD}${context.isBrief ? ', at times' : ''}`, text: thrashingText(context) }
    case 'long-pauses':
      return pauseWords(context)
    case 'gc-heavy':
      return heavyWords(context)
    case 'assist-heavy':
      return assistWords(context)
    case 'memory-limit':
      if (context.isLive) return LIMIT_BELOW_LIVE
      if (context.settings.gogc.kind === 'off') return ONLY_LIMIT
      return context.mayBeGogc ? LIMIT_OR_GOGC : LIMIT_BELOW_GOGC
    case 'idle-periodic':
      return context.isWholeRun ? ONLY_TIMER : SOME_TIMER
    case 'forced':
      return context.isLoop ? FORCED_LOOP : WORDS.forced
    default:
      return WORDS[kind]
  }
}

export interface WordContext {
  readonly settings: KnownSettings
  /** Whether the cycles that show it also have goals that the memory limit set. */
  readonly isLimited: boolean
  /** Whether the goal of nearly all of them is the live heap itself. */
  readonly isLive: boolean
  /** Whether a GOGC that the program set while it ran may have made their goals, as well as a memory limit. */
  readonly mayBeGogc: boolean
  /** GC's share of all processors over them. */
  readonly share: number
  /** Whether all cycles but the first show it. */
  readonly isWholeRun: boolean
  /** Whether more than half of many cycles show it. */
  readonly isLoop: boolean
  /** Whether they take so little of the run’s time that its verdict would not be thrashing. */
  readonly isBrief: boolean
  /** Whether they are those in which the program started and its heap grew. */
  readonly isStart: boolean
  /** Which they are: `cycles 3 to 5`. */
  readonly span: string
  /** Whether some cycles of the run show that the CPU limiter was on. */
  readonly isLimiterSeen: boolean
  /** The share of all processors that background workers had while these cycles marked. */
  readonly workerShare: number
  /** GOMAXPROCS in the first of them. */
  readonly procs: number
  /** Whether the heap would have passed its goal if background workers had marked alone. */
  readonly isTooFast: boolean
}

const THIRD = 'More than a third of the CPU goes to the GC'

/** From this share on Go's CPU limiter may be at work: it aims at half. */
const NEAR_HALF = 0.42

function thrashingText({ isLimited, share, isBrief, isLimiterSeen }: WordContext): string {
  const when = isBrief ? 'In these cycles, under a tenth of the run, the program was' : 'The program is'
  const cause = isLimited
    ? `${when} thrashing: the memory limit leaves too little room above the live heap. More memory helps, or less of it live; a higher GOGC does not.`
    : 'Cycle follows cycle: the program allocates faster than the GC can mark in the room it has. A higher GOGC helps where there is memory for it, and so does allocating less.'
  const limiter =
    share >= NEAR_HALF && !isLimiterSeen
      ? ' Near half of the CPU, Go’s CPU limiter may switch assists off, and memory may pass its limit; a gctrace does not say whether it did.'
      : ''
  return cause + limiter
}

/** Of a short part of the run nothing is said as if it were its state: what a title then adds, and how a text begins. */
function partOf({
  isBrief,
  isStart,
  span,
}: WordContext): { readonly title: string; readonly when: string } | undefined {
  if (isStart)
    return {
      title: ' while the program starts',
      when: `While it started, in ${span}, the program’s heap grew, and`,
    }
  return isBrief ? { title: ', at times', when: `In ${span}, under a tenth of the run,` } : undefined
}

function heavyWords(context: WordContext): Words {
  const part = partOf(context)
  const title = 'A quarter of the CPU or more goes to the GC'
  if (!part)
    return {
      title,
      text: 'Marking, assists and pauses take this much from the program, idle CPUs not counted. A larger heap would reduce it: a higher GOGC, or a higher limit where the limit sets the goal.',
    }
  return {
    title: title + part.title,
    text: `${part.when} marking, assists and pauses took this much from the program, idle CPUs not counted. A larger heap would have reduced it: a higher GOGC, or a higher limit where the limit set the goal.`,
  }
}

/** A gctrace does not tell what kept the world from stopping. */
function pauseWords(context: WordContext): Words {
  const part = partOf(context)
  const most = part ? `${part.when} most of GC’s time was` : 'In these cycles most of GC’s time is'
  return {
    title: part ? `The world was stopped for long${part.title}` : 'The world is stopped for long',
    text: `${most} pauses, from asking goroutines to stop until they run again, and not marking. A gctrace does not say why they last so long. Go cannot stop a goroutine whose thread waits for a CPU: pauses then last until it gets one, on a machine that others use too, or under a CPU quota that holds the process still. Nor can it stop one inside a copy of a very large buffer, or in assembly (before Go 1.14: in a loop without calls). /sched/pauses/stopping/gc:seconds tells how long stopping took.`,
  }
}

function assistWords(context: WordContext): Words {
  const part = partOf(context)
  const title = 'Allocating goroutines have to help'
  if (!part)
    return {
      title,
      text: `Assists do much of the marking: goroutines that allocate are held up while a cycle runs, and requests with them. ${workersText(context) ?? `The ${plannedText(context)} are not enough for this rate of allocation.`}`,
    }
  return {
    title: title + part.title,
    text: `${part.when} assists did much of the marking: goroutines that allocate were held up while a cycle ran, and requests with them. ${workersText(context) ?? `The ${plannedText(context)} were not enough for the rate of allocation then.`}`,
  }
}

/** Workers that got less than this share of what Go plans for them had less than their share. */
const NEARLY_PLANNED = 0.8
/** With fewer processors Go gives no worker one of its own. */
const FEWEST_WITH_DEDICATED = 4

/** The share of all processors that Go plans for background workers: a quarter, as nearly as it gets. */
function plannedShare({ procs }: WordContext): number {
  const { dedicated, fractional } = divideWorkers(procs)
  return dedicated / procs + fractional
}

function plannedText(context: WordContext): string {
  return `${Math.round(100 * plannedShare(context))} % of the CPU that Go plans for background workers`
}

/** Why goroutines assist, unless the program allocates too fast for workers that have all that Go plans for them. */
function workersText(context: WordContext): string | undefined {
  const { workerShare, procs, isTooFast } = context
  if (workerShare >= NEARLY_PLANNED * plannedShare(context)) return isTooFast ? undefined : MANY_ASSIST
  const cause =
    procs < FEWEST_WITH_DEDICATED
      ? `With GOMAXPROCS=${procs} no worker has a CPU of its own, and goroutines that run can keep it waiting.`
      : 'A gctrace does not say why.'
  return `Background workers had only ${Math.round(100 * workerShare)} % of the CPU while these cycles marked, where Go plans ${Math.round(100 * plannedShare(context))} %. ${cause}`
}

/** Go 1.26 mgcpacer.go, gcOverAssistWork: who assists aims at 64 KiB at least, less what it takes of workers’ credit. */
const MANY_ASSIST =
  'Background workers had what Go plans for them, and alone would have kept the goal. A gctrace does not say why goroutines assist all the same. Where many goroutines allocate, each of them may do a little: one that has to assist marks up to 64 KiB at once, however little it allocates.'

const LIMIT_BELOW_GOGC: Words = {
  title: 'The memory limit sets the goal',
  text: 'The goal is below what GOGC alone would give. Cycles come more often than GOGC asks for, to stay below GOMEMLIMIT.',
}

const LIMIT_OR_GOGC: Words = {
  title: 'A memory limit or a lower GOGC sets the goal',
  text: 'The goal is below what GOGC alone would give, and as a lower GOGC would make it. Either GOMEMLIMIT keeps the heap below that, or the program lowered GOGC while it ran (debug.SetGCPercent): a gctrace does not tell which.',
}

const LIMIT_BELOW_LIVE: Words = {
  title: 'The memory limit leaves no room above the live heap',
  text: 'The goal is the live heap itself: Go raises it to that where GOMEMLIMIT leaves less, and the next cycle starts as soon as the program allocates. GC cannot free live objects: raise GOMEMLIMIT, or keep less live. The goals show only how high the limit is at most.',
}

const ONLY_LIMIT: Words = {
  title: 'Only the memory limit sets the goal',
  text: 'GOGC is off, so the heap grows until it comes near GOMEMLIMIT: only then does a cycle start.',
}

const ONLY_TIMER: Words = {
  title: 'Only the two-minute timer starts cycles',
  text: 'Each cycle started because the last one was two minutes ago: until then the program had used less than half of the room up to its goal.',
}

const FORCED_LOOP: Words = {
  title: 'The program calls runtime.GC again and again',
  text: 'More than half of all cycles were forced, by runtime.GC or debug.FreeOSMemory in a loop. Each marks the whole live heap, however little was allocated; GOGC and GOMEMLIMIT change nothing about them.',
}

const SOME_TIMER: Words = {
  title: 'The two-minute timer started these cycles',
  text: 'The last cycle was two minutes ago, and until then the program had used less than half of the room up to its goal.',
}

/** Of the findings that are worded alike wherever they are made. */
const WORDS = {
  limiter: {
    title: 'The GC CPU limiter was on',
    text: 'Marking and pauses took more than half of the CPU for so long that Go’s limiter must have come on (Go 1.19 and later). It then switches assists off: the program keeps running, and memory may pass its limit.',
  },
  'large-stacks': {
    title: 'The stacks are larger than the live heap',
    text: 'Cycles scan them, they count towards the goal, and GOMEMLIMIT counts what is allocated of them, which is more than was scanned. Fewer goroutines, or shallower stacks, save more here than less heap does.',
  },
  'tiny-heap': {
    title: 'Many cycles on a tiny heap',
    text: 'The heap is a few MiB, so it fills up many times a second. A higher GOGC, or GOGC=off with a GOMEMLIMIT, costs a few MiB and saves nearly all of these cycles.',
  },
  'back-to-back': {
    title: 'Cycles follow each other at once',
    text: 'The next cycle starts as soon as the last has ended: either there is no room between the live heap and the goal, or the program allocates faster than the GC marks.',
  },
  'goal-passed': {
    title: 'The heap ran past its goal',
    text: 'It was well above the goal when marking ended: the program allocated faster than the pacer had planned for. Memory peaks higher than the goals suggest.',
  },
  'missing-lines': {
    title: 'Lines of some cycles are missing',
    text: 'Go numbers its cycles, and numbers are left out: a part of the log was lost or cut out. What the program allocated meanwhile is not known, so rates come out too low, and predictions with them. Take a log without gaps.',
  },
  'still-growing': {
    title: 'The live heap still grew as the log ended',
    text: 'A prediction is of a run as long as this log. If the program was not done then, it needs more memory: a log that ends with a steady heap shows how much.',
  },
  forced: {
    title: 'The program forces cycles',
    text: 'runtime.GC or debug.FreeOSMemory was called. The caller waits until the cycle is done; the heap may be far from its goal.',
  },
  'too-coarse': {
    title: 'The heap is too small to say much',
    text: 'gctrace rounds sizes down to whole MiB. In a heap this small that hides the goal, the growth and what survives.',
  },
} as const satisfies Partial<Record<FindingKind, Words>>
