import type { TimeWindow } from '../charts/window.ts'
import { cycleStart, endPointOf, firstCycleFrom } from '../model/cycles.ts'
import type { Cycles, Points, RuntimeCycles, Trace } from '../model/trace.ts'

/** We draw at most this many cycles: several for each pixel of a wide screen. */
export const MOST_DRAWN = 4000
/** Forced cycles have a mark of their own, so we keep all of them up to this number. */
const MOST_FORCED = 500

/**
 * Keeps so few cycles that a million draw as fast as a few thousand. Of each bucket of cycles we keep those with the
 * highest heap and with the lowest live heap. The CPU time of a kept cycle is that of all cycles since the last kept
 * one, so that GC's average share stays the same.
 * @param window the visible part; outside it we keep only the ends of the run
 * @returns the run itself if it has few enough cycles
 */
export function thin(trace: Trace, window: TimeWindow | undefined): Trace {
  const { runtime } = trace.cycles
  const [first, end] = cyclesWithin(trace, window)
  if (!runtime || end - first <= MOST_DRAWN) return trace
  const kept = chooseCycles(trace, runtime, first, end)
  const { points, startPoint, endPoint } = thinPoints(trace, kept)
  return { ...trace, points, cycles: thinCycles(trace.cycles, runtime, kept, first, startPoint, endPoint) }
}

/** The cycles that a window shows, with one more on either side. */
function cyclesWithin(trace: Trace, window: TimeWindow | undefined): readonly [number, number] {
  const { count } = trace.cycles
  if (!window) return [0, count]
  let end = firstCycleFrom(trace, window.end)
  while (end < count && cycleStart(trace, end) <= window.end) end++
  return [Math.max(0, firstCycleFrom(trace, window.start) - 1), Math.min(count, end + 1)]
}

function chooseCycles({ cycles }: Trace, runtime: RuntimeCycles, first: number, end: number): Uint32Array {
  const { heapEnd, liveFound } = runtime
  const kept = new Set<number>()
  const buckets = MOST_DRAWN / 2
  for (let bucket = 0; bucket < buckets; bucket++) {
    const from = first + Math.floor(((end - first) * bucket) / buckets)
    const to = first + Math.floor(((end - first) * (bucket + 1)) / buckets)
    let highest = from
    let lowest = from
    for (let i = from + 1; i < to; i++) {
      if (heapEnd[i]! > heapEnd[highest]!) highest = i
      if (liveFound[i]! < liveFound[lowest]!) lowest = i
    }
    kept.add(highest).add(lowest)
  }
  kept.add(first).add(end - 1)
  const forced = cycles.forced.filter((i) => i >= first && i < end)
  if (forced.length <= MOST_FORCED) for (const i of forced) kept.add(i)
  return Uint32Array.from(kept).sort()
}

function thinPoints({ points, cycles }: Trace, kept: Uint32Array) {
  const chosen = [0]
  const startPoint = new Uint32Array(kept.length)
  const endPoint = new Uint32Array(kept.length)
  kept.forEach((i, at) => {
    const end = endPointOf(cycles, i)
    for (let point = cycles.startPoint[i]!; point <= end; point++) {
      if (chosen.at(-1) !== point) chosen.push(point)
      if (point === cycles.startPoint[i]) startPoint[at] = chosen.length - 1
    }
    endPoint[at] = chosen.length - 1
  })
  if (chosen.at(-1) !== points.count - 1) chosen.push(points.count - 1)
  return { points: pickPoints(points, Uint32Array.from(chosen)), startPoint, endPoint }
}

function pickPoints({ time, live, fresh, runtime }: Points, chosen: Uint32Array): Points {
  const own = { count: chosen.length, ...pickAll({ time, live, fresh }, chosen) }
  return runtime ? { ...own, runtime: pickAll(runtime, chosen) } : own
}

function thinCycles(
  cycles: Cycles,
  runtime: RuntimeCycles,
  kept: Uint32Array,
  first: number,
  startPoint: Uint32Array,
  endPoint: Uint32Array,
): Cycles {
  const { goal, rule, held, fillAfter } = cycles
  const places = new Map(Array.from(kept, (i, at) => [i, at]))
  const sum = (column: Float64Array) => sumSince(column, kept, first)
  return {
    count: kept.length,
    startPoint,
    endPoint,
    ...pickAll({ goal, rule, fillAfter }, kept),
    held: held && pickAll({ held }, kept).held,
    forced: cycles.forced.flatMap((i) => places.get(i) ?? []),
    runtime: {
      ...pickAll(runtime, kept),
      assist: sum(runtime.assist),
      background: sum(runtime.background),
      idle: sum(runtime.idle),
      pause: sum(runtime.pause),
    },
  }
}

/** For each kept cycle, the sums over it and the cycles left out before it. */
function sumSince(column: Float64Array, kept: Uint32Array, first: number): Float64Array {
  const sums = new Float64Array(kept.length)
  let from = first
  for (let at = 0; at < kept.length; at++) {
    const end = kept[at]!
    let total = 0
    for (; from <= end; from++) total += column[from]!
    sums[at] = total
  }
  return sums
}

type Column = Float64Array | Uint8Array

function pickAll<T extends { readonly [K in keyof T]: Column }>(columns: T, chosen: Uint32Array): T {
  const picked = Object.entries<Column>(columns).map(([name, column]) => [name, pick(column, chosen)] as const)
  return Object.fromEntries(picked) as unknown as T
}

/** A plain loop: `from` with a function takes twenty times as long. */
function pick(column: Column, chosen: Uint32Array): Column {
  const { length } = chosen
  const picked = column instanceof Uint8Array ? new Uint8Array(length) : new Float64Array(length)
  for (let at = 0; at < length; at++) picked[at] = column[chosen[at]!]!
  return picked
}
