import type { Cycles, Points } from '../trace.ts'
import { ZERO } from './pacer/zero.ts'

/** What a recorder reads of an instant, from the run itself. Sizes in bytes, times in seconds. */
interface Instant {
  /** CPU time. */
  readonly cpu: number
  readonly live: number
  readonly heap: number
  readonly wall: number
}

export type CycleRecord = ReturnType<typeof createCycleRecord>

/** What a recorder reads of a completed cycle. Units as in `RuntimeCycles` and `ClockedCycles`. */
export function createCycleRecord() {
  return {
    startPoint: 0,
    goal: ZERO,
    goalEnd: ZERO,
    rule: 0,
    fillAfter: ZERO,
    trigger: ZERO,
    roots: ZERO,
    runway: ZERO,
    assistRatio: ZERO,
    assistRatioEnd: ZERO,
    consMark: ZERO,
    assist: ZERO,
    background: ZERO,
    idle: ZERO,
    pause: ZERO,
    liveFound: ZERO,
    heapStart: ZERO,
    heapEnd: ZERO,
    startWall: ZERO,
    endWall: ZERO,
    gcFraction: ZERO,
    clockedAssist: ZERO,
    clockedBackground: ZERO,
    clockedIdle: ZERO,
    cause: 'heap' as Cause,
    wasLimiting: false,
  }
}

/** What starts a cycle: the heap at its trigger, the two-minute timer, a call of runtime.GC() or debug.FreeOSMemory(). */
export type Cause = 'heap' | 'timer' | 'call' | 'free'

export function isCall(cause: Cause): boolean {
  return cause === 'call' || cause === 'free'
}

const POINT_COLUMNS = ['time', 'live', 'fresh', 'wall', 'counted', 'container', 'fill'] as const
/** The columns of `RuntimeCycles` that hold numbers. */
const RUNTIME_COLUMNS = [
  'goalEnd',
  'trigger',
  'roots',
  'runway',
  'assistRatio',
  'assistRatioEnd',
  'consMark',
  'assist',
  'background',
  'idle',
  'pause',
  'liveFound',
  'heapStart',
  'heapEnd',
  'startWall',
  'endWall',
] as const
const CLOCKED_COLUMNS = ['gcFraction', 'clockedAssist', 'clockedBackground', 'clockedIdle'] as const
const CYCLE_COLUMNS = ['goal', 'fillAfter', ...RUNTIME_COLUMNS, ...CLOCKED_COLUMNS] as const

export function createRuntimeCycles(count: number) {
  return { ...columns(RUNTIME_COLUMNS, count), periodic: new Uint8Array(count), limiting: new Uint8Array(count) }
}

/** After this many cycles or points, only starts and ends of mark phases are recorded: a run may have two million. */
const DETAILED_CYCLES = 20_000
const DETAILED_POINTS = 500_000

const FIRST_POINTS = 2048
const FIRST_CYCLES = 512

export interface Recorder {
  /** The numbers so far. `cycles` counts completed cycles, `forcedCycles` those of them that a call forced. */
  readonly points: number
  readonly cycles: number
  readonly forcedCycles: number
  /** Whether points between the start and the end of a mark phase are still recorded. */
  readonly isDetailed: boolean
  /** `fill` in CPU-seconds. */
  addPoint(instant: Instant, counted: number, container: number, fill: number, isLimiting: boolean): void
  /** Adds a cycle that ended at the last point. */
  addCycle(record: CycleRecord): void
}

export class CountingRecorder implements Recorder {
  private readonly onCycle: ((record: Readonly<CycleRecord>) => void) | undefined
  points = 0
  cycles = 0
  forcedCycles = 0

  constructor(onCycle: ((record: Readonly<CycleRecord>) => void) | undefined) {
    this.onCycle = onCycle
  }

  get isDetailed(): boolean {
    return isDetailed(this)
  }

  addPoint(): void {
    this.points++
  }

