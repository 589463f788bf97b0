import { formatCount, formatSeconds, formatShare } from '../format.ts'
import { workerCpus } from '../model/runtime/pacer/workers.ts'
import { THRASHING_SHARE } from '../model/tally.ts'
import { TIGHT_GC_SHARE } from '../model/verdict.ts'
import { largest, sumOf } from '../numbers.ts'
import type { CycleColumns } from './columns.ts'
import {
  gcShare,
  gcShareOfAll,
  pauseShare,
  type Spans,
  stopSeconds,
  sumOver,
  THRASHING_CYCLE_SHARE,
} from './finding-flags.ts'
import {
  countOf,
  highestIn,
  isBrief,
  isStart,
  isWholeRun,
  type Shown,
  spanText,
  timeShare,
  type Words,
} from './shown.ts'
import { allSeconds, cpuWaits } from './waits.ts'

/* The words and figures of the findings about the CPU that GC takes. */

/** Cycles that take less of the run’s time are said to be a part of it. */
const MOST_OF_TIME = 0.8
/** From this share on Go's CPU limiter may be at work: it aims at half. */
const NEAR_HALF = 0.42

/** Of the spans, those in which the memory limit left the program hardly any CPU. */
export function limitThrashing({ columns, cycles, signs }: Pick<Shown, 'columns' | 'cycles' | 'signs'>): Spans {
  return cycles.filter(
    (span) =>
      gcShare(columns, ...span) >= THRASHING_SHARE.runtime && sumOver([span], (i) => signs['memory-limit'][i]!) > 0,
  )
}

export function thrashingWords(shown: Shown): Words {
  const { columns, cycles, signs } = shown
  const time = timeShare(shown)
  const isLimited = sumOver(cycles, (i) => signs['memory-limit'][i]!) > 0
  const share = largest(cycles.map(([first, last]) => gcShare(columns, first, last)))
  const [when, part] = isBrief(shown)
    ? ['In these cycles, under a tenth of the run, the program was', ', at times']
    : time < MOST_OF_TIME
      ? [`For ${formatShare(time)} of the run the program was`, `, ${formatShare(time)} of the time`]
      : ['The program is', '']
  const cause = isLimited
    ? `${when} ${limitThrashing(shown).length > 0 ? 'thrashing: the memory limit leaves too little room above' : 'short of room: the memory limit is too close to'} the live heap. Raise the limit or keep less live; a higher GOGC is no help.`
    : 'Cycles follow each other at once: the program allocates faster than the GC can mark in the room it has. Raise GOGC if there is memory for it, or allocate less.'
  const limiter =
    share >= NEAR_HALF && !signs.limiter.includes(1)
      ? ' Near half, Go’s CPU limiter may switch assists off, and memory may pass its limit; a gctrace does not say whether it did.'
      : ''
  const cpu = cpuText(shown, THRASHING_CYCLE_SHARE)
  return { title: `More than a third of ${cpu} goes to the GC${part}`, text: cause + limiter }
}

/** The addition to the title, and the beginning of the text, by when in the run the cycles are. */
function partOf(shown: Shown): { readonly title: string; readonly when: string } {
  if (isStart(shown))
    return {
      title: ' while the program starts',
      when: `While it started, in ${spanText(shown)}, the program’s heap grew, and`,
    }
  if (isBrief(shown)) return { title: ', at times', when: `In ${spanText(shown)}, under a tenth of the run,` }
  return { title: '', when: 'In these cycles' }
}

export function heavyWords(shown: Shown): Words {
  const { title, when } = partOf(shown)
  return {
    title: `A quarter or more of ${cpuText(shown, TIGHT_GC_SHARE)} goes to the GC${title}`,
    text: `${when} marking, assists and pauses took this much from the program, marking on idle CPUs not counted. A larger heap would have reduced it: a higher GOGC, or a higher limit where the limit set the goal.`,
  }
}

export function backToBackWords(shown: Shown): Words {
  const { title, when } = partOf(shown)
  return {
    title: `Cycles follow each other at once${title}`,
    text: `${when} the next cycle started as soon as the last had ended: either there was no room between the live heap and the goal, or the program allocated faster than the GC marked.`,
  }
}

