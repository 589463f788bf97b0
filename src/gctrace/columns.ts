import { MIB } from '../units.ts'

export type Draft = ReturnType<typeof createDraft>

/**
 * What a gc line says. Sizes are whole MiB, rounded down by Go (value v stands for [v, v + 1) MiB). Written in place. A
 * literal: V8 takes several times as long to write to an object that was built from a list of names.
 */
export function createDraft() {
  return {
    number: 0,
    /** Since the process started. */
    startSeconds: 0,
    /** GC's share of the CPU since the process started, in whole percent: not this cycle's. */
    gcPercentSoFar: 0,
    /** Elapsed. Go 1.5: `markUs` is scan + sync + mark. */
    sweepTermUs: 0,
    markUs: 0,
    markTermUs: 0,
    /** Over all processors. */
    sweepTermCpuUs: 0,
    assistUs: 0,
    backgroundUs: 0,
    idleUs: 0,
    markTermCpuUs: 0,
    /** Go 1.5 only, else 0: CPU time of its separate scan and sync phases. */
    scanCpuUs: 0,
    heapStartMiB: 0,
    heapEndMiB: 0,
    heapLiveMiB: 0,
    goalMiB: 0,
    /** ABSENT before Go 1.18. */
    stacksMiB: 0,
    globalsMiB: 0,
    procs: 0,
    /** Started by runtime.GC or debug.FreeOSMemory. */
    forced: 0,
    /** Whether the two-minute timer started it for certain: `GC forced` stands before it. */
    byTimer: 0,
    /** Which process, and which prefix its lines carry, from 0. */
    run: 0,
    stream: 0,
    /** Line of the log, from 1. */
    line: 0,
  }
}

/** Marks a figure that the line does not have. */
export const ABSENT = 0xffffffff
/** Largest figure that a column holds; of times, in µs, 71 minutes. */
export const MOST_WHOLE = ABSENT - 1

/** Columns that 32-bit whole numbers are too small for, and flags. */
const OTHERS = ['startSeconds', 'goalMiB', 'gcPercentSoFar', 'forced', 'byTimer'] as const
type Other = (typeof OTHERS)[number]
type Flag = 'forced' | 'byTimer'
type Whole = Exclude<keyof Draft, Other | 'scanCpuUs'>
const FIGURES = Object.keys(createDraft()) as (keyof Draft)[]
const NAMES = FIGURES.filter((name) => name !== 'scanCpuUs')
/** What Go prints in a line, but for the start and `(forced)`: both may be corrected later. */
const PRINTED = NAMES.filter((name) => !['startSeconds', 'forced', 'byTimer', 'run', 'stream', 'line'].includes(name))
const WHOLE = NAMES.filter((name): name is Whole => !OTHERS.some((other) => other === name))

/** Cycles of a log, one entry per cycle: a log of a million lines is some 90 MB this way, and 600 MB as objects. */
export interface CycleColumns extends Readonly<Record<Whole, Uint32Array>> {
  readonly count: number
  readonly startSeconds: Float64Array
  readonly gcPercentSoFar: Float64Array
  /** Without a goal (GOGC=off and no limit), Go prints some 8532210231537, and before Go 1.19 17592186044415. */
  readonly goalMiB: Float64Array
  readonly forced: Uint8Array
  readonly byTimer: Uint8Array
  /** Go 1.5 only: CPU time of its scan and sync phases, by index. */
  readonly scanCpuUs: ReadonlyMap<number, number>
}

type Growing = Record<Whole, Uint32Array<ArrayBuffer>> &
  Record<Exclude<Other, Flag>, Float64Array<ArrayBuffer>> &
  Record<Flag, Uint8Array<ArrayBuffer>>

function createColumns(length: number): Growing {
  const whole = Object.fromEntries(WHOLE.map((name) => [name, new Uint32Array(length)]))
  return {
    ...(whole as Record<Whole, Uint32Array<ArrayBuffer>>),
    startSeconds: new Float64Array(length),
    goalMiB: new Float64Array(length),
    gcPercentSoFar: new Float64Array(length),
    forced: new Uint8Array(length),
    byTimer: new Uint8Array(length),
  }
}

export class ColumnWriter {
  private columns = createColumns(64)
  private readonly scan = new Map<number, number>()
  count = 0

