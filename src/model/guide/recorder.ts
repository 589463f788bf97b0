import type { Cycles, Points } from '../trace.ts'
import type { Goal } from './goal.ts'

/** For how much a recorder has room. A run in which the limiter may hold cycles back has one column more. */
export interface Room {
  readonly points: number
  readonly cycles: number
  readonly mayHold: boolean
}

/** Room of the first run, and by how much any grows when it is full. */
const FIRST = { points: 48, cycles: 16 }
const GROWTH = 2

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
  room: Room
  /** Indices of forced cycles: so few that a column for them would be wasted. */
  forced: readonly number[]
  /** Where each column starts. */
  at: ColumnStarts
}

const NONE: readonly number[] = []

interface ColumnStarts {
  readonly time: number
  readonly live: number
  readonly fresh: number
  readonly goal: number
  readonly fillAfter: number
  readonly held: number
  readonly startPoint: number
  readonly rule: number
}

/**
 * What one run leaves to the next: the slab, and how long it was. Runs come in series of nearly equal length (a slider
 * that is dragged), and columns of the right size from the start are never copied. Neither alters a result.
 */
const slab = { store: createStore(0), used: 0, expected: FIRST }

export function createRecorder(mayHold: boolean): Recorder {
  const { points, cycles } = slab.expected
  const room = { points, cycles, mayHold }
  const bytes = columnBytes(room)
  if (bytes * LEAST_RUNS_PER_SLAB > MOST_SLAB_BYTES) return placeRecorder(createStore(bytes), 0, room)
  // A slab that left for another thread with some trace has no length any more.
  if (slab.used + bytes > slab.store.buffer.byteLength) {
    slab.store = createStore(Math.max(SLAB_BYTES, LEAST_RUNS_PER_SLAB * bytes))
    slab.used = 0
  }
  slab.used += bytes
  return placeRecorder(slab.store, slab.used - bytes, room)
}

function placeRecorder(store: Store, startByte: number, room: Room): Recorder {
  return { store, points: 0, cycles: 0, room, forced: NONE, at: placeColumns(startByte, room) }
}

/** Makes room for one more cycle, and for more points than a cycle has. */
export function reserve(recorder: Recorder): void {
  const { points, cycles, room } = recorder
  if (points + 4 > room.points || cycles >= room.cycles) grow(recorder)
}

export function recordPoint(recorder: Recorder, time: number, live: number, fresh: number): void {
  reserve(recorder)
  const { store, at } = recorder
  const i = recorder.points++
  store.f64[at.time + i] = time
  store.f64[at.live + i] = live
  store.f64[at.fresh + i] = fresh
}

/** A cycle that starts at a point and ends at the next. */
export function recordCycle(recorder: Recorder, start: number, goal: Goal, held: number, fillAfter: number): void {
  reserve(recorder)
  const { store, at, room } = recorder
  const i = recorder.cycles++
  store.u32[at.startPoint + i] = start
  store.f64[at.goal + i] = goal.bytes
  store.u8[at.rule + i] = goal.rule
  store.f64[at.fillAfter + i] = fillAfter
  if (room.mayHold) store.f64[at.held + i] = held
}

/** The last cycle was one that the program forced. */
export function markForced(recorder: Recorder): void {
  recorder.forced = [...recorder.forced, recorder.cycles - 1]
}

export function toPoints({ store, at, points: count }: Recorder): Points {
  return {
    count,
    time: f64Column(store, at.time, count),
    live: f64Column(store, at.live, count),
    fresh: f64Column(store, at.fresh, count),
  }
}

export function toCycles({ store, at, room, points, cycles: count, forced }: Recorder): Cycles {
  slab.expected = { points: withSlack(points, 2 * MOST_EXPECTED), cycles: withSlack(count, MOST_EXPECTED) }
  return {
    count,
    startPoint: new Uint32Array(store.buffer, at.startPoint * 4, count),
    endPoint: undefined,
    goal: f64Column(store, at.goal, count),
    rule: new Uint8Array(store.buffer, at.rule, count),
    held: room.mayHold ? f64Column(store, at.held, count) : undefined,
    fillAfter: f64Column(store, at.fillAfter, count),
    forced,
  }
}

function f64Column({ buffer }: Store, start: number, count: number): Float64Array {
  return new Float64Array(buffer, start * 8, count)
}

/** An eighth more than the last run had. */
function withSlack(count: number, most: number): number {
  return Math.min(count + (count >> 3) + 4, most)
}

function createStore(bytes: number): Store {
  const buffer = new ArrayBuffer(bytes)
  return { buffer, f64: new Float64Array(buffer), u32: new Uint32Array(buffer), u8: new Uint8Array(buffer) }
}

/** A multiple of 8. */
function columnBytes(room: Room): number {
  return (placeColumns(0, room).rule + room.cycles + 7) & ~7
}

/** Columns of 8 bytes, then of 4, then of 1, so that each stands at a multiple of its size. */
function placeColumns(startByte: number, { points, cycles, mayHold }: Room): ColumnStarts {
  const time = startByte / 8
  const goal = time + 3 * points
  const held = goal + 2 * cycles
  const startPoint = (held + (mayHold ? cycles : 0)) * 2
  const rule = (startPoint + cycles) * 4
  return { time, live: time + points, fresh: time + 2 * points, goal, fillAfter: goal + cycles, held, startPoint, rule }
}

function grow(recorder: Recorder): void {
  const { store: from, at: old, points, cycles } = recorder
  const { mayHold } = recorder.room
  const room = { points: recorder.room.points * GROWTH, cycles: recorder.room.cycles * GROWTH, mayHold }
  const to = createStore(columnBytes(room))
  const at = placeColumns(0, room)
  for (const key of ['time', 'live', 'fresh'] as const) copy(from.f64, old[key], to.f64, at[key], points)
  for (const key of ['goal', 'fillAfter'] as const) copy(from.f64, old[key], to.f64, at[key], cycles)
  if (mayHold) copy(from.f64, old.held, to.f64, at.held, cycles)
  copy(from.u32, old.startPoint, to.u32, at.startPoint, cycles)
  copy(from.u8, old.rule, to.u8, at.rule, cycles)
  recorder.store = to
  recorder.at = at
  recorder.room = room
}

type Column = Float64Array | Uint32Array | Uint8Array

function copy(from: Column, start: number, to: Column, at: number, count: number): void {
  to.set(from.subarray(start, start + count), at)
}
