import { warmth } from '../../model/runtime/warmth.ts'
import { medianOf, sumOf } from '../../numbers.ts'
import type { Phase } from '../../scenario/types.ts'
import { GIB, MIB } from '../../units.ts'
import { MARK_SLOWDOWN, SCAN_RATE, SWEEP_RATE, WARM_MARKING } from '../defaults.ts'
import type { Piece } from './segments.ts'
import { isStalled, type Series } from './series.ts'

/*
 * What the program does when the collector leaves it alone, from what it did with it: CPUs kept busy, whether it has
 * slack, cost of marking, pointer-free data.
 */

/** Nothing that has to be followed pointer by pointer is marked faster: beyond this the heap is partly pointer-free. */
const FASTEST_SCAN = 12 * GIB
/** Below this a heap is too small for its mark cost to say anything: roots and fixed costs weigh as much. */
const SMALL_HEAP = 8 * MIB
/** Pointer-free part of the live heap, in bytes: what a typical scan rate leaves unexplained. */
export function pointerFreeLive(series: Series): number {
  const costs: number[] = []
  const from = Math.floor(series.count / 2)
  for (let i = from; i < series.count; i++) {
    const reachable = series.reachable[i]! + series.roots[i]!
    const seconds = markCpu(series, i)
    if (reachable < SMALL_HEAP || seconds <= 0) continue
    costs.push(reachable / seconds > FASTEST_SCAN ? reachable - seconds * SCAN_RATE : 0)
  }
  return Math.max(0, medianOf(costs) ?? 0)
}

function markCpu({ assist, background, idle }: Series, i: number): number {
  return assist[i]! + background[i]! + idle[i]!
}

/** So few pairs of cycles do not show how far apart their costs lie. */
const FEWEST_PAIRS = 3
/** Of differences between two draws of the same normal distribution the median is this many of its standard deviations. */
const MEDIAN_DIFFERENCE = 0.954

/**
 * How far apart the mark costs of cycles that follow each other lie, per byte: a logarithm; 1 where too few tell. A heap that
 * changes its kind over the run changes what it costs slowly. From one cycle to the next a cost changes where others use the
 * machine, so that marking waits for CPUs that its figures count.
 */
export function markNoise(series: Series): number {
  const costs: number[] = []
  for (let i = 0; i < series.count; i++) {
    const bytes = series.reachable[i]! + series.roots[i]!
    const seconds = markCpu(series, i)
    if (bytes > SMALL_HEAP && seconds > 0) costs.push(Math.log(seconds / bytes))
  }
  const differences = costs.slice(1).map((cost, i) => Math.abs(cost - costs[i]!))
  return differences.length < FEWEST_PAIRS ? 1 : medianOf(differences)! / MEDIAN_DIFFERENCE
}

/** Below this share of a mark phase idle marking is the odd moment of any program, not a processor left free. */
const HARDLY_IDLE = 0.05

/** A mark phase shorter than this, in seconds, is mostly waking up and stopping: only that a processor was idle shows. */
const QUICK = 0.001

/** CPUs that the program kept busy while the cycles [first, end) marked; undefined where none did. */
export function busyCpus(series: Series, first: number, end: number): number | undefined {
  const { procs, mark, idle, background, assist, forced } = series
  const busy: number[] = []
  for (let i = first; i < end; i++) {
    // Whoever forces a cycle waits for it, and leaves a processor to it.
    if (mark[i]! <= 0 || forced[i] === 1) continue
    // Workers and assists take idle processors first; where there were none, what they took was the program's.
    const isFree = idle[i]! > HARDLY_IDLE * mark[i]! || idle[i]! + background[i]! > 0.35 * procs * mark[i]!
    const marking = mark[i]! < QUICK ? 1 : (idle[i]! + background[i]! + assist[i]!) / mark[i]!
    busy.push(isFree ? Math.max(0.05, procs - marking) : procs)
  }
  return medianOf(busy)
}

/** How allocation while marking compares with allocation in between, over all cycles that say something. */
export interface Slack {
  readonly hasSlack: boolean
  /** Whether that can be told: else slack is assumed, as services have it, but of a program that lost most of its CPUs. */
  readonly isSure: boolean
  /**
   * Bytes per second that one busy CPU allocates between cycles, sweeping left aside; where cycles leave nothing in between,
   * what it allocated while they marked, had it been slowed down as usual.
   */
  readonly peakRate: number
  /** How many times longer the program's own work takes while marking. */
  readonly markSlowdown: number
}

/** The write barrier slows a program without slack further; one that does better than this may have slack. */
const SURELY_WITHOUT = 0.8

