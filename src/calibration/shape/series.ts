import { beginsWithProcess, type CycleColumns, middleOf } from '../../gctrace/columns.ts'
import { missingIn, stopSeconds } from '../../gctrace/finding-flags.ts'
import { lengthSeconds } from '../../gctrace/waits.ts'
import { medianOf, quantile, sumOf } from '../../numbers.ts'
import { parameter } from '../../scenario/params.ts'
import { MIB } from '../../units.ts'

/** The cycles of the workload, in seconds and bytes. Go rounds sizes down to whole MiB: v stands for v + ½ ± ½. */
export interface Series {
  readonly count: number
  /** GOMAXPROCS: the median of all cycles, and that of each. */
  readonly procs: number
  readonly ownProcs: Float64Array
  /** Start of each cycle, in seconds since the process started, or since the log begins if it begins later. */
  readonly start: Float64Array
  readonly pause: Float64Array
  readonly mark: Float64Array
  /** CPU seconds. */
  readonly assist: Float64Array
  readonly background: Float64Array
  readonly idle: Float64Array
  readonly pauseCpu: Float64Array
  readonly heapStart: Float64Array
  readonly heapEnd: Float64Array
  readonly live: Float64Array
  readonly goal: Float64Array
  /** Mean stacks and globals that cycles scanned, over the cycles whose lines show any; 0 if none does. */
  readonly stacks: number
  readonly globals: number
  /** Stacks and globals together that each cycle scanned, as its own line shows them. */
  readonly roots: Float64Array
  /** Reachable heap at the start of each cycle: what the cycle found live, less bytes allocated while it marked. */
  readonly reachable: Float64Array
  /** Bytes allocated since the series begins, as each cycle starts. */
  readonly allocated: Float64Array
  /** When the work ended, and the bytes allocated by then. */
  readonly endSeconds: number
  readonly endAllocated: number
  /** Seconds by which the work may have ended before `endSeconds` or after it. */
  readonly openSeconds: number
  /** Live heap at the beginning: 0 if the log begins with the process. */
  readonly initialLive: number
  readonly forced: Uint8Array
  /** How many forced cycles we left out of the series, because there are too many. */
  readonly forcedLeftOut: number
  /** How many cycles at the log’s end belong to no work, as forced ones after a benchmark: they are not in the series. */
  readonly afterWork: number
  /** How many cycles came before the longest time that we simulate: we left them out too. */
  readonly tooEarly: number
  /** How many cycles are missing from the log, by the numbers of the other cycles. */
  readonly missing: number
}

/** Each forced cycle becomes a change of the scenario: this many fit in a link. */
const MOST_FORCED = 24

/** The most forced cycles at a log’s end that count as its end, as of a benchmark: more are part of the work. */
const MOST_CLOSING = 4
/** If a cycle before forced ones finds less than this share of the last live heap, the work had ended before it. */
const ALMOST_NOTHING = 0.2
const HALF = MIB / 2

