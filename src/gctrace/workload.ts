import { warmth } from '../model/runtime/warmth.ts'
import type { Phase } from '../scenario/types.ts'
import { GIB, MIB } from '../units.ts'
import { SCAN_RATE, SWEEP_RATE, WARM_MARKING } from './defaults.ts'
import { commonRounding } from './rounding.ts'
import type { Piece } from './segments.ts'
import { isStalled, pacedOf, type Series } from './series.ts'

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
    const reachable = series.reachable[i]!
    const seconds = markCpu(series, i)
    if (reachable < SMALL_HEAP || seconds <= 0) continue
    costs.push(reachable / seconds > FASTEST_SCAN ? reachable - seconds * SCAN_RATE : 0)
  }
  return Math.max(0, medianOf(costs) ?? 0)
}

export function markCpu({ assist, background, idle }: Series, i: number): number {
  return assist[i]! + background[i]! + idle[i]!
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
  /** Rate while marking over rate between cycles, sweeping left aside; NaN where nothing can be told. */
  readonly ratio: number
  /** The same for a program without slack whose work goes on at the same pace while marking. */
  readonly without: number
  readonly hasSlack: boolean
  /** Whether that can be told: else slack is assumed, as services have it. */
  readonly isSure: boolean
  /** Bytes per second that one busy CPU allocates between cycles, sweeping left aside. */
  readonly peakRate: number
  /** How many times longer the program's own work takes while marking. */
  readonly markSlowdown: number
}

/** The write barrier slows a program without slack further; one that does better than this may have slack. */
const SURELY_WITHOUT = 0.8

export function findSlack(series: Series, busy: number, sweepRate: number): Slack {
  const { count, start, mark, pause, heapStart, heapEnd, live, assist, background, procs, forced } = series
  let marked = 0
  let marking = 0
  let betweenAllocated = 0
  let between = 0
  let displaced = 0
  let swept = 0
  let cycles = 0
  for (let i = Math.floor(count / 3); i + 1 < count; i++) {
    const gap = start[i + 1]! - start[i]! - mark[i]! - pause[i]!
    if (gap <= 0 || mark[i]! <= 0 || forced[i] === 1) continue
    marked += heapEnd[i]! - heapStart[i]!
    marking += mark[i]!
    displaced += Math.min(busy * mark[i]!, assist[i]! + Math.max(0, background[i]! - (procs - busy) * mark[i]!))
    betweenAllocated += heapStart[i + 1]! - live[i]!
    between += gap
    swept += heapEnd[i]!
    cycles++
  }
  const betweenRate = between > 0 ? betweenAllocated / between : 0
  const without = marking > 0 ? 1 - displaced / (busy * marking) : 1
  // Sweeping holds the program up between cycles, and is done by the time the next one marks.
  const perByte = betweenRate > 0 ? busy / betweenRate - swept / betweenAllocated / sweepRate : 0
  const peakRate = perByte > 0 ? 1 / perByte : betweenRate / busy
  const ratio = marking > 0 && peakRate > 0 ? marked / marking / (busy * peakRate) : Number.NaN
  const canTell = marked > 4 * MIB && without < 0.95
  const most = ratio * (1 + roundingOf(series) / (marked / cycles))
  const hasSlack = !canTell || most > SURELY_WITHOUT * without
  return {
    ratio,
    without,
    hasSlack,
    isSure: canTell && (!hasSlack || ratio > (1 + without) / 2),
    peakRate,
    markSlowdown: canTell && !hasSlack && ratio > 0 ? Math.max(1, Math.min(5, without / ratio)) : 1,
  }
}

/** What a cycle may have allocated while it marked and the lines of a steady program hide, in bytes. */
function roundingOf(series: Series): number {
  const common = (sizes: Float64Array) => commonRounding(pacedOf(series, sizes, series.count >> 1))
  return common(series.heapStart) + common(series.heapEnd)
}