/** Where sweeping takes more of the time between cycles than this, what is left of it tells no rate. */
const MOST_SWEEPING = 0.7
/** Shares of its CPUs that a program has while cycles mark: with more nothing can be told of how it does without. */
const HARDLY_TAKEN = 0.95
/** … where its rate between cycles does not show either: with less it kept up with no demand, and did what it could. */
const HALF_TAKEN = 0.5

export function findSlack(series: Series, busy: number): Slack {
  const { count, mark, forced } = series
  const isTelling = (i: number, gap: number) => gap > 0 && mark[i]! > 0 && forced[i] === 0
  const sums = tally(series, Math.floor(count / 3), count, busy, isTelling)
  const { marked, marking, displaced, allocated, between, swept } = sums
  if (marking === 0) return { hasSlack: true, isSure: false, peakRate: 0, markSlowdown: 1 }
  const without = 1 - displaced / (busy * marking)
  // Sweeping holds the program up between cycles, and is done by the time the next one marks.
  const inBetween = (busy * between) / allocated
  const sweeping = swept / allocated / SWEEP_RATE
  const isSeen = sweeping < MOST_SWEEPING * inBetween
  const perByte = isSeen ? inBetween - sweeping : (without * busy * marking) / marked / MARK_SLOWDOWN
  const ratio = ((marked / marking) * perByte) / busy
  const isHeldUp = marked > 4 * MIB && without < (isSeen ? HARDLY_TAKEN : HALF_TAKEN)
  const hasSlack = !isHeldUp || (isSeen && ratio > SURELY_WITHOUT * without)
  return {
    hasSlack,
    isSure: isSeen && isHeldUp && (!hasSlack || ratio > (1 + without) / 2),
    peakRate: perByte > 0 ? 1 / perByte : 0,
    markSlowdown: !hasSlack && ratio > 0 ? Math.max(1, Math.min(5, without / ratio)) : 1,
  }
}

/** Sums over cycles that have one after them: of seconds, bytes, and CPU-seconds that marking took from the program. */
function tally(
  series: Series,
  first: number,
  end: number,
  busy: number,
  isTelling: (i: number, gap: number) => boolean,
) {
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

/** How fast the program went on while the cycles of a piece marked. */
interface MarkPace {
  /** Bytes per second that it allocated in between. */
  readonly rate: number
  /** What of the slowing neither assists nor workers explain, as a factor ≥ 1. */
  readonly slowdown: number
  /** Seconds with the world stopped, or the program held up by marking or by sweeping, of the whole piece. */
  readonly lostSeconds: number
}

const MOST_SLOWDOWN = 50

/** undefined where the piece has no cycle with one after it. */
export function markPace(series: Series, first: number, end: number, busy: number): MarkPace | undefined {
  const sums = tally(series, first, end, busy, (i) => !isStalled(series, i))
  const { marked, marking, allocated, between, displaced, stopped } = sums
  const swept = sumOf(series.heapEnd.subarray(first, end))
  if (marking <= 0 || between <= 0 || allocated < MIB) return undefined
  // A quarter of a MiB: nothing seen of a size that is rounded down is not nothing.
  const rate = allocated / between
  const progress = Math.min(1, (marked + MIB / 4) / marking / rate)
  const without = Math.max(0.02, 1 - displaced / (busy * marking))
  return {
    rate,
    slowdown: Math.min(MOST_SLOWDOWN, Math.max(1, without / progress)),
    lostSeconds: stopped + marking * (1 - progress) + swept / SWEEP_RATE / busy,
  }
}

/** Bytes marked per CPU-second in the cycles of a piece, roots (stacks and globals) among them; undefined where it has none to go by. */
export function scanRate(
  series: Series,
  first: number,
  end: number,
  pointerFree: number,
  withStalls: boolean,
): number | undefined {
  let bytes = 0
  let seconds = 0
  for (let i = first; i < end; i++) {
    if (isStalled(series, i) && !withStalls) continue
    bytes += (Math.max(0, series.reachable[i]! - pointerFree) + series.roots[i]!) / warmthOf(series, i)
    seconds += markCpu(series, i)
  }
  return seconds > 0 && bytes > 0 ? bytes / seconds : undefined
}

/** How much faster than else cycle i marked, because the one before it was so near. */
function warmthOf({ heapStart, live }: Series, i: number): number {
  return i > 0 ? warmth(WARM_MARKING, Math.max(0, heapStart[i]! - live[i - 1]!), live[i - 1]!) : 1
}

/** Whether the reachable heap stays as it is over a piece: there the clock ends the work, not its amount. */
export function isFlat({ reachableFrom, reachableTo }: Piece): boolean {
  const larger = Math.max(reachableFrom, reachableTo)
  return larger > MIB && Math.abs(reachableTo - reachableFrom) < 0.05 * larger + MIB
}

/** The phase of a piece, in so many seconds of its own: rates from its two ends. What is born and what dies is only known as their difference. */
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
