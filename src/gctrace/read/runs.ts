import { ABSENT, type Draft } from '../columns.ts'
import { copyText } from './problems.ts'

/** One process, as its lines show it: cycle numbers that only rise, in one stream. */
export interface RunInfo {
  readonly index: number
  /** Index into the log's streams. */
  readonly stream: number
  readonly cycles: number
  readonly firstLine: number
  readonly lastLine: number
  readonly firstNumber: number
  readonly lastNumber: number
  /** As in `startSeconds`. */
  readonly firstStart: number
  readonly lastStart: number
  /** GOMAXPROCS as last seen. */
  readonly procs: number
  readonly forced: number
  /** Timestamps of the first and last line, as printed; empty if the lines have none. */
  readonly firstTimestamp: string
  readonly lastTimestamp: string
}

/** The run with the most cycles, of several the first. @param runs at least one */
export function longestOf(runs: readonly RunInfo[]): RunInfo {
  return runs.reduce((a, b) => (b.cycles > a.cycles ? b : a))
}

type State = { -readonly [K in keyof RunInfo]: RunInfo[K] } & {
  /** The last start as printed: `lastStart` counts from it where the clock has wrapped around. */
  printedStart: number
  lastHeapStart: number
  lastLive: number
  /** Whether its lines have stacks, as in Go 1.18 and later. A process never changes its Go version. */
  readonly hasStacks: boolean
  /** How many gc lines its stream had when this run was last seen. */
  seen: number
  /** Seconds to subtract from a start that has wrapped around; NaN if none has. */
  offset: number
  /** Whether its last timestamp is still a slice of the current piece of the log. */
  isUnsettled: boolean
}

export interface Stream {
  readonly name: string
  lines: number
  current: State | undefined
  readonly recent: State[]
}

type Assignment = 'ok' | 'repeated' | 'mixed' | 'too-many'

/** Later starts mean that the clock went backwards: negative nanoseconds, read as unsigned. */
const WRAPPED_SECONDS = 1e10
/** For how many gc lines another process that writes into the same stream is remembered. */
const MEMORY_LINES = 64
const MOST_RECENT = 4
const MOST_STREAMS = 256
const MOST_RUNS = 10_000

/** Tells the processes of a log apart, line by line: by prefix, and by cycle numbers that start again. */
export class RunTracker {
  private readonly runs: State[] = []
  private readonly streams: Stream[] = []
  private readonly byName = new Map<string, Stream>()
  private readonly streamIndex = new Map<Stream, number>()
  /** Runs whose last timestamp is still a slice of the current piece of the log. */
  private readonly unsettled: State[] = []
  /** Whether there were too many prefixes to tell them all apart. */
  isCrowded = false

  /**
   * Assigns a cycle to its run: writes `run`, `stream` and, if the clock has wrapped around, `startSeconds`.
   * @param timestamp of its line, as printed; empty if the line has none
   */
  assign(draft: Draft, stream: Stream, timestamp: string): Assignment {
    stream.lines++
    const { current } = stream
    if (current && isRepeated(current, draft)) return 'repeated'
    const found = this.findRun(stream, draft)
    const isNew = found === undefined
    if (isNew && this.runs.length >= MOST_RUNS && current) {
      this.extend(current, stream, draft)
      return 'too-many'
    }
    const run = found ?? this.begin(stream, draft, copyText(timestamp))
    this.extend(run, stream, draft)
    if (timestamp !== '') this.noteTimestamp(run, timestamp)
    return !isNew && run !== current ? 'mixed' : 'ok'
  }

  /** Ends a piece of the log: copies timestamps, so that nothing holds the piece in memory. */
  settle(): void {
    for (const run of this.unsettled) {
      run.lastTimestamp = copyText(run.lastTimestamp)
      run.isUnsettled = false
    }
    this.unsettled.length = 0
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
    const stream: Stream = { name: copyText(name), lines: 0, current: undefined, recent: [] }
    this.streamIndex.set(stream, this.streams.length)
    this.streams.push(stream)
    this.byName.set(stream.name, stream)
    return stream
  }