/** How fast the program went on while the cycles of a piece marked. */
export interface MarkPace {
  /** Bytes per second that it allocated in between. */
  readonly rate: number
  /** What of the slowing neither assists nor workers explain, as a factor ≥ 1. */
  readonly slowdown: number
  /** Seconds with the world stopped or the program held up by marking, of the whole piece. */
  readonly lostSeconds: number
}

const MOST_SLOWDOWN = 50

/** undefined where the piece has no cycle with one after it. */
export function markPace(series: Series, first: number, end: number, busy: number): MarkPace | undefined {
  const { count, start, mark, pause, heapStart, heapEnd, live, assist, background, procs } = series
  let marked = 0
  let marking = 0
  let allocated = 0
  let between = 0
  let displaced = 0
  let stopped = 0
  for (let i = first; i < end && i + 1 < count; i++) {
    if (isStalled(series, i)) continue
    const gap = start[i + 1]! - start[i]! - mark[i]! - pause[i]!
    marked += heapEnd[i]! - heapStart[i]!
    marking += mark[i]!
    displaced += Math.min(busy * mark[i]!, assist[i]! + Math.max(0, background[i]! - (procs - busy) * mark[i]!))
    allocated += Math.max(0, heapStart[i + 1]! - live[i]!)
    between += Math.max(0, gap)
    stopped += pause[i]!
  }
  if (marking <= 0 || between <= 0 || allocated < MIB) return undefined
  // A quarter of a MiB: nothing seen of a size that is rounded down is not nothing.
  const rate = allocated / between
  const progress = Math.min(1, (marked + MIB / 4) / marking / rate)
  const without = Math.max(0.02, 1 - displaced / (busy * marking))
  return {
    rate,
    slowdown: Math.min(MOST_SLOWDOWN, Math.max(1, without / progress)),
    lostSeconds: stopped + marking * (1 - progress),
  }
}

/**
 * Seconds of a piece that so many CPUs spent on sweeping. No line tells: after a cycle all of its heap is swept by the time
 * the next one starts, in proportion to what is allocated meanwhile.
 */
export function sweepSeconds(series: Series, { from, to, first, end: last }: Piece, cpus: number): number {
  const { count, start, mark, pause, heapEnd, endSeconds } = series
  let bytes = 0
  for (let i = Math.max(0, first - 1); i < last; i++) {
    const begin = start[i]! + mark[i]! + pause[i]!
    const end = i + 1 < count ? start[i + 1]! : endSeconds
    const within = Math.min(end, to) - Math.max(begin, from)
    if (within > 0) bytes += heapEnd[i]! * (within / (end - begin))
  }
  return bytes / SWEEP_RATE / cpus
}

/** Bytes marked per CPU-second in the cycles of a piece; undefined where it has none to go by. */
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
    bytes += Math.max(0, series.reachable[i]! - pointerFree) / warmthOf(series, i)
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
export function toPhase(piece: Piece, duration: number, rest: Partial<Phase>): Partial<Phase> {
  const allocated = Math.max(0, piece.allocatedTo - piece.allocatedFrom)
  const grown = piece.reachableTo - piece.reachableFrom
  return {
    duration,
    allocRate: allocated / duration,
    newSurvivalRate: grown > 0 && allocated > 0 ? Math.min(1, grown / allocated) : 0,
    oldDeathRate: grown < 0 && piece.reachableFrom > 0 ? Math.min(1, -grown / piece.reachableFrom) : 0,
    ...rest,
  }
}

/** The numbers from the smallest to the largest. Many times as fast as with a function that compares. */
export function sorted(values: readonly number[]): Float64Array {
  return Float64Array.from(values).sort()
}

export function medianOf(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined
  const all = sorted(values)
  const middle = all.length >> 1
  return all.length % 2 === 1 ? all[middle] : (all[middle - 1]! + all[middle]!) / 2
}
