import type { Cycles, Points, Trace } from '../trace.ts'
import type { Goal } from './goal.ts'

/** Room of a new recorder, for the points and cycles of a short run. */
const FIRST_POINTS = 48
const FIRST_CYCLES = 16
const GROWTH = 4

/** One slab serves many runs: a buffer of its own costs more than a short run, and more to collect than to fill. */
const LEAST_SLAB_BYTES = 64 * 1024
const MOST_SLAB_BYTES = 1024 * 1024
const RUNS_PER_SLAB = 32

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
 * an index into the view of its type, so that starting a run creates no view. The hot loop writes them itself.
 */
export interface Recorder {
  store: Store
  points: number
  cycles: number
  maxPoints: number
  maxCycles: number
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
  readonly held: number
  readonly fillAfter: number
  readonly startPoint: number
  readonly endPoint: number
  readonly rule: number
}

const FIRST_BYTES = columnBytes(FIRST_POINTS, FIRST_CYCLES)

/**
 * What one run leaves to the next: the slab, and how many cycles it had. Runs come in series of nearly equal length
 * (a slider that is dragged), and columns of the right size from the start are never copied. Neither alters a result.
 */
const slab = { store: createStore(0), used: 0, expectedCycles: FIRST_CYCLES }

/** A recorder in fresh memory, or in that of a trace which nobody reads any more. */
export function createRecorder(recycled?: Trace): Recorder {
  if (recycled?.model === 'guide') return recycleRecorder(recycled.points)
  const times = Math.max(1, Math.ceil(slab.expectedCycles / FIRST_CYCLES))
  const bytes = FIRST_BYTES * times
  if (bytes > MOST_SLAB_BYTES / 4) return placeRecorder(createStore(bytes), 0, times)
  // A slab that left for another thread with some trace has no length any more.
  if (slab.used + bytes > slab.store.buffer.byteLength) {
    slab.store = createStore(Math.min(MOST_SLAB_BYTES, Math.max(LEAST_SLAB_BYTES, RUNS_PER_SLAB * bytes)))
    slab.used = 0
  }
  slab.used += bytes
  return placeRecorder(slab.store, slab.used - bytes, times)
}

/** A recorder with so many times the first room, from a byte of the store on. */
function placeRecorder(store: Store, startByte: number, times: number): Recorder {
  const maxPoints = FIRST_POINTS * times
  const maxCycles = FIRST_CYCLES * times
  const at = placeColumns(startByte, maxPoints, maxCycles)
  return { store, points: 0, cycles: 0, maxPoints, maxCycles, forced: NONE, at }
}

/**
 * Memory that is warm costs a third of fresh memory, whose pages the system has to find first. What a trace's columns
 * have room for shows in how far apart the first two stand.
 */
function recycleRecorder({ time, live }: Points): Recorder {
  const { buffer, byteOffset } = time
  const store = buffer === slab.store.buffer ? slab.store : viewStore(buffer as ArrayBuffer)
  return placeRecorder(store, byteOffset, (live.byteOffset - byteOffset) / 8 / FIRST_POINTS)
}

/** Makes room for one more cycle, and for more points than a cycle has. */
export function reserve(recorder: Recorder): void {
  const { points, cycles } = recorder
  if (points + 4 > recorder.maxPoints || cycles >= recorder.maxCycles) grow(recorder)
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
  const { store, at } = recorder
  const i = recorder.cycles++
  store.u32[at.startPoint + i] = start
  store.u32[at.endPoint + i] = start + 1
  store.f64[at.goal + i] = goal.bytes
  store.u8[at.rule + i] = goal.rule
  store.f64[at.held + i] = held
  store.f64[at.fillAfter + i] = fillAfter
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

export function toCycles({ store, at, cycles: count, forced }: Recorder): Cycles {
  slab.expectedCycles = Math.min(count + (count >> 3), MOST_EXPECTED)
  return {
    count,
    startPoint: new Uint32Array(store.buffer, at.startPoint * 4, count),
    endPoint: new Uint32Array(store.buffer, at.endPoint * 4, count),
    goal: f64Column(store, at.goal, count),
    rule: new Uint8Array(store.buffer, at.rule, count),
    held: f64Column(store, at.held, count),
    fillAfter: f64Column(store, at.fillAfter, count),
    forced,
  }
}

function f64Column({ buffer }: Store, start: number, count: number): Float64Array {
  return new Float64Array(buffer, start * 8, count)
}

function createStore(bytes: number): Store {
  return viewStore(new ArrayBuffer(bytes))
}

function viewStore(buffer: ArrayBuffer): Store {
  return { buffer, f64: new Float64Array(buffer), u32: new Uint32Array(buffer), u8: new Uint8Array(buffer) }
}

/** Three 8-byte columns of points; three 8-byte, two 4-byte and one 1-byte column of cycles, whose number is even. */
function columnBytes(points: number, cycles: number): number {
  return points * 24 + cycles * 32 + Math.ceil(cycles / 8) * 8
}

function placeColumns(startByte: number, points: number, cycles: number): ColumnStarts {
  const time = startByte / 8
  const goal = time + 3 * points
  const startPoint = (goal + 3 * cycles) * 2
  return {
    time,
    live: time + points,
    fresh: time + 2 * points,
    goal,
    held: goal + cycles,
    fillAfter: goal + 2 * cycles,
    startPoint,
    endPoint: startPoint + cycles,
    rule: (startPoint + 2 * cycles) * 4,
  }
}

function grow(recorder: Recorder): void {
  const { store: from, at: old, points, cycles } = recorder
  recorder.maxPoints *= GROWTH
  recorder.maxCycles *= GROWTH
  const to = createStore(columnBytes(recorder.maxPoints, recorder.maxCycles))
  const at = placeColumns(0, recorder.maxPoints, recorder.maxCycles)
  for (const key of ['time', 'live', 'fresh'] as const) copy(from.f64, old[key], to.f64, at[key], points)
  for (const key of ['goal', 'held', 'fillAfter'] as const) copy(from.f64, old[key], to.f64, at[key], cycles)
  for (const key of ['startPoint', 'endPoint'] as const) copy(from.u32, old[key], to.u32, at[key], cycles)
  copy(from.u8, old.rule, to.u8, at.rule, cycles)
  recorder.store = to
  recorder.at = at
}

type Column = Float64Array | Uint32Array | Uint8Array

function copy(from: Column, start: number, to: Column, at: number, count: number): void {
  to.set(from.subarray(start, start + count), at)
}