  private findRun(stream: Stream, draft: Draft): State | undefined {
    const { current, recent } = stream
    if (current && isNext(current, draft)) return current
    // The run that was seen last, of those that the cycle may belong to.
    for (let i = recent.length - 1; i >= 0; i--) {
      const run = recent[i]!
      const isRecent = run !== current && stream.lines - run.seen <= MEMORY_LINES
      if (isRecent && run.procs === draft.procs && isNext(run, draft)) return run
    }
    return current && isLater(current, draft) ? current : undefined
  }

  private begin(stream: Stream, draft: Draft, timestamp: string): State {
    const run: State = {
      index: this.runs.length,
      stream: this.streamIndex.get(stream) ?? 0,
      cycles: 0,
      firstLine: draft.line,
      lastLine: draft.line,
      firstNumber: draft.number,
      lastNumber: 0,
      firstStart: draft.startSeconds,
      lastStart: 0,
      procs: draft.procs,
      forced: 0,
      firstTimestamp: timestamp,
      lastTimestamp: '',
      printedStart: Number.NaN,
      lastHeapStart: 0,
      lastLive: 0,
      hasStacks: draft.stacksMiB !== ABSENT,
      seen: 0,
      offset: Number.NaN,
      isUnsettled: false,
    }
    this.runs.push(run)
    return run
  }

  private noteTimestamp(run: State, timestamp: string): void {
    run.lastTimestamp = timestamp
    if (run.isUnsettled) return
    run.isUnsettled = true
    this.unsettled.push(run)
  }

  private extend(run: State, stream: Stream, draft: Draft): void {
    run.printedStart = draft.startSeconds
    if (draft.startSeconds > WRAPPED_SECONDS) {
      if (Number.isNaN(run.offset)) run.offset = draft.startSeconds - run.lastStart
      draft.startSeconds = Math.round((draft.startSeconds - run.offset) * 1000) / 1000
    }
    if (run.cycles === 0) run.firstStart = draft.startSeconds
    run.cycles++
    run.lastLine = draft.line
    run.lastNumber = draft.number
    run.lastStart = draft.startSeconds
    run.lastHeapStart = draft.heapStartMiB
    run.lastLive = draft.heapLiveMiB
    run.procs = draft.procs
    run.forced += draft.forced
    run.seen = stream.lines
    draft.run = run.index
    draft.stream = run.stream
    if (stream.current === run) return
    stream.current = run
    moveToEnd(stream.recent, run)
  }
}

/** Moves a run to the end of the list. A full list loses its first run. */
function moveToEnd(recent: State[], run: State): void {
  let at = recent.indexOf(run)
  if (at < 0 && recent.length < MOST_RECENT) {
    recent.push(run)
    return
  }
  for (at = Math.max(at, 0); at + 1 < recent.length; at++) recent[at] = recent[at + 1]!
  recent[at] = run
}

function toInfo(run: State): RunInfo {
  const { printedStart: _p, lastHeapStart: _h, lastLive: _l, hasStacks: _k, seen: _s, offset: _o, ...rest } = run
  const { isUnsettled: _u, ...info } = rest
  return info
}

/** Whether this is the run's next cycle. Between cycles the heap only grows, from the live heap found last. */
function isNext(run: State, draft: Draft): boolean {
  const { lastNumber, lastLive } = run
  return draft.number === lastNumber + 1 && isAfter(run, draft) && draft.heapStartMiB + 1 >= 0.99 * lastLive
}

function isLater(run: State, draft: Draft): boolean {
  return draft.number > run.lastNumber && isAfter(run, draft)
}

function isAfter(run: State, draft: Draft): boolean {
  if (run.hasStacks !== (draft.stacksMiB !== ABSENT)) return false
  const start = draft.startSeconds
  if (start <= WRAPPED_SECONDS) return start >= run.lastStart || !Number.isNaN(run.offset)
  return Number.isNaN(run.offset) || start - run.offset >= run.lastStart - 1e-3
}

function isRepeated(run: State, draft: Draft): boolean {
  return (
    draft.number === run.lastNumber &&
    draft.startSeconds === run.printedStart &&
    draft.heapStartMiB === run.lastHeapStart &&
    draft.heapLiveMiB === run.lastLive
  )
}
