import type { Cycles, Points } from '../trace.ts'
import type { Goal } from './goal.ts'

/**
 * For how much a recorder has room, and where in its store each column starts. A run in which the limiter may hold cycles
 * back has one column more.
 */
interface Layout {
  readonly points: number
  readonly cycles: number
  readonly mayHold: boolean
  readonly time: number
  readonly live: number
  readonly fresh: number
  readonly goal: number
  readonly fillAfter: number
  readonly held: number
  readonly startPoint: number
  readonly rule: number
}

/** By how much a recorder grows when it is full, and the points that are always free: more than a cycle has. */
const GROWTH = 2
const SPARE = 4

/**
 * One slab serves many runs: a buffer of its own costs more than a short run, and more to collect than to fill. A slab
 * that is still in use when others are collected also keeps their pages with the process, where they are found again
 * without a page fault each, which in a run of thousands of cycles would cost more than the cycles.
 */
const SLAB_BYTES = 64 * 1024
const LEAST_RUNS_PER_SLAB = 3
const MOST_SLAB_BYTES = 1024 * 1024

/** However long the last run was, no more room than this is made before a run shows that it needs it. */
const MOST_EXPECTED = 1 << 17

/** A buffer seen as each of the types that columns have. */
interface Store {
  readonly buffer: ArrayBuffer
  readonly f64: Float64Array<ArrayBuffer>
  readonly u32: Uint32Array<ArrayBuffer>
  readonly u8: Uint8Array<ArrayBuffer>
}

/**
 * The growing columns of a run: not objects, since a run may have millions of cycles. All lie in one store, each at
 * an index into the view of its type, so that starting a run creates no view. The hot loop writes them itself. All is 0
 * where nothing was written.
 */
export interface Recorder {
  store: Store
  points: number
  cycles: number
  layout: Layout
  /** Indices of forced cycles: so few that a column for them would be wasted. */
  forced: readonly number[]
}

const NONE: readonly number[] = []

/**
 * What one run leaves to the next: the slab, and how long it was. Runs come in series of nearly equal length (a slider
 * that is dragged), and columns of the right size from the start are never copied. Neither alters a result.
 */
const slab = { store: createStore(0), used: 0, points: 48, cycles: 16 }

export function createRecorder(mayHold: boolean): Recorder {
  const { points, cycles } = slab
  const bytes = columnBytes(points, cycles, mayHold)
  if (bytes * LEAST_RUNS_PER_SLAB > MOST_SLAB_BYTES) {
    return placeRecorder(createStore(bytes), placeColumns(0, points, cycles, mayHold))
  }
  // A slab that left for another thread with some trace has no length any more.
  if (slab.used + bytes > slab.store.buffer.byteLength) {
    slab.store = createStore(Math.max(SLAB_BYTES, LEAST_RUNS_PER_SLAB * bytes))
    slab.used = 0
  }
  slab.used += bytes
  return placeRecorder(slab.store, placeColumns(slab.used - bytes, points, cycles, mayHold))
}

function placeRecorder(store: Store, layout: Layout): Recorder {
  return { store, points: 0, cycles: 0, layout, forced: NONE }
}

/** Makes room for one more cycle, and for more points than a cycle has. */
export function reserve(recorder: Recorder): void {
  const { points, cycles, layout } = recorder
  if (points + SPARE > layout.points || cycles >= layout.cycles) grow(recorder)
}

export function recordPoint(recorder: Recorder, time: number, live: number, fresh: number): void {
  reserve(recorder)
  const { store, layout: at } = recorder
  const i = recorder.points++
  store.f64[at.time + i] = time
  store.f64[at.live + i] = live
  store.f64[at.fresh + i] = fresh
}

/** A cycle that starts at a point and ends at the next. */
export function recordCycle(recorder: Recorder, start: number, goal: Goal, held: number, fillAfter: number): void {
  reserve(recorder)
  const { store, layout: at } = recorder
  const i = recorder.cycles++
  store.u32[at.startPoint + i] = start
  store.f64[at.goal + i] = goal.bytes
  store.u8[at.rule + i] = goal.rule
  store.f64[at.fillAfter + i] = fillAfter
  if (at.mayHold) store.f64[at.held + i] = held
}

/** The last cycle was one that the program forced. */
export function markForced(recorder: Recorder): void {
  recorder.forced = [...recorder.forced, recorder.cycles - 1]
}

export function toPoints({ store: { buffer }, layout: at, points: count }: Recorder): Points {
  return {
    count,
    time: new Float64Array(buffer, at.time * 8, count),
    live: new Float64Array(buffer, at.live * 8, count),
    fresh: new Float64Array(buffer, at.fresh * 8, count),
  }
}

export function toCycles({ store: { buffer }, layout: at, points, cycles: count, forced }: Recorder): Cycles {
  slab.points = Math.min(points + (points >> 4) + SPARE, 2 * MOST_EXPECTED)
  slab.cycles = Math.min(count + (count >> 4) + SPARE, MOST_EXPECTED)
  return {
    count,
    startPoint: new Uint32Array(buffer, at.startPoint * 4, count),
    endPoint: undefined,
    goal: new Float64Array(buffer, at.goal * 8, count),
    rule: new Uint8Array(buffer, at.rule, count),
    held: at.mayHold ? new Float64Array(buffer, at.held * 8, count) : undefined,
    fillAfter: new Float64Array(buffer, at.fillAfter * 8, count),
    forced,
  }
}

function createStore(bytes: number): Store {
  const buffer = new ArrayBuffer(bytes)
  return { buffer, f64: new Float64Array(buffer), u32: new Uint32Array(buffer), u8: new Uint8Array(buffer) }
}

/** A multiple of 8. */
function columnBytes(points: number, cycles: number, mayHold: boolean): number {
  return (points * 24 + cycles * (mayHold ? 29 : 21) + 7) & ~7
}

/** Columns of 8 bytes, then of 4, then of 1, so that each stands at a multiple of its size. */
function placeColumns(startByte: number, points: number, cycles: number, mayHold: boolean): Layout {
  const time = startByte / 8
  const live = time + points
  const fresh = live + points
  const goal = fresh + points
  const fillAfter = goal + cycles
  const held = fillAfter + cycles
  const startPoint = (held + (mayHold ? cycles : 0)) * 2
  const rule = (startPoint + cycles) * 4
  return { points, cycles, mayHold, time, live, fresh, goal, fillAfter, held, startPoint, rule }
}

function grow(recorder: Recorder): void {
  const { store: from, layout: old, points, cycles } = recorder
  const room = [old.points * GROWTH, old.cycles * GROWTH, old.mayHold] as const
  const to = createStore(columnBytes(...room))
  const at = placeColumns(0, ...room)
  for (const key of ['time', 'live', 'fresh'] as const) copy(from.f64, old[key], to.f64, at[key], points)
  for (const key of ['goal', 'fillAfter'] as const) copy(from.f64, old[key], to.f64, at[key], cycles)
  if (old.mayHold) copy(from.f64, old.held, to.f64, at.held, cycles)
  copy(from.u32, old.startPoint, to.u32, at.startPoint, cycles)
  copy(from.u8, old.rule, to.u8, at.rule, cycles)
  recorder.store = to
  recorder.layout = at
}

type Column = Float64Array | Uint32Array | Uint8Array

function copy(from: Column, start: number, to: Column, at: number, count: number): void {
  to.set(from.subarray(start, start + count), at)
}
