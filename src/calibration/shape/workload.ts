import { warmth } from '../../model/runtime/warmth.ts'
import { medianOf, sumOf } from '../../numbers.ts'
import type { Phase } from '../../scenario/types.ts'
import { GIB, MIB } from '../../units.ts'
import { MARK_SLOWDOWN, SCAN_RATE, SWEEP_RATE, WARM_MARKING } from '../defaults.ts'
import type { Piece } from './segments.ts'
import { isStalled, type Series } from './series.ts'

/** GC marks no heap full of pointers faster than this: if it marks faster, part of the heap is pointer-free. */
const FASTEST_SCAN = 12 * GIB
/** In a smaller heap, roots and fixed costs weigh as much as the heap, so its mark cost shows nothing. */
const SMALL_HEAP = 8 * MIB
/** Pointer-free part of the live heap, in bytes: the part that the mark time at a typical scan rate does not cover. */
export function pointerFreeLive(series: Series): number {
  const costs = markCosts(series, Math.floor(series.count / 2))
  const free = costs.map(([bytes, seconds]) => (bytes / seconds > FASTEST_SCAN ? bytes - seconds * SCAN_RATE : 0))
  return Math.max(0, medianOf(free) ?? 0)
}

/** Bytes and CPU-seconds of marking, of those cycles from `from` on whose heap is large enough. */
export function markCosts(series: Series, from: number): [bytes: number, seconds: number][] {
  const costs: [number, number][] = []
  for (let i = from; i < series.count; i++) {
    const bytes = series.reachable[i]! + series.roots[i]!
    const seconds = markCpu(series, i)
    if (bytes >= SMALL_HEAP && seconds > 0) costs.push([bytes, seconds])
  }
  return costs
}

function markCpu({ assist, background, idle }: Series, i: number): number {
  return assist[i]! + background[i]! + idle[i]!
}

/** Idle marking below this share of a mark phase shows short pauses of any program, not an idle processor. */
const HARDLY_IDLE = 0.05

/** A mark phase of fewer seconds mostly wakes and stops workers: it shows only that some processor was idle. */
const QUICK = 0.001

/** [first, end). */
type Cycles = Pick<Piece, 'first' | 'end'>

/** CPUs that the program kept busy while these cycles marked; undefined where none did. */
export function busyCpus(series: Series, { first, end }: Cycles): number | undefined {
  const { procs, mark, idle, background, assist, forced } = series
  const busy: number[] = []
  for (let i = first; i < end; i++) {
    // The goroutine that forces a cycle waits for it, and so leaves its processor to GC.
    if (mark[i]! <= 0 || forced[i] === 1) continue
    // Marking uses idle processors first. If there were none, it took its CPU time from the program.
    const isFree = idle[i]! > HARDLY_IDLE * mark[i]! || idle[i]! + background[i]! > 0.35 * procs * mark[i]!
    const marking = mark[i]! < QUICK ? 1 : (idle[i]! + background[i]! + assist[i]!) / mark[i]!
    busy.push(isFree ? Math.max(0.05, procs - marking) : procs)
  }
  return medianOf(busy)
}

export interface Slack {
  readonly hasSlack: boolean
  /** Whether the log shows `hasSlack`. If not, we assume slack, unless marking took most of the CPUs. */
  readonly isSure: boolean
  /**
   * Bytes per second, without the time for sweeping. If sweeping leaves too little time, derived from allocation while
   * marking, with the usual mark slowdown.
   */
  readonly peakRate: number
  /** How many times longer the program’s own work takes during a mark phase. */
  readonly markSlowdown: number
}

/** The write barrier alone leaves a program this share of the pace of its CPUs. Below it, it surely has no slack. */
const SURELY_WITHOUT = 0.8

/** If sweeping takes more than this share of the time between cycles, the rest is too short to show a rate. */
const MOST_SWEEPING = 0.7
/** If a program keeps more than this share of its CPUs while GC marks, the log does not show whether it has slack. */
const HARDLY_TAKEN = 0.95
/** The same, if its rate between cycles is unknown: with a smaller share, a program cannot have met a demand. */
const HALF_TAKEN = 0.5

export function findSlack(series: Series, busy: number): Slack {
  const { count, mark, forced } = series
  const isTelling = (i: number, gap: number) => gap > 0 && mark[i]! > 0 && forced[i] === 0
  const sums = tally(series, { first: Math.floor(count / 3), end: count }, busy, isTelling)
  const { marked, marking, displaced, allocated, between, swept } = sums
  if (marking === 0) return { hasSlack: true, isSure: false, peakRate: 0, markSlowdown: 1 }
  const without = 1 - displaced / (busy * marking)
  // Sweeping delays the program between cycles, and ends before the next cycle marks.
  const busyPerByte = (busy * between) / allocated
  const sweepPerByte = swept / allocated / SWEEP_RATE
  const isSeen = sweepPerByte < MOST_SWEEPING * busyPerByte
  const perByte = isSeen ? busyPerByte - sweepPerByte : (without * busy * marking) / marked / MARK_SLOWDOWN
  const ratio = ((marked / marking) * perByte) / busy
  const isSlowed = marked > 4 * MIB && without < (isSeen ? HARDLY_TAKEN : HALF_TAKEN)
  const hasSlack = !isSlowed || (isSeen && ratio > SURELY_WITHOUT * without)
  return {
    hasSlack,
    isSure: isSeen && isSlowed && (!hasSlack || ratio > (1 + without) / 2),
    peakRate: perByte > 0 ? 1 / perByte : 0,
    markSlowdown: !hasSlack && ratio > 0 ? Math.max(1, Math.min(5, without / ratio)) : 1,
  }
}

