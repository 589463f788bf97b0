import type { Cycles, Points, RuntimeCycles, RuntimePoints } from '../trace.ts'

/** What the recorder writes down of an instant, read from the run itself. Sizes in bytes, times in seconds. */
export interface Instant {
  /** CPU time. */
  readonly cpu: number
  readonly live: number
  readonly heap: number
  readonly wall: number
}

/** What the recorder writes down of a completed cycle. Units as in `RuntimeCycles`. */
export interface CycleRecord {
  startPoint: number
  goal: number
  rule: number
  fillAfter: number
  trigger: number
  runway: number
  assistRatio: number
  assistRatioEnd: number
  consMark: number
  assist: number
  background: number
  idle: number
  pause: number
  liveFound: number
  heapStart: number
  heapEnd: number
  startWall: number
  endWall: number
  cause: Cause
  wasLimiting: boolean
  /** The goal that GOGC made of the live heap alone as the cycle started; Infinity: off. */
  byGogc: number
}

/** What starts a cycle: the heap at its trigger, the two-minute timer, or a call of runtime.GC(). */
export type Cause = 'heap' | 'timer' | 'call'

const POINT_COLUMNS = ['time', 'live', 'fresh', 'wall', 'counted', 'container', 'fill'] as const
const CYCLE_COLUMNS = [
  'goal',
  'fillAfter',
  'trigger',
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
type CycleColumn = (typeof CYCLE_COLUMNS)[number]

/** Cycles, or points, after which only starts and ends of mark phases are written down: a run may have two million. */
const DETAILED_CYCLES = 20_000
const DETAILED_POINTS = 500_000

const FIRST_POINTS = 2048
const FIRST_CYCLES = 512
/**
 * Columns up to so many entries lie side by side in one piece of memory, and grow to four times their length: making
 * and copying them is a good part of a short run. Longer ones double one by one, so that no more than one is there twice.
 */
const SHORT = 8192

/** What a run tells as it goes. */
export interface Recorder {
  /** How many of each there have been; cycles are completed ones, some of them forced by a call. */
  readonly points: number
  readonly cycles: number
  readonly forcedCycles: number
  /** Whether points between the start and the end of a mark phase are still written down. */
  readonly isDetailed: boolean
  /** `fill` in CPU-seconds. */
  addPoint(instant: Instant, counted: number, container: number, fill: number, isLimiting: boolean): void
  /** A cycle that ended at the last point. */
  addCycle(record: CycleRecord): void
}

/** Keeps nothing; shows each cycle, as it is completed, to whoever wants to know. */
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
    if (record.cause === 'call') this.forcedCycles++
    this.onCycle?.(record)
  }
}

/** The growing columns of a run. */
export class ColumnRecorder implements Recorder {
  private point: Columns<(typeof POINT_COLUMNS)[number]>
  private limiting = new Uint8Array(FIRST_POINTS)
  private cycle: Columns<CycleColumn>
  private startPoint = new Uint32Array(FIRST_CYCLES)
  private endPoint = new Uint32Array(FIRST_CYCLES)
  private rule = new Uint8Array(FIRST_CYCLES)
  private periodic = new Uint8Array(FIRST_CYCLES)
  private wasLimiting = new Uint8Array(FIRST_CYCLES)
  private readonly forced: number[] = []
  points = 0
  cycles = 0

  constructor() {
    this.point = columns(POINT_COLUMNS, FIRST_POINTS)
    this.cycle = columns(CYCLE_COLUMNS, FIRST_CYCLES)
  }

  get forcedCycles(): number {
    return this.forced.length
  }

  get isDetailed(): boolean {
    return isDetailed(this)
  }

  addPoint(instant: Instant, counted: number, container: number, fill: number, isLimiting: boolean): void {
    if (this.points === this.limiting.length) this.growPoints()
    const { point } = this
    const i = this.points++
    point.time[i] = instant.cpu
    point.live[i] = instant.live
    point.fresh[i] = Math.max(0, instant.heap - instant.live)
    point.wall[i] = instant.wall
    point.counted[i] = counted
    point.container[i] = container
    point.fill[i] = fill
    this.limiting[i] = isLimiting ? 1 : 0
  }