/** A gctrace does not tell what kept the world from stopping. */
export function pauseWords(shown: Shown): Words {
  const { title, when } = partOf(shown)
  return {
    title: `The world is stopped for long${title}`,
    text: `${when} most of GC’s time was pauses, not marking: from the request to stop until goroutines run again. A gctrace does not say why they last so long. Go cannot stop a goroutine whose thread waits for a CPU: pauses then last until it gets one, on a machine that others use too, or under a CPU quota that stops the process. Nor can it stop one inside a copy of a very large buffer, or in assembly (before Go 1.14: in a loop without calls). /sched/pauses/stopping/gc:seconds tells how long stopping took.`,
  }
}

export function assistWords(shown: Shown): Words {
  const { title, when } = partOf(shown)
  const planned = `The ${Math.round(100 * plannedShare(shown))} % of the CPU that Go plans for background workers were not enough for the rate of allocation.`
  return {
    title: `Allocating goroutines have to help${title}`,
    text: `${when} assists did much of the marking: goroutines that allocate waited while a cycle ran, and their requests too. ${workersText(shown) ?? planned}`,
  }
}

/** Workers that got less than this share of what Go plans for them had less than their share. */
const NEARLY_PLANNED = 0.8
/** With fewer processors Go gives no worker one of its own. */
const FEWEST_WITH_DEDICATED = 4

/** The share of all processors that Go plans for background workers: a quarter, as nearly as it gets. */
function plannedShare(shown: Shown): number {
  const procs = procsOf(shown)
  return workerCpus(procs) / procs
}

/** Why goroutines assist, unless the program allocates too fast for workers that have all that Go plans for them. */
function workersText(shown: Shown): string | undefined {
  const share = workerShare(shown)
  const procs = procsOf(shown)
  if (share >= NEARLY_PLANNED * plannedShare(shown)) return isTooFast(shown) ? undefined : MANY_ASSIST
  const cause =
    procs < FEWEST_WITH_DEDICATED
      ? `With GOMAXPROCS=${procs} no worker has a CPU of its own, and goroutines that run can keep it waiting.`
      : 'A gctrace does not say why.'
  return `Background workers had only ${Math.round(100 * share)} % of the CPU while these cycles marked, where Go plans ${Math.round(100 * plannedShare(shown))} %. ${cause}`
}

/** Go 1.26 mgcpacer.go, gcOverAssistWork: an assist is 64 KiB at least, less the credit that it takes from workers. */
const MANY_ASSIST =
  'Background workers had the CPU that Go plans, and alone would have kept the goal. A gctrace does not say why goroutines still assist. If many goroutines allocate, each may assist a little: a goroutine that has to assist marks up to 64 KiB at once, however little it allocates.'

function procsOf({ columns, cycles }: Shown): number {
  return columns.procs[cycles[0]![0]]!
}

/** Background workers' share of all processors while the spans' cycles marked; 1 where the log does not tell. */
function workerShare({ columns: { backgroundUs, markUs, procs }, cycles }: Shown): number {
  const given = sumOver(cycles, (i) => markUs[i]! * procs[i]!)
  return given > 0 ? sumOver(cycles, (i) => backgroundUs[i]!) / given : 1
}

/**
 * Whether the heap would have passed most goals of these cycles if workers had marked alone, for as much longer as they
 * did less than all. Goroutines that assist do not allocate meanwhile, so this is the least.
 */
function isTooFast({ columns, cycles }: Shown): boolean {
  const { heapStartMiB, heapEndMiB, goalMiB, assistUs, backgroundUs, idleUs } = columns
  const pastOrNot = (i: number) => {
    const longer = 1 + assistUs[i]! / Math.max(1, backgroundUs[i]! + idleUs[i]!)
    const end = heapStartMiB[i]! + (heapEndMiB[i]! - heapStartMiB[i]!) * longer
    return end >= goalMiB[i]! ? 1 : -1
  }
  return sumOver(cycles, pastOrNot) > 0
}

/** What a finding’s title names: all of the CPU if GC took at least this share of that in each span. */
function cpuText({ columns, cycles }: Shown, least: number): string {
  const isOfAll = cycles.every(([first, last]) => gcShareOfAll(columns, first, last) >= least)
  return isOfAll ? 'the CPU' : 'the CPU that idle marking leaves'
}

/** Shares of the CPU with and without idle marking that differ by no more, in percentage points, need no explanation. */
const LITTLE = 2