/** Sums over cycles with a next cycle: seconds, bytes, and CPU-seconds that marking took from the program. */
function tally(series: Series, { first, end }: Cycles, busy: number, isTelling: (i: number, gap: number) => boolean) {
  const { count, start, mark, pause, heapStart, heapEnd, live, assist, background, procs } = series
  const sums = { marked: 0, marking: 0, displaced: 0, allocated: 0, between: 0, swept: 0, stopped: 0 }
  for (let i = first; i < end && i + 1 < count; i++) {
    const gap = start[i + 1]! - start[i]! - mark[i]! - pause[i]!
    if (!isTelling(i, gap)) continue
    sums.marked += heapEnd[i]! - heapStart[i]!
    sums.marking += mark[i]!
    sums.displaced += Math.min(busy * mark[i]!, assist[i]! + Math.max(0, background[i]! - (procs - busy) * mark[i]!))
    sums.allocated += Math.max(0, heapStart[i + 1]! - live[i]!)
    sums.between += Math.max(0, gap)
    sums.swept += heapEnd[i]!
    sums.stopped += pause[i]!
  }
  return sums
}

interface MarkPace {
  /** Bytes per second that it allocated between cycles. */
  readonly rate: number
  /** The slowdown while marking that neither assists nor workers explain: a factor ≥ 1. */
  readonly slowdown: number
  /** Seconds of the whole piece that the program lost to stopped worlds, marking and sweeping. */
  readonly lostSeconds: number
}

const MOST_SLOWDOWN = 50

/** The pace of a saturated program; undefined if no cycle has a next one, or if it allocated too little between them. */
export function markPace(series: Series, cycles: Cycles, busy: number): MarkPace | undefined {
  const sums = tally(series, cycles, busy, (i) => !isStalled(series, i))
  const { marked, marking, allocated, between, displaced, stopped } = sums
  const swept = sumOf(series.heapEnd.subarray(cycles.first, cycles.end))
  if (marking <= 0 || between <= 0 || allocated < MIB) return undefined
  // We add a quarter of a MiB, since Go rounds sizes down: a size that reads 0 need not be 0.
  const rate = allocated / between
  const progress = Math.min(1, (marked + MIB / 4) / marking / rate)
  const without = Math.max(0.02, 1 - displaced / (busy * marking))
  return {
    rate,
    slowdown: Math.min(MOST_SLOWDOWN, Math.max(1, without / progress)),
    lostSeconds: stopped + marking * (1 - progress) + swept / SWEEP_RATE / busy,
  }
}

/** Seconds that marking and sweeping took from a saturated program. @param slowdown of its work while marking */
export function delaySeconds(series: Series, { first, end }: Cycles, slowdown: number): number {
  const { mark, pause, heapEnd, procs } = series
  let seconds = 0
  for (let i = first; i < end; i++) {
    const left = Math.max(0, mark[i]! - markCpu(series, i) / procs) / slowdown
    seconds += mark[i]! - left + pause[i]! + heapEnd[i]! / SWEEP_RATE / procs
  }
  return seconds
}

/** Bytes marked per CPU-second in some cycles, with stacks and globals; undefined if no cycle shows it. */
export function scanRate(series: Series, { first, end }: Cycles, pointerFree: number, withStalls: boolean) {
  let bytes = 0
  let seconds = 0
  for (let i = first; i < end; i++) {
    if (isStalled(series, i) && !withStalls) continue
    bytes += (Math.max(0, series.reachable[i]! - pointerFree) + series.roots[i]!) / warmthOf(series, i)
    seconds += markCpu(series, i)
  }
  return seconds > 0 && bytes > 0 ? bytes / seconds : undefined
}

/** How much faster cycle i marked because the cycle before it was recent, and left the heap in the caches. */
function warmthOf({ heapStart, live }: Series, i: number): number {
  return i > 0 ? warmth(WARM_MARKING, Math.max(0, heapStart[i]! - live[i - 1]!), live[i - 1]!) : 1
}

/** Whether the reachable heap stays flat over a piece: then a clock ends the program’s work, not its amount. */
export function isFlat({ reachableFrom, reachableTo }: Piece): boolean {
  const larger = Math.max(reachableFrom, reachableTo)
  return larger > MIB && Math.abs(reachableTo - reachableFrom) < 0.05 * larger + MIB
}

/** The phase of a piece, with rates from its two ends: they show births less deaths. @param duration its own seconds */
export function toPhase<T extends Partial<Phase>>(piece: Piece, duration: number, rest: T) {
  const allocated = piece.allocatedTo - piece.allocatedFrom
  const grown = piece.reachableTo - piece.reachableFrom
  return {
    duration,
    allocRate: allocated / duration,
    newSurvivalRate: grown > 0 && allocated > 0 ? grown / allocated : 0,
    oldDeathRate: grown < 0 ? -grown / piece.reachableFrom : 0,
    ...rest,
  }
}
