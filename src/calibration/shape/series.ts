import { ABSENT, type CycleColumns } from '../../gctrace/columns.ts'
import { quantile, sumOf } from '../../numbers.ts'
import { MIB } from '../../units.ts'

/**
 * One run of a log, as calibration needs it: the cycles of the workload, in seconds and bytes. Sizes are the middle of
 * what the line allows: Go rounds down to whole MiB, so v stands for v + ½ ± ½.
 */
export interface Series {
  readonly count: number
  /** GOMAXPROCS, in the middle of all cycles’. */
  readonly procs: number
  /** Seconds since the process started (or since the log begins, where it begins later): cycle start. */
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
  /** Stacks that cycles scanned, of those whose lines show any, and globals; 0 where no line does. */
  readonly stacks: number
  readonly globals: number
  /** Stacks and globals that each cycle scanned, as its own line shows them. */
  readonly roots: Float64Array
  /** What was reachable as the cycle started: found live, less what was allocated while it marked. */
  readonly reachable: Float64Array
  /** Bytes allocated since the series begins, as each cycle starts. */
  readonly allocated: Float64Array
  /** When the work ended, and what had been allocated by then. */
  readonly endSeconds: number
  readonly endAllocated: number
  /** 0 where the log begins with the process: otherwise the run begins with a heap. */
  readonly initialLive: number
  /** Which cycles a call of runtime.GC() forced. */
  readonly forced: Uint8Array
  /** Such cycles that are not in the series, for there are too many. */
  readonly forcedLeftOut: number
}

/** Each forced cycle is an event of the scenario: so many fit a link. */
const MOST_FORCED = 24

/** A cycle that finds less than this of the live heap before it, with a forced one after it, saw the program end. */
const ALMOST_NOTHING = 0.2
const HALF = MIB / 2

/** The series of one run's columns; undefined where there is no cycle to go by. */
export function toSeries(columns: CycleColumns): Series | undefined {
  const last = workEnd(columns)
  const kept = keptCycles(columns, last)
  const first = kept[0]
  if (first === undefined) return undefined
  const isFromStart = beginsWithProcess(columns, first)
  const origin = isFromStart ? Math.min(0, columns.startSeconds[first]!) : columns.startSeconds[first]!
  const seconds = (column: Uint32Array) => collect(kept, (i) => column[i]! / 1e6)
  const bytes = (column: Uint32Array | Float64Array) => collect(kept, (i) => column[i]! * MIB + HALF)
  const reachable = collect(kept, (i) => reachableAt(columns, i))
  const { allocated, total } = allocations(columns, kept, last, isFromStart)
  const more = last < columns.count ? NOTHING_MORE : halfGap(columns, last - 1)
  return {
    count: kept.length,
    procs: Math.max(1, quantile(Array.from(columns.procs), 0.5)),
    start: collect(kept, (i) => columns.startSeconds[i]! - origin),
    pause: collect(kept, (i) => (columns.sweepTermUs[i]! + columns.markTermUs[i]!) / 1e6),
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
    roots: collect(kept, (i) => sizeOf(columns.stacksMiB[i]!) + sizeOf(columns.globalsMiB[i]!)),
    reachable,
    allocated,
    endSeconds: endOfWork(columns, last) - origin + more.seconds,
    endAllocated: total + more.bytes,
    initialLive: isFromStart ? 0 : reachable[0]!,
    forced: Uint8Array.from(kept, (i) => columns.forced[i]!),
    forcedLeftOut: last - kept.length,
  }
}

/** Whether a log whose first cycle is this one begins with its process, or somewhere on the way. */
export function beginsWithProcess({ number, startSeconds }: CycleColumns, first: number): boolean {
  return number[first]! <= 3 && startSeconds[first]! < 5
}

/** Indices of the workload's cycles: all, or those that the pacer started where too many were forced. */
function keptCycles({ forced }: CycleColumns, last: number): number[] {
  const paced: number[] = []
  for (let i = 0; i < last; i++) if (forced[i] === 0) paced.push(i)
  const isAll = paced.length > 0 && last - paced.length <= MOST_FORCED
  return isAll ? Array.from({ length: last }, (_, i) => i) : paced
}

/** A figure of each of these cycles. A plain loop: `from` with a function takes twenty times as long. */
function collect(cycles: readonly number[], figure: (i: number) => number): Float64Array {
  const column = new Float64Array(cycles.length)
  for (let k = 0; k < column.length; k++) column[k] = figure(cycles[k]!)
  return column
}