/** The cycles of the work as series; undefined if there are none. */
export function toSeries(columns: CycleColumns): Series | undefined {
  const last = workEnd(columns)
  const isForcedEnd = last < columns.count
  const workEndSeconds = isForcedEnd ? columns.startSeconds[last]! : endOf(columns, last - 1)
  const more = isForcedEnd ? NOTHING_MORE : halfGap(columns, last - 1)
  const tooEarly = cyclesBefore(workEndSeconds + more.seconds - parameter('duration').max, columns, last)
  const kept = keptCycles(columns, tooEarly, last)
  const first = kept[0]
  if (first === undefined) return undefined
  const isFromStart = beginsWithProcess(columns, first)
  const origin = isFromStart ? Math.min(0, columns.startSeconds[first]!) : columns.startSeconds[first]!
  const seconds = (column: Uint32Array) => collect(kept, (i) => column[i]! / 1e6)
  const bytes = (column: Uint32Array | Float64Array) => collect(kept, (i) => column[i]! * MIB + HALF)
  const reachable = collect(kept, (i) => reachableAt(columns, i))
  const { allocated, total } = allocations(columns, kept, last, isFromStart)
  return {
    count: kept.length,
    procs: Math.max(1, quantile(Array.from(columns.procs), 0.5)),
    ownProcs: collect(kept, (i) => Math.max(1, columns.procs[i]!)),
    start: collect(kept, (i) => columns.startSeconds[i]! - origin),
    pause: collect(kept, (i) => stopSeconds(columns, i)),
    mark: seconds(columns.markUs),
    assist: seconds(columns.assistUs),
    background: collect(kept, (i) => (columns.backgroundUs[i]! + (columns.scanCpuUs.get(i) ?? 0)) / 1e6),
    idle: seconds(columns.idleUs),
    pauseCpu: collect(kept, (i) => (columns.sweepTermCpuUs[i]! + columns.markTermCpuUs[i]!) / 1e6),
    heapStart: bytes(columns.heapStartMiB),
    heapEnd: bytes(columns.heapEndMiB),
    live: bytes(columns.heapLiveMiB),
    goal: bytes(columns.goalMiB),
    stacks: averageOf(columns.stacksMiB, kept),
    globals: averageOf(columns.globalsMiB, kept),
    roots: collect(kept, (i) => middleOf(columns.stacksMiB, i) + middleOf(columns.globalsMiB, i)),
    reachable,
    allocated,
    endSeconds: workEndSeconds - origin + more.seconds,
    endAllocated: total + more.bytes,
    openSeconds: isForcedEnd ? 0 : openEnd(columns, last, more.seconds),
    initialLive: isFromStart ? 0 : reachable[0]!,
    forced: Uint8Array.from(kept, (i) => columns.forced[i]!),
    forcedLeftOut: last - tooEarly - kept.length,
    afterWork: columns.count - last,
    tooEarly,
    missing: missingIn(columns),
  }
}

/** How many cycles came before this second; 0 if less than two would remain. */
function cyclesBefore(second: number, { startSeconds }: CycleColumns, last: number): number {
  const first = startSeconds.findIndex((seconds) => seconds >= second)
  return first + 2 <= last ? Math.max(0, first) : 0
}

/** Indices of the workload’s cycles: all, or only those that the pacer started if too many were forced. */
function keptCycles({ forced }: CycleColumns, from: number, last: number): number[] {
  const all = [...forced.subarray(0, last).keys()].slice(from)
  const paced = all.filter((i) => forced[i] === 0)
  return paced.length > 0 && all.length - paced.length <= MOST_FORCED ? all : paced
}

/** One figure of each of these cycles. We use a loop, because `from` with a function takes twenty times as long. */
function collect(cycles: readonly number[], figure: (i: number) => number): Float64Array {
  const column = new Float64Array(cycles.length)
  for (let k = 0; k < column.length; k++) column[k] = figure(cycles[k]!)
  return column
}

/** In a mark phase of fewer seconds, a program may allocate nothing by chance. */
const SHORTEST_STALL = 0.005
/** Below this share of a mark phase’s CPU time, assists do not delay the program. */
const FEW_ASSISTS = 0.05
/** A stall must have prevented more than this allocation, in bytes. */
const MISSED = 8 * MIB

/**
 * A large object started the cycle beyond its goal. Then the program allocated nothing, although it allocated much
 * before and after, and no goroutine assisted. Go cannot stop a goroutine while it copies or clears a large object, and
 * a worker that wants to scan its stack spins until then (Go 1.26, runtime/preempt.go, suspendG). Slow marking alone
 * does not show it.
 */
export function isStalled(series: Series, i: number): boolean {
  const { mark, assist, background, idle, heapStart, heapEnd, goal } = series
  const isNothing = heapEnd[i]! - heapStart[i]! < 2 * MIB
  if (mark[i]! <= SHORTEST_STALL || !isNothing || heapStart[i]! < goal[i]!) return false
  const isFree = assist[i]! < FEW_ASSISTS * (assist[i]! + background[i]! + idle[i]!)
  return isFree && rateAround(series, i) * mark[i]! > MISSED
}

export function stalledCycles(series: Series): number[] {
  return [...series.start.keys()].filter((i) => isStalled(series, i))
}

