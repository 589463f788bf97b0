import type { ParsedCycle } from './cycle.ts'

/** What a gc line says, in whole numbers: times in microseconds, as Go prints no finer ones. Written in place. */
export interface Draft {
  number: number
  startSeconds: number
  gcPercentSoFar: number
  sweepTermUs: number
  markUs: number
  markTermUs: number
  sweepTermCpuUs: number
  assistUs: number
  backgroundUs: number
  idleUs: number
  markTermCpuUs: number
  /** Go 1.5 only, else 0. */
  scanCpuUs: number
  heapStartMiB: number
  heapEndMiB: number
  heapLiveMiB: number
  goalMiB: number
  /** ABSENT before Go 1.18. */
  stacksMiB: number
  globalsMiB: number
  procs: number
  forced: number
  run: number
  stream: number
  line: number
}

/** Stands for a figure that the line does not have. */
export const ABSENT = 0xffffffff
/** Largest figure that a column holds; of times, in µs, 71 minutes. */
export const MOST_WHOLE = ABSENT - 1

const WHOLE = [
  'number',
  'sweepTermUs',
  'markUs',
  'markTermUs',
  'sweepTermCpuUs',
  'assistUs',
  'backgroundUs',
  'idleUs',
  'markTermCpuUs',
  'heapStartMiB',
  'heapEndMiB',
  'heapLiveMiB',
  'stacksMiB',
  'globalsMiB',
  'procs',
  'run',
  'stream',
  'line',
] as const

type Whole = (typeof WHOLE)[number]

/**
 * Cycles of a log in columns, one entry per cycle: a log of a million lines is some 90 MB this way, and 600 MB as
 * objects. Units are in the names; `stacksMiB` and `globalsMiB` hold ABSENT where the line has none.
 */
export interface CycleColumns extends Readonly<Record<Whole, Uint32Array>> {
  readonly count: number
  readonly startSeconds: Float64Array
  readonly gcPercentSoFar: Float64Array
  /** With GOGC=off and no limit there is none, and Go prints 17592186044415. */
  readonly goalMiB: Float64Array
  readonly forced: Uint8Array
  /** Go 1.5 only: CPU time of its scan and sync phases, by index. */
  readonly scanCpuUs: ReadonlyMap<number, number>
}

/** Columns that grow. */
export class ColumnWriter {
  private whole = Object.fromEntries(WHOLE.map((name) => [name, new Uint32Array(64)])) as Record<Whole, Uint32Array>
  private start = new Float64Array(64)
  private goal = new Float64Array(64)
  private percent = new Float64Array(64)
  private forced = new Uint8Array(64)
  private readonly scan = new Map<number, number>()
  count = 0

  add(draft: Draft): void {
    if (this.count === this.forced.length) this.grow()
    const i = this.count++
    const { whole } = this
    whole.number[i] = draft.number
    whole.sweepTermUs[i] = draft.sweepTermUs
    whole.markUs[i] = draft.markUs
    whole.markTermUs[i] = draft.markTermUs
    whole.sweepTermCpuUs[i] = draft.sweepTermCpuUs
    whole.assistUs[i] = draft.assistUs
    whole.backgroundUs[i] = draft.backgroundUs
    whole.idleUs[i] = draft.idleUs
    whole.markTermCpuUs[i] = draft.markTermCpuUs
    whole.heapStartMiB[i] = draft.heapStartMiB
    whole.heapEndMiB[i] = draft.heapEndMiB
    whole.heapLiveMiB[i] = draft.heapLiveMiB
    whole.stacksMiB[i] = draft.stacksMiB
    whole.globalsMiB[i] = draft.globalsMiB
    whole.procs[i] = draft.procs
    whole.run[i] = draft.run
    whole.stream[i] = draft.stream
    whole.line[i] = draft.line
    this.start[i] = draft.startSeconds
    this.goal[i] = draft.goalMiB
    this.percent[i] = draft.gcPercentSoFar
    this.forced[i] = draft.forced
    if (draft.scanCpuUs > 0) this.scan.set(i, draft.scanCpuUs)
  }

  /** The last cycle was forced after all: its line was wrapped before the word. */
  forceLast(): void {
    if (this.count > 0) this.forced[this.count - 1] = 1
  }

  toColumns(): CycleColumns {
    const { count } = this
    const whole = Object.fromEntries(WHOLE.map((name) => [name, this.whole[name].subarray(0, count)]))
    return {
      ...(whole as Record<Whole, Uint32Array>),
      count,
      startSeconds: this.start.subarray(0, count),
      goalMiB: this.goal.subarray(0, count),
      gcPercentSoFar: this.percent.subarray(0, count),
      forced: this.forced.subarray(0, count),
      scanCpuUs: this.scan,
    }
  }

