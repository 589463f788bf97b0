import type { Trace } from '../trace.ts'
import type { Goal } from './goal.ts'

/** The columns of a run: not objects, since a run may have millions of cycles. All lie in one store. */
export interface Recorder {
  store: ReturnType<typeof createStore>
  layout: Layout
  points: number
  cycles: number
  /** Indices of cycles that were held back, with the seconds: a list, because most runs have few or none. */
  readonly held: (readonly [index: number, seconds: number])[]
  /** Indices: a list, because there are too few for a column. */
  readonly forced: number[]
  /** Those of them that debug.FreeOSMemory() forced. */
  readonly freed: number[]
}

const FIRST_CYCLES = 24
/** Room for further points, besides two for each cycle: ends of phases, changes and holds. */
const OTHER_POINTS = 16
/** The factor by which a full recorder grows: large at first, so that a short run copies its columns only once. */
const FIRST_GROWTH = 16
const GROWTH = 2

export function createRecorder(): Recorder {
  const layout = layOut(FIRST_CYCLES)
  return { store: createStore(layout), layout, points: 0, cycles: 0, held: [], forced: [], freed: [] }
}

/** Makes room for one more cycle. Indices of points and cycles may change. */
export function reserve(recorder: Recorder): void {
  const { points, cycles, layout } = recorder
  if (points + 2 > layout.points || cycles === layout.cycles) grow(recorder)
}

export function recordPoint(recorder: Recorder, time: number, live: number, fresh: number): void {
  if (recorder.points === recorder.layout.points) grow(recorder)
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
  if (cycle.held > 0) recorder.held.push([i, cycle.held])
  recordPoint(recorder, cycle.start, cycle.live, cycle.fresh)
  recordPoint(recorder, cycle.end, cycle.found, 0)
}

/** The columns of a trace. @param mayHold whether the limiter may hold cycles back: then there is one column more */
export function toColumns(recorder: Recorder, mayHold: boolean): Pick<Trace, 'points' | 'cycles'> {
  const { layout: at, points, cycles, forced, freed } = recorder
  const { buffer } = recorder.store
  const held = mayHold ? new Float64Array(cycles) : undefined
  if (held) for (const [index, seconds] of recorder.held) held[index] = seconds
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
      held,
      fillAfter: new Float64Array(buffer, at.fillAfter * 8, cycles),
      forced,
      freed,
    },
  }
}

type Layout = Readonly<ReturnType<typeof layOut>>

/** The room for points and cycles, and where each column starts in the view of its type: 8 bytes, then 4, then 1. */
function layOut(cycles: number) {
  const points = 2 * cycles + OTHER_POINTS
  const time = 0
  const live = time + points
  const fresh = live + points
  const goal = fresh + points
  const fillAfter = goal + cycles
  const startPoint = (fillAfter + cycles) * 2
  const rule = (startPoint + cycles) * 4
  return { points, cycles, time, live, fresh, goal, fillAfter, startPoint, rule }
}

/** One buffer with a view for each type of column: creating a buffer takes as long as computing some cycles. */
function createStore({ rule, cycles }: Layout) {
  // A view of 8-byte entries needs a buffer whose length is a multiple of 8.
  const buffer = new ArrayBuffer((rule + cycles + 7) & ~7)
  return { buffer, f64: new Float64Array(buffer), u32: new Uint32Array(buffer), u8: new Uint8Array(buffer) }
}

function grow(recorder: Recorder): void {
  const { store: from, layout: old, points, cycles } = recorder
  const at = layOut(old.cycles * (old.cycles === FIRST_CYCLES ? FIRST_GROWTH : GROWTH))
  const to = createStore(at)
  for (const key of ['time', 'live', 'fresh'] as const) copy(from.f64, old[key], to.f64, at[key], points)
  for (const key of ['goal', 'fillAfter'] as const) copy(from.f64, old[key], to.f64, at[key], cycles)
  copy(from.u32, old.startPoint, to.u32, at.startPoint, cycles)
  copy(from.u8, old.rule, to.u8, at.rule, cycles)
  recorder.store = to
  recorder.layout = at
}

type Column = Float64Array | Uint32Array | Uint8Array

function copy(from: Column, start: number, to: Column, at: number, count: number): void {
  to.set(from.subarray(start, start + count), at)
}