  addCycle(record: CycleRecord): void {
    this.cycles++
    if (isCall(record.cause)) this.forcedCycles++
    this.onCycle?.(record)
  }
}

export class ColumnRecorder implements Recorder {
  private readonly point = { ...columns(POINT_COLUMNS, FIRST_POINTS), limiting: new Uint8Array(FIRST_POINTS) }
  private readonly cycle = {
    ...columns(CYCLE_COLUMNS, FIRST_CYCLES),
    startPoint: new Uint32Array(FIRST_CYCLES),
    endPoint: new Uint32Array(FIRST_CYCLES),
    rule: new Uint8Array(FIRST_CYCLES),
    periodic: new Uint8Array(FIRST_CYCLES),
    limiting: new Uint8Array(FIRST_CYCLES),
  }
  private readonly forced: number[] = []
  private readonly freed: number[] = []
  points = 0
  cycles = 0

  get forcedCycles(): number {
    return this.forced.length
  }

  get isDetailed(): boolean {
    return isDetailed(this)
  }

  addPoint(instant: Instant, counted: number, container: number, fill: number, isLimiting: boolean): void {
    if (this.points === this.point.time.length) Object.assign(this.point, mapColumns(this.point, twice))
    const { point } = this
    const i = this.points++
    point.time[i] = instant.cpu
    point.live[i] = instant.live
    point.fresh[i] = Math.max(0, instant.heap - instant.live)
    point.wall[i] = instant.wall
    point.counted[i] = counted
    point.container[i] = container
    point.fill[i] = fill
    point.limiting[i] = isLimiting ? 1 : 0
  }

  addCycle(record: CycleRecord): void {
    if (this.cycles === this.cycle.rule.length) Object.assign(this.cycle, mapColumns(this.cycle, twice))
    const { cycle } = this
    const i = this.cycles++
    for (const name of CYCLE_COLUMNS) cycle[name][i] = record[name]
    cycle.startPoint[i] = record.startPoint
    cycle.endPoint[i] = this.points - 1
    cycle.rule[i] = record.rule
    cycle.periodic[i] = record.cause === 'timer' ? 1 : 0
    if (isCall(record.cause)) this.forced.push(i)
    if (record.cause === 'free') this.freed.push(i)
    cycle.limiting[i] = record.wasLimiting ? 1 : 0
  }

  toPoints(): Points {
    const count = this.points
    const { time, live, fresh, ...runtime } = cut(this.point, count)
    return { count, time, live, fresh, runtime }
  }

  toCycles(): Cycles {
    const count = this.cycles
    const { startPoint, endPoint, goal, rule, fillAfter, ...others } = cut(this.cycle, count)
    const { gcFraction, clockedAssist: assist, clockedBackground: background, clockedIdle: idle, ...runtime } = others
    const { forced, freed } = this
    const clocks = { gcFraction, assist, background, idle }
    return { count, startPoint, endPoint, goal, rule, held: undefined, fillAfter, forced, freed, runtime, clocks }
  }
}

/** Whether points within mark phases still count. Recorders without columns ask too: so both judge the same points. */
function isDetailed({ cycles, points }: Pick<Recorder, 'cycles' | 'points'>): boolean {
  return cycles < DETAILED_CYCLES && points < DETAILED_POINTS
}

type Columns<K extends string> = Record<K, Float64Array<ArrayBuffer>>

function columns<K extends string>(names: readonly K[], length: number): Columns<K> {
  return Object.fromEntries(names.map((name) => [name, new Float64Array(length)])) as Columns<K>
}

type Column = Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>

function mapColumns<T extends Record<string, Column>>(all: T, change: (column: Column) => Column): T {
  return Object.fromEntries(Object.entries(all).map(([name, column]) => [name, change(column)])) as T
}

function cut<T extends Record<string, Column>>(all: T, count: number): T {
  return mapColumns(all, (column) => column.subarray(0, count))
}

function twice(column: Column): Column {
  const larger = new (column.constructor as new (length: number) => Column)(2 * column.length)
  larger.set(column)
  return larger
}
