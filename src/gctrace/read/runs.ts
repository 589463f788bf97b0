import { ABSENT, type ColumnWriter, type Draft } from '../columns.ts'
import type { Commands } from './command.ts'
import { follow, misfitOf, type Trail } from './misfit.ts'
import { copyText } from './problems.ts'
import type { RunInfo } from './run-info.ts'

type State = { -readonly [K in keyof RunInfo]: RunInfo[K] } & Trail & {
    lastIndex: number
    /** The last start as printed: `lastStart` counts from it where the clock has wrapped around. */
    printedStart: number
    /** Whether its lines have stacks, as in Go 1.18 and later. A process never changes its Go version. */
    readonly hasStacks: boolean
    /**
     * Another run that we gave this run’s next cycle, because it seemed to have ended. If it writes again, both are
     * unclear.
     */
    rival: State | undefined
    /** The number before the last gap in its numbers; 0 if there was none. */
    beforeGap: number
    /** How many of its last cycles have no gap between them. */
    row: number
    /** How many gc lines its stream had when this run began, and when it was last seen. */
    readonly begun: number
    seen: number
    /** Seconds to subtract from a start that has wrapped around; NaN if none has. */
    offset: number
  }

interface Stream {
  readonly index: number
  readonly name: string
  lines: number
  current: State | undefined
  readonly recent: State[]
}

type Assignment = 'ok' | 'repeated' | 'mixed' | 'unclear' | 'too-many'

/** Later starts mean that the clock went backwards: negative nanoseconds, read as unsigned. */
const WRAPPED_SECONDS = 1e10
/** For how many gc lines another process that writes into the same stream is remembered. */
const MEMORY_LINES = 64
const MOST_RECENT = 16
/** A run has to fit by this much better than another to be surely the right one: some twenty times as likely. */
const CLEAR = 3
/** A restart is this much likelier than two processes that start one after the other. */
const RESTART = 6
/** We may assign the first 4 cycles to the wrong run: the later ones are enough to show program and settings. */
const FIRST_CYCLES = 4
const MOST_STREAMS = 256
const MOST_RUNS = 10_000

/** Tells the processes of a log apart: by prefix, and by cycle numbers that start again. */
export class RunTracker {
  private readonly runs: State[] = []
  private readonly streams: Stream[] = []
  private readonly byName = new Map<string, Stream>()
  /** See `Continuity`. */
  readonly continuity = { next: 0, inRows: 0 }
  /** Whether there were too many prefixes to tell them all apart. */
  isCrowded = false
  private isUnclear = false
  private readonly writer: ColumnWriter
  private readonly commands: Commands

  /** @param writer takes each cycle after it was assigned, unless it is a repeated one */
  constructor(writer: ColumnWriter, commands: Commands) {
    this.writer = writer
    this.commands = commands
  }

  /**
   * Writes `run`, `stream` and, if the clock has wrapped around, `startSeconds`.
   * @param timestamp of its line, as printed; empty if the line has none
   */
  assign(draft: Draft, stream: Stream, timestamp: string): Assignment {
    stream.lines++
    const { current } = stream
    this.isUnclear = false
    if (current && this.isRepeated(current, draft)) return 'repeated'
    const found = this.findRun(stream, draft)
    const isNew = found === undefined
    if (isNew && this.runs.length >= MOST_RUNS && current) {
      this.extend(current, stream, draft)
      return 'too-many'
    }
    if (isNew) this.checkGaps(stream, draft)
    // The run writes again, so our guess that it had ended was wrong.
    if (found?.rival) this.markUnclear(found, found.rival)
    const time = copyText(timestamp)
    const run = found ?? this.begin(stream, draft, time)
    this.extend(run, stream, draft)
    if (time !== '') run.lastTimestamp = time
    if (this.isUnclear) return 'unclear'
    return !isNew && run !== current ? 'mixed' : 'ok'
  }

  toStreams(): { readonly name: string }[] {
    return this.streams.map(({ name }) => ({ name }))
  }

  toRuns(): RunInfo[] {
    return this.runs.map(toInfo)
  }

  /** The stream with this name. When there are too many, all further names share the last one. */
  streamOf(name: string): Stream {
    return this.byName.get(name) ?? this.beginStream(name)
  }

  private beginStream(name: string): Stream {
    const last = this.streams.at(-1)
    if (last && this.streams.length >= MOST_STREAMS) {
      this.isCrowded = true
      return last
    }
    const index = this.streams.length
    const stream: Stream = { index, name: copyText(name), lines: 0, current: undefined, recent: [] }
    this.streams.push(stream)
    this.byName.set(stream.name, stream)
    return stream
  }

  private findRun(stream: Stream, draft: Draft): State | undefined {
    const { current, recent } = stream
    if (recent.length > 1) {
      const found = this.bestOf(stream, draft)
      if (found) return found
    } else if (current && isNext(current, draft)) return current
    const goesOn = current && draft.number > current.lastNumber && isAfter(current, draft)
    return goesOn && !this.isBelowCommand(current, draft) ? current : undefined
  }

  /** Whether the line is the run’s last one once more: two collectors may have written it into one log. */
  private isRepeated(run: State, draft: Draft): boolean {
    const isSame = draft.number === run.lastNumber && draft.startSeconds === run.printedStart
    return isSame && this.writer.hasFigures(run.lastIndex, draft) && !this.isBelowCommand(run, draft)
  }

  /** Whether a command that starts a program is between the run and a line. With several streams, it may be of any. */
  private isBelowCommand({ lastLine }: State, { line }: Draft): boolean {
    return this.streams.length === 1 && this.commands.isBetween(lastLine, line)
  }