/** Seconds: shorter mark phases may miss an allocation for no reason. */
const SHORTEST_STALL = 0.005
/** Assists of a mark phase that hold nothing up. */
const FEW_ASSISTS = 0.05
/** Bytes that would have been allocated meanwhile, and were not. */
const MISSED = 8 * MIB

/**
 * Whether a mark phase was held up by the program: a large object started it, beyond its goal, and then nothing was
 * allocated though before and after much was, and nobody had to assist. A goroutine that copies or clears a large object
 * cannot be stopped before it is done, and whoever wants to scan its stack spins until then (Go 1.26, runtime/preempt.go,
 * suspendG). That marking is slow says nothing: a tree of small nodes takes four seconds per GiB.
 */
export function isStalled(series: Series, i: number): boolean {
  const { mark, assist, background, idle, heapStart, heapEnd, goal } = series
  const isNothing = heapEnd[i]! - heapStart[i]! < 2 * MIB
  if (mark[i]! <= SHORTEST_STALL || !isNothing || heapStart[i]! < goal[i]!) return false
  const isFree = assist[i]! < FEW_ASSISTS * (assist[i]! + background[i]! + idle[i]!)
  return isFree && rateAround(series, i) * mark[i]! > MISSED
}

/** Indices of all mark phases that the program held up. */
export function stalledCycles(series: Series): number[] {
  const found: number[] = []
  for (let i = 0; i < series.count; i++) if (isStalled(series, i)) found.push(i)
  return found
}

/** Bytes allocated per second between cycles, before cycle i or after it: the less of both, 0 where neither is known. */
function rateAround({ start, mark, heapStart, live, count }: Series, i: number): number {
  let least = Infinity
  for (const k of [i - 1, i]) {
    if (k < 0 || k + 1 >= count) continue
    const seconds = start[k + 1]! - start[k]! - mark[k]!
    least = Math.min(least, Math.max(0, heapStart[k + 1]! - live[k]!) / Math.max(1e-6, seconds))
  }
  return least === Infinity ? 0 : least
}

/** Index after the last cycle of the workload: without the forced ones at the end, and what found it all gone before. */
function workEnd({ count, forced, heapLiveMiB, heapEndMiB, heapStartMiB }: CycleColumns): number {
  let end = count
  while (end > 1 && forced[end - 1] === 1) end--
  const isEnded = end < count
  const remains = (i: number) => heapLiveMiB[i]! - (heapEndMiB[i]! - heapStartMiB[i]!)
  if (isEnded && end > 2 && remains(end - 1) < ALMOST_NOTHING * remains(end - 2)) end--
  return end
}

function endOfWork(columns: CycleColumns, last: number): number {
  if (last < columns.count) return columns.startSeconds[last]!
  return endOf(columns, last - 1)
}

/** When cycle i had marked. */
function endOf({ startSeconds, sweepTermUs, markUs, markTermUs }: CycleColumns, i: number): number {
  return startSeconds[i]! + (sweepTermUs[i]! + markUs[i]! + markTermUs[i]!) / 1e6
}

const NOTHING_MORE = { seconds: 0, bytes: 0 }

/**
 * Where nothing shows the end, the program went on for some time after its last cycle, and stopped before another was
 * due: half of what lay before the last one, in the middle. Ended with that cycle, its repetition would lose it by a hair.
 */
function halfGap(columns: CycleColumns, last: number): { seconds: number; bytes: number } {
  if (last === 0) return NOTHING_MORE
  const seconds = columns.startSeconds[last]! - endOf(columns, last - 1)
  const bytes = (columns.heapStartMiB[last]! - columns.heapLiveMiB[last - 1]!) * MIB
  return { seconds: Math.max(0, seconds) / 2, bytes: Math.max(0, bytes) / 2 }
}

function reachableAt({ heapLiveMiB, heapStartMiB, heapEndMiB }: CycleColumns, i: number): number {
  const found = heapLiveMiB[i]! - (heapEndMiB[i]! - heapStartMiB[i]!)
  return Math.max(0, Math.min(found * MIB + HALF, heapStartMiB[i]! * MIB + HALF))
}

/**
 * Allocation adds up from line to line, forced cycles too. Each step is off by at most 1 MiB either way, and the errors
 * cancel: what is rounded away from one size is there in the next.
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
  const shown = kept.map((i) => sizeOf(sizesMiB[i]!)).filter((size) => size > 0)
  return shown.length === 0 ? 0 : sumOf(shown) / shown.length
}

/** A size of whole MiB, in bytes; nothing where the line shows none. */
function sizeOf(mib: number): number {
  return mib === ABSENT || mib === 0 ? 0 : mib * MIB + HALF
}