  addCycle(record: CycleRecord): void {
    if (this.cycles === this.rule.length) this.growCycles()
    const { cycle } = this
    const i = this.cycles++
    // One by one: a loop over the names would look each of them up by hash.
    cycle.goal[i] = record.goal
    cycle.fillAfter[i] = record.fillAfter
    cycle.trigger[i] = record.trigger
    cycle.runway[i] = record.runway
    cycle.assistRatio[i] = record.assistRatio
    cycle.assistRatioEnd[i] = record.assistRatioEnd
    cycle.consMark[i] = record.consMark
    cycle.assist[i] = record.assist
    cycle.background[i] = record.background
    cycle.idle[i] = record.idle
    cycle.pause[i] = record.pause
    cycle.liveFound[i] = record.liveFound
    cycle.heapStart[i] = record.heapStart
    cycle.heapEnd[i] = record.heapEnd
    cycle.startWall[i] = record.startWall
    cycle.endWall[i] = record.endWall
    this.startPoint[i] = record.startPoint
    this.endPoint[i] = this.points - 1
    this.rule[i] = record.rule
    this.periodic[i] = record.cause === 'timer' ? 1 : 0
    if (record.cause === 'call') this.forced.push(i)
    this.wasLimiting[i] = record.wasLimiting ? 1 : 0
  }

  toPoints(): Points {
    const { point, points } = this
    const runtime: RuntimePoints = {
      wall: point.wall.subarray(0, points),
      counted: point.counted.subarray(0, points),
      container: point.container.subarray(0, points),
      fill: point.fill.subarray(0, points),
      limiting: this.limiting.subarray(0, points),
    }
    return {
      count: points,
      time: point.time.subarray(0, points),
      live: point.live.subarray(0, points),
      fresh: point.fresh.subarray(0, points),
      runtime,
    }
  }

  toCycles(): Cycles {
    const { cycle, cycles } = this
    const column = (name: CycleColumn) => cycle[name].subarray(0, cycles)
    const runtime: RuntimeCycles = {
      trigger: column('trigger'),
      runway: column('runway'),
      assistRatio: column('assistRatio'),
      assistRatioEnd: column('assistRatioEnd'),
      consMark: column('consMark'),
      assist: column('assist'),
      background: column('background'),
      idle: column('idle'),
      pause: column('pause'),
      liveFound: column('liveFound'),
      heapStart: column('heapStart'),
      heapEnd: column('heapEnd'),
      startWall: column('startWall'),
      endWall: column('endWall'),
      periodic: this.periodic.subarray(0, cycles),
      limiting: this.wasLimiting.subarray(0, cycles),
    }
    return {
      count: cycles,
      startPoint: this.startPoint.subarray(0, cycles),
      endPoint: this.endPoint.subarray(0, cycles),
      goal: column('goal'),
      rule: this.rule.subarray(0, cycles),
      held: undefined,
      fillAfter: column('fillAfter'),
      forced: this.forced,
      runtime,
    }
  }

  private growPoints(): void {
    const length = longer(this.points)
    this.point = grown(POINT_COLUMNS, length, this.point)
    this.limiting = copied(new Uint8Array(length), this.limiting)
  }

  private growCycles(): void {
    const length = longer(this.cycles)
    this.cycle = grown(CYCLE_COLUMNS, length, this.cycle)
    this.startPoint = copied(new Uint32Array(length), this.startPoint)
    this.endPoint = copied(new Uint32Array(length), this.endPoint)
    this.rule = copied(new Uint8Array(length), this.rule)
    this.periodic = copied(new Uint8Array(length), this.periodic)
    this.wasLimiting = copied(new Uint8Array(length), this.wasLimiting)
  }
}

/** Of a run whose columns are not kept too: it is judged at the same points. */
function isDetailed({ cycles, points }: Pick<Recorder, 'cycles' | 'points'>): boolean {
  return cycles < DETAILED_CYCLES && points < DETAILED_POINTS
}

type Columns<K extends string> = Record<K, Float64Array<ArrayBuffer>>

function columns<K extends string>(names: readonly K[], length: number): Columns<K> {
  const { buffer } = new Float64Array(names.length * length)
  return Object.fromEntries(
    names.map((name, i) => [name, new Float64Array(buffer, 8 * i * length, length)]),
  ) as Columns<K>
}

/** Longer columns that begin with what shorter ones hold. */
function grown<K extends string>(names: readonly K[], length: number, shorter: Columns<K>): Columns<K> {
  if (length > SHORT) {
    for (const name of names) shorter[name] = copied(new Float64Array(length), shorter[name])
    return shorter
  }
  const larger = columns(names, length)
  for (const name of names) copied(larger[name], shorter[name])
  return larger
}

function longer(length: number): number {
  return (4 * length <= SHORT ? 4 : 2) * length
}

/** A longer column that begins with what a shorter one holds. */
function copied<T extends Float64Array | Uint32Array | Uint8Array>(larger: T, column: T): T {
  larger.set(column)
  return larger
}