/** GC's share of the CPU that idle marking left: the smallest and the largest of any span, and that of the whole run. */
export function gcShareText(shown: Shown): string {
  const { columns, cycles } = shown
  const whole: Spans = isWholeRun(shown) ? [] : [[0, columns.count - 1]]
  const [ofLeft, ofAll] = [gcShare, gcShareOfAll].map((shareOf) =>
    [cycles, whole].map((spans) => spans.map(([first, last]) => Math.round(100 * shareOf(columns, first, last)))),
  ) as [number[][], number[][]]
  const [these = '', all] = ofLeft.map(percentText)
  const over = (cpu: string) => `${these}${cpu} over these cycles${all ? `, and ${all} over the whole run` : ''}`
  const others = ofAll.flat()
  if (ofLeft.flat().some((share, i) => share > others[i]! + LITTLE)) {
    const texts = new Set(ofAll.map(percentText).filter(Boolean))
    return `Of the CPU time that marking on idle CPUs left, the GC took ${over('')}: ${[...texts].join(' and ')} of all CPU time, which Go’s lines count.`
  }
  // The report shows a share above its findings that includes idle marking, so the text says that this one does not.
  const hasIdle = columns.idleUs.subarray(0, columns.count).some((us) => us > 0)
  return `The GC took ${over(' of the CPU')}${hasIdle ? ', marking on idle CPUs not counted' : ''}.`
}

/** `58 %`, or `40 to 58 %`; empty without shares. */
function percentText(percents: readonly number[]): string {
  if (percents.length === 0) return ''
  const [least, most] = percents.reduce(([a, b], share) => [Math.min(a, share), Math.max(b, share)], [Infinity, 0])
  return `${least === most ? least : `${least} to ${most}`} %`
}

/** GC's share, what part of it pauses were, and the longest stop: the two pauses of one cycle. */
export function pausesText(shown: Shown): string {
  const { columns, cycles } = shown
  const longest = highestIn(cycles, (i) => stopSeconds(columns, i))
  const share = Math.round(100 * pauseShare(columns, cycles))
  return `${gcShareText(shown)} Pauses were ${share} % of its time in these cycles: up to ${formatSeconds(stopSeconds(columns, longest))}, in cycle ${columns.number[longest]!}.`
}

/**
 * How much of the marking assists did. If the cycles are a short part of the run, also the CPU that assists took:
 * assists may do most of the marking in other cycles too, but with little CPU.
 */
export function assistText(shown: Shown): string {
  const { columns, cycles } = shown
  const found = assistShare(columns, cycles)
  if (!isBrief(shown) && !isStart(shown)) return `Assists did ${found} of the marking.`
  const whole: Spans = [[0, columns.count - 1]]
  return `Assists did ${found} of the marking in these cycles and took ${assistCpu(columns, cycles)} of the CPU meanwhile; over the whole run, ${assistShare(columns, whole)} and ${assistCpu(columns, whole)}.`
}

/** Assists’ share of all processors while the spans’ cycles marked: at most 1, since under a CPU quota Go’s clocks run on. */
function assistCpu({ assistUs, markUs, procs }: CycleColumns, spans: Spans): string {
  const given = sumOver(spans, (i) => markUs[i]! * procs[i]!)
  const assist = sumOver(spans, (i) => assistUs[i]!)
  return `${given > 0 ? Math.round(100 * Math.min(1, assist / given)) : 0} %`
}

function assistShare({ assistUs, backgroundUs, idleUs }: CycleColumns, spans: Spans): string {
  const all = sumOver(spans, (i) => assistUs[i]! + backgroundUs[i]! + idleUs[i]!)
  const assist = sumOver(spans, (i) => assistUs[i]!)
  return `${all > 0 ? Math.round((100 * assist) / all) : 0} %`
}

export const WAIT_WORDS: Words = {
  title: 'Some cycles took several times as long as those near them',
  text: 'They waited: most likely for a CPU, under a CPU limit (its quota stops the whole process for a part of each 100 ms) or on a machine that other programs use; or for a goroutine that Go cannot stop, for example while it copies a very large buffer. Go’s clocks run on meanwhile, so the log counts the wait as GC’s CPU time, and predicted GC CPU may be too high. nr_throttled in cpu.stat of the container’s cgroup, or container_cpu_cfs_throttled_periods_total, tells whether it was a CPU limit.',
}

export function waitsText(shown: Shown): string {
  const { columns } = shown
  const [waited, all] = [sumOf(cpuWaits(columns)), allSeconds(columns)].map(formatSeconds)
  return `In ${formatCount(countOf(shown))} of ${formatCount(columns.count)} cycles: about ${waited} of ${all}, the time of all cycles.`
}