  /** The run that the cycle fits best, of those that it may continue; notes where another one fits about as well. */
  private bestOf({ current, recent, lines }: Stream, draft: Draft): State | undefined {
    const open: State[] = []
    // The last of the list wrote last.
    for (let i = recent.length - 1; i >= 0 && lines - recent[i]!.seen <= MEMORY_LINES; i--) {
      const run = recent[i]!
      if (isNext(run, draft) && (run === current || run.procs === draft.procs)) open.push(run)
    }
    if (open.length < 2) return open[0]
    const ranked = open.map((run) => {
      // Most processes that write nothing while another begins have ended: the other is the same program, restarted.
      const asEnded = current !== undefined && run.seen < current.begun ? RESTART : 0
      return { run, asEnded, misfit: misfitOf(run, draft) + asEnded }
    })
    const [best, second] = ranked.sort((a, b) => a.misfit - b.misfit) as [Ranked, Ranked]
    const margin = second.misfit - best.misfit
    if (Math.min(best.run.cycles, second.run.cycles) < FIRST_CYCLES) return best.run
    if (margin < CLEAR) this.markUnclear(best.run, second.run)
    else if (margin - second.asEnded < CLEAR) second.run.rival = best.run
    return best.run
  }

  private markUnclear(...runs: readonly State[]): void {
    this.isUnclear = true
    for (const run of runs) run.isUnclear = true
  }

  /**
   * Looks for a run with a gap that this cycle fills. Then the cycles after the gap are those of another process, and
   * the run is unclear. In a process that restarted instead, the clock would begin anew.
   */
  private checkGaps({ recent }: Stream, { number, startSeconds }: Draft): void {
    for (const run of recent) {
      if (run.beforeGap + 1 !== number || run.beforeGap === 0) continue
      if (run.lastNumber >= number + FIRST_CYCLES || startSeconds > run.lastStart) this.markUnclear(run)
    }
  }

  private begin(stream: Stream, draft: Draft, timestamp: string): State {
    const run: State = {
      index: this.runs.length,
      stream: stream.index,
      cycles: 0,
      firstLine: draft.line,
      lastLine: draft.line,
      firstNumber: draft.number,
      lastNumber: 0,
      firstStart: draft.startSeconds,
      lastStart: 0,
      procs: draft.procs,
      firstTimestamp: timestamp,
      lastTimestamp: '',
      isUnclear: false,
      lastIndex: 0,
      printedStart: Number.NaN,
      lastHeapStart: 0,
      lastLive: 0,
      lastGoal: 0,
      lastRoots: 0,
      beforeStart: 0,
      beforeLive: 0,
      rival: undefined,
      beforeGap: 0,
      row: 0,
      hasStacks: draft.stacksMiB !== ABSENT,
      begun: stream.lines,
      seen: 0,
      offset: Number.NaN,
    }
    this.runs.push(run)
    return run
  }

  private extend(run: State, stream: Stream, draft: Draft): void {
    run.printedStart = draft.startSeconds
    if (draft.startSeconds > WRAPPED_SECONDS) {
      if (Number.isNaN(run.offset)) run.offset = draft.startSeconds - run.lastStart
      draft.startSeconds = Math.round((draft.startSeconds - run.offset) * 1000) / 1000
    }
    if (run.cycles === 0) run.firstStart = draft.startSeconds
    const isNextNumber = run.cycles > 0 && draft.number === run.lastNumber + 1
    if (run.cycles > 0 && !isNextNumber) run.beforeGap = run.lastNumber
    run.row = isNextNumber ? run.row + 1 : 1
    this.continuity.inRows += run.row
    if (isNextNumber) this.continuity.next++
    run.cycles++
    run.lastLine = draft.line
    run.lastIndex = this.writer.count
    run.lastNumber = draft.number
    follow(run, draft)
    run.procs = draft.procs
    run.seen = stream.lines
    draft.run = run.index
    draft.stream = run.stream
    if (stream.current === run) return
    stream.current = run
    moveToEnd(stream.recent, run)
  }
}

interface Ranked {
  readonly run: State
  /** Part of the misfit, because the run may have ended. */
  readonly asEnded: number
  readonly misfit: number
}

function moveToEnd(recent: State[], run: State): void {
  const at = recent.indexOf(run)
  if (at >= 0) recent.splice(at, 1)
  else if (recent.length >= MOST_RECENT) recent.shift()
  recent.push(run)
}

function toInfo(run: State): RunInfo {
  const { index, stream, cycles, firstLine, lastLine, firstNumber, lastNumber, firstStart, lastStart } = run
  const { procs, firstTimestamp, lastTimestamp, isUnclear } = run
  const lines = { firstLine, lastLine, firstNumber, lastNumber, firstStart, lastStart, firstTimestamp, lastTimestamp }
  return { index, stream, cycles, ...lines, procs, isUnclear }
}

/** Whether this is the run's next cycle. Between cycles the heap only grows, from the live heap found last. */
function isNext(run: State, draft: Draft): boolean {
  const { lastNumber, lastLive } = run
  return draft.number === lastNumber + 1 && isAfter(run, draft) && draft.heapStartMiB + 1 >= 0.99 * lastLive
}

function isAfter(run: State, draft: Draft): boolean {
  if (run.hasStacks !== (draft.stacksMiB !== ABSENT)) return false
  const start = draft.startSeconds
  if (start <= WRAPPED_SECONDS) return start >= run.lastStart || !Number.isNaN(run.offset)
  return Number.isNaN(run.offset) || start - run.offset >= run.lastStart - 1e-3
}