  private grow(): void {
    const length = 2 * this.forced.length
    for (const name of WHOLE) {
      const larger = new Uint32Array(length)
      larger.set(this.whole[name])
      this.whole[name] = larger
    }
    const start = new Float64Array(length)
    start.set(this.start)
    this.start = start
    const goal = new Float64Array(length)
    goal.set(this.goal)
    this.goal = goal
    const percent = new Float64Array(length)
    percent.set(this.percent)
    this.percent = percent
    const forced = new Uint8Array(length)
    forced.set(this.forced)
    this.forced = forced
  }
}

/** The cycles of one run, in columns of their own; the columns themselves where there is no other run. */
export function columnsOfRun(columns: CycleColumns, run: number): CycleColumns {
  const chosen: number[] = []
  for (let i = 0; i < columns.count; i++) if (columns.run[i] === run) chosen.push(i)
  if (chosen.length === columns.count) return columns
  const writer = new ColumnWriter()
  const draft = createDraft()
  for (const i of chosen) {
    copyCycle(columns, i, draft)
    writer.add(draft)
  }
  return writer.toColumns()
}

/** The same in memory of its own, and no more of it than there are cycles. */
export function copyColumns(columns: CycleColumns): CycleColumns {
  const whole = Object.fromEntries(WHOLE.map((name) => [name, columns[name].slice()]))
  return {
    ...columns,
    ...(whole as Record<Whole, Uint32Array>),
    startSeconds: columns.startSeconds.slice(),
    goalMiB: columns.goalMiB.slice(),
    gcPercentSoFar: columns.gcPercentSoFar.slice(),
    forced: columns.forced.slice(),
  }
}

/** A cycle under its public names. */
export function toParsedCycle(columns: CycleColumns, i: number): ParsedCycle {
  const ms = (column: Uint32Array) => column[i]! / 1000
  const optional = (column: Uint32Array) => (column[i] === ABSENT ? null : column[i]!)
  const scanCpuUs = columns.scanCpuUs.get(i)
  return {
    number: columns.number[i]!,
    startSeconds: columns.startSeconds[i]!,
    gcPercentSoFar: columns.gcPercentSoFar[i]!,
    sweepTermMs: ms(columns.sweepTermUs),
    markMs: ms(columns.markUs),
    markTermMs: ms(columns.markTermUs),
    sweepTermCpuMs: ms(columns.sweepTermCpuUs),
    assistMs: ms(columns.assistUs),
    backgroundMs: ms(columns.backgroundUs),
    idleMs: ms(columns.idleUs),
    markTermCpuMs: ms(columns.markTermCpuUs),
    ...(scanCpuUs === undefined ? {} : { scanCpuMs: scanCpuUs / 1000 }),
    heapStartMiB: columns.heapStartMiB[i]!,
    heapEndMiB: columns.heapEndMiB[i]!,
    heapLiveMiB: columns.heapLiveMiB[i]!,
    goalMiB: columns.goalMiB[i]!,
    stacksMiB: optional(columns.stacksMiB),
    globalsMiB: optional(columns.globalsMiB),
    procs: columns.procs[i]!,
    forced: columns.forced[i] === 1,
    run: columns.run[i]!,
    stream: columns.stream[i]!,
    line: columns.line[i]!,
  }
}

/** Written out: objects that are put together from names are several times as slow to write to. */
export function createDraft(): Draft {
  return {
    number: 0,
    startSeconds: 0,
    gcPercentSoFar: 0,
    sweepTermUs: 0,
    markUs: 0,
    markTermUs: 0,
    sweepTermCpuUs: 0,
    assistUs: 0,
    backgroundUs: 0,
    idleUs: 0,
    markTermCpuUs: 0,
    scanCpuUs: 0,
    heapStartMiB: 0,
    heapEndMiB: 0,
    heapLiveMiB: 0,
    goalMiB: 0,
    stacksMiB: 0,
    globalsMiB: 0,
    procs: 0,
    forced: 0,
    run: 0,
    stream: 0,
    line: 0,
  }
}

function copyCycle(columns: CycleColumns, i: number, draft: Draft): void {
  for (const name of WHOLE) draft[name] = columns[name][i]!
  draft.startSeconds = columns.startSeconds[i]!
  draft.goalMiB = columns.goalMiB[i]!
  draft.gcPercentSoFar = columns.gcPercentSoFar[i]!
  draft.forced = columns.forced[i]!
  draft.scanCpuUs = columns.scanCpuUs.get(i) ?? 0
}
