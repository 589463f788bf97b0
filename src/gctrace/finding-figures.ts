import { formatSeconds } from '../format.ts'
import { effectiveGogc } from '../model/tally.ts'
import { largest, medianOf } from '../numbers.ts'
import { toGoGogc } from '../scenario/go-env.ts'
import type { GcPercent } from '../units.ts'
import type { CycleColumns } from './columns.ts'
import { goalByGogc, rootsBefore } from './goals.ts'
import { findGrowth } from './growth.ts'
import { gcShare, missingIn, pauseShare, type Spans, stopSeconds, sumOver } from './signs.ts'

/*
 * The figures behind a finding, from the cycles that show it: what a person would point at in the log.
 */

/** Share of the run's cycles, as `12 of 125 cycles`. */
export function countText({ count }: CycleColumns, spans: Spans): string {
  const found = spans.reduce((sum, [first, last]) => sum + last - first + 1, 0)
  return found === count
    ? count === 1
      ? 'In the one cycle.'
      : `In all ${count} cycles.`
    : `In ${found} of ${count} cycles.`
}

/**
 * GC's share of all CPUs, without idle marking: the smallest and the largest share of any span.
 * @param isWholeRun the spans are the whole run; the share over that is told too if they are not
 */
export function gcShareText(columns: CycleColumns, spans: Spans, isWholeRun: boolean): string {
  const shares = spans.map(([first, last]) => Math.round(100 * gcShare(columns, first, last)))
  const [least, most] = shares.reduce(([a, b], share) => [Math.min(a, share), Math.max(b, share)], [Infinity, 0])
  const found = `The GC took ${least === most ? least : `${least} to ${most}`} % of the CPU over these cycles`
  const whole = isWholeRun
    ? ''
    : `, and ${Math.round(100 * gcShare(columns, 0, columns.count - 1))} % over the whole run`
  // The share of all CPU time, which stands above the findings, counts them.
  const hasIdle = columns.idleUs.subarray(0, columns.count).some((us) => us > 0)
  return `${found}${whole}${hasIdle ? ', marking on idle CPUs not counted' : ''}.`
}

/** What part of GC's time pauses were, and the longest stop: the two pauses of one cycle. */
export function pausesText(columns: CycleColumns, spans: Spans): string {
  const longest = highestIn(spans, (i) => stopSeconds(columns, i))
  const share = Math.round(100 * pauseShare(columns, spans))
  return `Pauses were ${share} % of its time in these cycles: up to ${formatSeconds(stopSeconds(columns, longest))}, in cycle ${columns.number[longest]!}.`
}

/**
 * The cycle in which the limit pressed hardest: its goal, and the goal that GOGC alone would have set.
 * @param mayBeGogc whether a lower GOGC may have done it
 */
export function goalText(columns: CycleColumns, spans: Spans, gogc: GcPercent, mayBeGogc: boolean): string {
  const { number, goalMiB } = columns
  const byGogc = (i: number) => (gogc.kind === 'off' ? undefined : goalByGogc(columns, i, gogc.percent)?.least)
  const found = highestIn(spans, (i) => -goalMiB[i]! / (byGogc(i) ?? 1))
  const least = byGogc(found)
  const wanted =
    least === undefined ? '' : `; GOGC=${toGoGogc(gogc)} alone would have made it at least ${Math.floor(least)} MiB`
  const effective = medianGogc(columns, spans)
  const acted = mayBeGogc ? 'goals were those of' : 'the limit acted like'
  const like = effective === undefined ? '' : ` Over these cycles ${acted} GOGC=${effective}.`
  return `In cycle ${number[found]!} the goal was ${goalMiB[found]!} MiB${wanted}.${like}`
}

/** The median effective GOGC, in percent: each goal's, by the live heap and the roots before it. */
export function medianGogc(columns: CycleColumns, spans: Spans): number | undefined {
  const { goalMiB, heapLiveMiB } = columns
  const found: number[] = []
  for (const [first, last] of spans) {
    for (let i = Math.max(1, first); i <= last; i++) {
      found.push(effectiveGogc(goalMiB[i]! + 0.5, heapLiveMiB[i - 1]! + 0.5, rootsBefore(columns, i).least))
    }
  }
  const median = medianOf(found)
  return median === undefined ? undefined : Math.round(median)
}

export function stacksText({ number, stacksMiB, heapLiveMiB }: CycleColumns, spans: Spans): string {
  const found = highestIn(spans, (i) => stacksMiB[i]! - heapLiveMiB[i]!)
  return `Furthest in cycle ${number[found]!}: ${stacksMiB[found]!} MiB of stacks were scanned, and ${heapLiveMiB[found]!} MiB of heap found live.`
}

/**
 * How much of the marking assists did.
 * @param isShort the spans are a short part of the run, which is told too
 */
export function assistText(columns: CycleColumns, spans: Spans, isShort: boolean): string {
  const found = assistShare(columns, spans)
  if (!isShort) return `Assists did ${found} of the marking.`
  return `Assists did ${found} of the marking in them, and ${assistShare(columns, [[0, columns.count - 1]])} over the whole run.`
}

function assistShare({ assistUs, backgroundUs, idleUs }: CycleColumns, spans: Spans): string {
  const all = sumOver(spans, (i) => assistUs[i]! + backgroundUs[i]! + idleUs[i]!)
  const assist = sumOver(spans, (i) => assistUs[i]!)
  return `${all > 0 ? Math.round((100 * assist) / all) : 0} %`
}

export function burstText({ number, heapEndMiB, goalMiB }: CycleColumns, spans: Spans): string {
  const found = highestIn(spans, (i) => heapEndMiB[i]! - goalMiB[i]!)
  return `Furthest in cycle ${number[found]!}: ${heapEndMiB[found]!} MiB for a goal of ${goalMiB[found]!}.`
}

/** How many of the cycles between the first and the last are not in the log. */
export function missingText(columns: CycleColumns): string {
  const missing = missingIn(columns)
  return `${missing} of ${columns.count + missing} cycles are not in the log.`
}

/** How large the live heap was in the last two quarters of the run. */
export function growthText({ startSeconds, heapLiveMiB }: CycleColumns): string {
  const { before, now, isOfFew } = findGrowth(startSeconds, heapLiveMiB, 1)!
  if (isOfFew) return `From ${before} MiB live in the last cycle but one to ${now} MiB in the last.`
  return `From a median of ${Math.round(before)} MiB live in the third quarter of its time to ${Math.round(now)} MiB in the last.`
}

export function smallText({ heapEndMiB }: CycleColumns): string {
  return `This one never passed ${largest(heapEndMiB) + 1} MiB.`
}

/** The cycle with the highest figure; of several, the first. */
function highestIn(spans: Spans, figureOf: (i: number) => number): number {
  let found = spans[0]?.[0] ?? 0
  for (const [first, last] of spans) {
    for (let i = first; i <= last; i++) if (figureOf(i) > figureOf(found)) found = i
  }
  return found
}