  add(draft: Draft): void {
    if (this.count === this.columns.forced.length) this.grow()
    const i = this.count++
    const { columns } = this
    columns.number[i] = draft.number
    columns.sweepTermUs[i] = draft.sweepTermUs
    columns.markUs[i] = draft.markUs
    columns.markTermUs[i] = draft.markTermUs
    columns.sweepTermCpuUs[i] = draft.sweepTermCpuUs
    columns.assistUs[i] = draft.assistUs
    columns.backgroundUs[i] = draft.backgroundUs
    columns.idleUs[i] = draft.idleUs
    columns.markTermCpuUs[i] = draft.markTermCpuUs
    columns.heapStartMiB[i] = draft.heapStartMiB
    columns.heapEndMiB[i] = draft.heapEndMiB
    columns.heapLiveMiB[i] = draft.heapLiveMiB
    columns.stacksMiB[i] = draft.stacksMiB
    columns.globalsMiB[i] = draft.globalsMiB
    columns.procs[i] = draft.procs
    columns.run[i] = draft.run
    columns.stream[i] = draft.stream
    columns.line[i] = draft.line
    columns.startSeconds[i] = draft.startSeconds
    columns.goalMiB[i] = draft.goalMiB
    columns.gcPercentSoFar[i] = draft.gcPercentSoFar
    columns.forced[i] = draft.forced
    columns.byTimer[i] = draft.byTimer
    if (draft.scanCpuUs > 0) this.scan.set(i, draft.scanCpuUs)
  }

  /** Whether cycle i has the figures of the draft, its start and `forced` apart. */
  hasFigures(i: number, draft: Draft): boolean {
    return PRINTED.every((name) => this.columns[name][i] === draft[name])
  }

  /** Marks the last cycle as forced: its line was wrapped before `(forced)`. */
  forceLast(): void {
    if (this.count > 0) this.columns.forced[this.count - 1] = 1
  }

  toColumns(): CycleColumns {
    const { count, columns } = this
    const cut = Object.fromEntries(NAMES.map((name) => [name, columns[name].subarray(0, count)]))
    return { ...(cut as unknown as Growing), count, scanCpuUs: this.scan }
  }

  private grow(): void {
    const larger = createColumns(2 * this.count)
    for (const name of NAMES) larger[name].set(this.columns[name])
    this.columns = larger
  }
}

/** The cycles of one run: `columns` itself if it holds no other run. */
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

/** A copy of the columns that takes only as much memory as its cycles need. */
export function copyColumns(columns: CycleColumns): CycleColumns {
  return {
    ...columns,
    ...(Object.fromEntries(NAMES.map((name) => [name, columns[name].slice()])) as unknown as Growing),
  }
}

/** A column of stacks or globals at cycle i, in bytes: the middle of what the line allows; 0 if the line shows none. */
export function middleOf(column: Uint32Array, i: number): number {
  const mib = column[i]!
  return mib === ABSENT || mib === 0 ? 0 : mib * MIB + MIB / 2
}

/** A process that allocated at a smaller share of its later rate before its first cycle mostly waited until then. */
const LEAST_WORK = 0.25

/**
 * Whether a log that begins with cycle i is read from the start of its process on. With GOGC off the first cycle may come
 * late: what was allocated before it counts then. A long wait before the process began to work does not.
 */
export function beginsWithProcess(columns: CycleColumns, i: number): boolean {
  const { number, startSeconds } = columns
  return (number[i]! <= 3 && startSeconds[i]! < 5) || (number[i] === 1 && isAtWorkBefore(columns, i))
}

function isAtWorkBefore({ count, startSeconds, heapStartMiB, heapLiveMiB }: CycleColumns, first: number): boolean {
  let allocated = 0
  for (let i = first + 1; i < count; i++) allocated += Math.max(0, heapStartMiB[i]! - heapLiveMiB[i - 1]!)
  const seconds = startSeconds[count - 1]! - startSeconds[first]!
  return heapStartMiB[first]! / startSeconds[first]! > LEAST_WORK * (allocated / seconds)
}

export function toParsedCycle(columns: CycleColumns, i: number): ParsedCycle {
  const cycle: Record<string, number | boolean | null> = {}
  for (const [name, publicName] of PUBLIC_NAMES) {
    const value = name === 'scanCpuUs' ? columns.scanCpuUs.get(i) : columns[name][i]
    if (value === undefined) continue
    if (name === 'forced') cycle.forced = value === 1
    else if (name !== publicName) cycle[publicName] = value / 1000
    else cycle[name] = value === ABSENT && columns[name] instanceof Uint32Array ? null : value
  }
  return cycle as unknown as ParsedCycle
}

export function copyCycle(columns: CycleColumns, i: number, draft: Draft): void {
  for (const name of NAMES) draft[name] = columns[name][i]!
  draft.scanCpuUs = columns.scanCpuUs.get(i) ?? 0
}

/**
 * One gctrace line, as `sawtooth gctrace` prints it in JSON: times in milliseconds; null for what its Go did not print.
 */
export type ParsedCycle = Readonly<Record<PublicName<Exclude<keyof Draft, Flag | 'scanCpuUs' | Optional>>, number>> &
  Readonly<Record<Optional, number | null>> & { readonly forced: boolean; readonly scanCpuMs?: number }
type Optional = 'stacksMiB' | 'globalsMiB'
type PublicName<N> = N extends `${infer Time}Us` ? `${Time}Ms` : N

const PUBLIC_NAMES = FIGURES.filter((name) => name !== 'byTimer').map(
  (name) => [name, name.replace(/Us$/, 'Ms')] as const,
)