/** Bytes allocated per second between cycles, before or after cycle i: the lower rate; 0 if neither is known. */
function rateAround({ start, mark, heapStart, live, count }: Series, i: number): number {
  let least = Infinity
  for (const k of [i - 1, i]) {
    if (k < 0 || k + 1 >= count) continue
    const seconds = start[k + 1]! - start[k]! - mark[k]!
    least = Math.min(least, Math.max(0, heapStart[k + 1]! - live[k]!) / Math.max(1e-6, seconds))
  }
  return least === Infinity ? 0 : least
}

/** Index after the workload’s last cycle: we drop forced cycles at the end, and a cycle that began after the work. */
function workEnd({ count, forced, heapLiveMiB, heapEndMiB, heapStartMiB }: CycleColumns): number {
  let end = count
  while (end > 1 && forced[end - 1] === 1) end--
  if (count - end > MOST_CLOSING) return count
  const isEnded = end < count
  const remains = (i: number) => heapLiveMiB[i]! - (heapEndMiB[i]! - heapStartMiB[i]!)
  if (isEnded && end > 2 && remains(end - 1) < ALMOST_NOTHING * remains(end - 2)) end--
  return end
}

/** When a cycle ended, in seconds. */
function endOf(columns: CycleColumns, i: number): number {
  return columns.startSeconds[i]! + lengthSeconds(columns, i)
}

const NOTHING_MORE = { seconds: 0, bytes: 0 }

/**
 * Half of the gap before the last cycle. If no forced cycle shows the end of the work, the program worked on for about
 * so long. Without that, a simulation might end just before its last cycle starts.
 */
function halfGap(columns: CycleColumns, last: number): { seconds: number; bytes: number } {
  if (last === 0) return NOTHING_MORE
  const seconds = columns.startSeconds[last]! - endOf(columns, last - 1)
  const bytes = (columns.heapStartMiB[last]! - columns.heapLiveMiB[last - 1]!) * MIB
  return { seconds: Math.max(0, seconds) / 2, bytes: Math.max(0, bytes) / 2 }
}

/** How far off the end may be, in seconds. The last gap may be shorter than the usual one, in which the work ended. */
function openEnd(columns: CycleColumns, last: number, half: number): number {
  const gaps = Array.from({ length: last }, (_, i) => columns.startSeconds[i]! - (i > 0 ? endOf(columns, i - 1) : 0))
  return Math.max(half, (medianOf(gaps.slice(last >> 1)) ?? 0) - half)
}

function reachableAt({ heapLiveMiB, heapStartMiB, heapEndMiB }: CycleColumns, i: number): number {
  const found = heapLiveMiB[i]! - (heapEndMiB[i]! - heapStartMiB[i]!)
  return Math.max(0, Math.min(found * MIB + HALF, heapStartMiB[i]! * MIB + HALF))
}

/**
 * Forced cycles count too. Each step is wrong by at most 1 MiB, and the errors cancel: what Go rounds away from one
 * size is in the next.
 */
function allocations(columns: CycleColumns, kept: readonly number[], last: number, isFromStart: boolean) {
  const { heapStartMiB, heapEndMiB, heapLiveMiB, count } = columns
  const allocated = new Float64Array(kept.length)
  let sum = isFromStart ? heapStartMiB[0]! * MIB + HALF : 0
  let next = 0
  for (let i = 0; i < Math.min(count, last + 1); i++) {
    if (i > 0) sum += (heapEndMiB[i - 1]! - heapStartMiB[i - 1]! + heapStartMiB[i]! - heapLiveMiB[i - 1]!) * MIB
    if (kept[next] === i) allocated[next++] = sum
  }
  if (last >= count) sum += (heapEndMiB[count - 1]! - heapStartMiB[count - 1]!) * MIB
  const offset = isFromStart ? 0 : allocated[0]!
  for (let i = 0; i < allocated.length; i++) allocated[i]! -= offset
  return { allocated, total: Math.max(sum - offset, allocated.at(-1)!) }
}

function averageOf(sizesMiB: Uint32Array, kept: readonly number[]): number {
  const shown = kept.map((i) => middleOf(sizesMiB, i)).filter((size) => size > 0)
  return shown.length === 0 ? 0 : sumOf(shown) / shown.length
}
