import type { Alike, Trace } from '../trace.ts'
import type { Goal } from './goal.ts'

/** For how much a recorder has room, and where in its store each column starts. */
interface Layout {
  readonly points: number
  readonly cycles: number
  /** A run in which the limiter may hold cycles back has one column more. */
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

/** By how much a recorder grows when it is full, and the points that are then free at least: more than a cycle has. */
const GROWTH = 2
const SPARE = 4

/** However long the last run was, no more room than this is made before a run shows that it needs it. */
const MOST_EXPECTED = 1 << 17

/** A buffer seen as each of the types that columns have. */
interface Store {
  readonly buffer: ArrayBuffer
  readonly f64: Float64Array<ArrayBuffer>
  readonly u32: Uint32Array<ArrayBuffer>
  readonly u8: Uint8Array<ArrayBuffer>
}

interface Room {
  store: Store
  layout: Layout
}

/**
 * The columns of a run: not objects, since a run may have millions of cycles. All lie in one store, each at an index into
 * the view of its type: making a buffer or a view takes as long as some cycles. The hot loop writes them itself.
 */
export interface Recorder extends Room {
  points: number
  cycles: number
  /** Cycles that were counted and given up: those in the columns come after them. */
  countedCycles: number
  /** Indices of forced cycles: so few that a column for them would be wasted. */
  forced: readonly number[]
  /** Counts what is then given up; absent where all is kept, and the columns grow. */
  readonly counter: ColumnCounter | undefined
}

interface ColumnCounter {
  /** Counts what the columns hold: each time they are full, and at the end of the run. */
  readonly onFull: () => void
  readonly onAlike: (cycles: Alike) => void
}

const NONE: readonly number[] = []

/**
 * How long the last run was. Runs come in series of nearly equal length (a slider that is dragged), and columns of the
 * right size from the start are never copied. It alters no result.
 */
const expected = { points: 48, cycles: 16 }

/** Of runs of which nothing is kept, one after the other. So small that it stays in the processor's nearest cache. */
const SCRATCH = createRoom(1024, 500, false)

/** Keeps all of a run. */
export function createRecorder(mayHold: boolean): Recorder {
  return startRecorder(createRoom(expected.points, expected.cycles, mayHold), undefined)
}

/**
 * Keeps nothing: all of it has to be counted at once. Only one such run is computed at a time.
 */
export function createCountingRecorder(counter: ColumnCounter): Recorder {
  return startRecorder(SCRATCH, counter)
}

function startRecorder({ store, layout }: Room, counter: Recorder['counter']): Recorder {
  return { store, layout, points: 0, cycles: 0, countedCycles: 0, forced: NONE, counter }
}

/** Completed cycles, forced ones included. */
export function cyclesOf({ countedCycles, cycles }: Recorder): number {
  return countedCycles + cycles
}

/** Makes room for one more cycle, and for more points than a cycle has. Indices of points and cycles may change. */
export function reserve(recorder: Recorder): void {
  const { points, cycles, layout } = recorder
  if (points + SPARE <= layout.points && cycles < layout.cycles) return
  if (recorder.counter) startOver(recorder, recorder.counter)
  else grow(recorder)
}

/** The last point stays: from it the next stretch begins. */
function startOver(recorder: Recorder, { onFull }: ColumnCounter): void {
  onFull()
  const { store, layout, points } = recorder
  for (const start of [layout.time, layout.live, layout.fresh]) store.f64[start] = store.f64[start + points - 1]!
  recorder.points = 1
  recorder.countedCycles += recorder.cycles
  recorder.cycles = 0
}

export function recordPoint(recorder: Recorder, time: number, live: number, fresh: number): void {
  reserve(recorder)
  writePoint(recorder, time, live, fresh)
}

function writePoint(recorder: Recorder, time: number, live: number, fresh: number): void {
  const { store, layout } = recorder
  const i = recorder.points++
  store.f64[layout.time + i] = time
  store.f64[layout.live + i] = live
  store.f64[layout.fresh + i] = fresh
}

/** A cycle and the two points between which it runs. Times in seconds, sizes in bytes, the fill in CPU-seconds. */
interface CycleRecord {
  readonly start: number
  readonly end: number
  readonly live: number
  readonly fresh: number
  readonly found: number
  /** Seconds for which the limiter held it back. */
  readonly held: number
  readonly fillAfter: number
}

export function recordCycle(recorder: Recorder, goal: Goal, cycle: CycleRecord): void {
  reserve(recorder)
  const { store, layout } = recorder
  const i = recorder.cycles++
  store.u32[layout.startPoint + i] = recorder.points
  store.f64[layout.goal + i] = goal.bytes
  store.u8[layout.rule + i] = goal.rule
  store.f64[layout.fillAfter + i] = cycle.fillAfter
  if (layout.mayHold) store.f64[layout.held + i] = cycle.held
  writePoint(recorder, cycle.start, cycle.live, cycle.fresh)
  writePoint(recorder, cycle.end, cycle.found, 0)
}

/** Counts like cycles of which not even columns are made. The last point is where they begin, then where they end. */
export function recordAlike(recorder: Recorder, cycles: Alike, end: number): void {
  if (!recorder.counter) throw new Error('cycles that are kept have columns')
  startOver(recorder, recorder.counter)
  recorder.counter.onAlike(cycles)
  recorder.countedCycles += cycles.count
  recorder.store.f64[recorder.layout.time] = end
}

/** The last cycle was one that the program forced. */
export function markForced(recorder: Recorder): void {
  recorder.forced = [...recorder.forced, cyclesOf(recorder) - 1]
}

type Columns = Pick<Trace, 'points' | 'cycles'>

/** What is written so far. Of a run that keeps nothing it is written over by what follows. */
export function toColumns({ store: { buffer }, layout: at, points, cycles, forced }: Recorder): Columns {
  return {
    points: {
      count: points,
      time: new Float64Array(buffer, at.time * 8, points),
      live: new Float64Array(buffer, at.live * 8, points),
      fresh: new Float64Array(buffer, at.fresh * 8, points),
    },
    cycles: {
      count: cycles,
      startPoint: new Uint32Array(buffer, at.startPoint * 4, cycles),
      endPoint: undefined,
      goal: new Float64Array(buffer, at.goal * 8, cycles),
      rule: new Uint8Array(buffer, at.rule, cycles),
      held: at.mayHold ? new Float64Array(buffer, at.held * 8, cycles) : undefined,
      fillAfter: new Float64Array(buffer, at.fillAfter * 8, cycles),
      forced,
    },
  }
}

/** Tells the next run how long this one was. */
export function noteLength({ points, cycles }: Recorder): void {
  expected.points = Math.min(points + (points >> 4) + SPARE, 2 * MOST_EXPECTED)
  expected.cycles = Math.min(cycles + (cycles >> 4) + SPARE, MOST_EXPECTED)
}

/** Room for so many points and cycles, all 0: columns of 8 bytes, then of 4, then of 1. */
function createRoom(points: number, cycles: number, mayHold: boolean): Room {
  const time = 0
  const live = time + points
  const fresh = live + points
  const goal = fresh + points
  const fillAfter = goal + cycles
  const held = fillAfter + cycles
  const startPoint = (held + (mayHold ? cycles : 0)) * 2
  const rule = (startPoint + cycles) * 4
  // A view of 8-byte entries covers its buffer only where that is a multiple of 8.
  const buffer = new ArrayBuffer((rule + cycles + 7) & ~7)
  const store = { buffer, f64: new Float64Array(buffer), u32: new Uint32Array(buffer), u8: new Uint8Array(buffer) }
  return { store, layout: { points, cycles, mayHold, time, live, fresh, goal, fillAfter, held, startPoint, rule } }
}

function grow(recorder: Recorder): void {
  const { store: from, layout: old, points, cycles } = recorder
  const { store: to, layout: at } = createRoom(old.points * GROWTH, old.cycles * GROWTH, old.mayHold)
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
