import { cleanLine, isDirty } from './clean.ts'
import { ColumnWriter, type CycleColumns, createDraft } from './columns.ts'
import { FastLineReader } from './fast-line.ts'
import { GcLineReader } from './gc-line.ts'
import { findGc } from './locate.ts'
import { isTooOld, neighbourKind } from './other-lines.ts'
import { NOWHERE, type Origin, StreamNamer } from './prefix.ts'
import { type LogProblem, type Neighbour, type NeighbourKind, type ProblemKind, Tally } from './problems.ts'
import { wholeLogProblems } from './refusal.ts'
import { type RunInfo, RunTracker } from './runs.ts'

/** A log that has been read. */
export interface ParsedLog {
  /** Every cycle, in the order of the lines. */
  readonly columns: CycleColumns
  readonly runs: readonly RunInfo[]
  readonly streams: readonly { readonly name: string }[]
  /** What was not understood, and what is odd, in the order of the first such line. */
  readonly problems: readonly LogProblem[]
  /** Lines of the runtime that are no gc lines. */
  readonly neighbours: readonly Neighbour[]
  readonly lines: number
  readonly characters: number
}

export interface Progress {
  readonly characters: number
  readonly lines: number
  readonly cycles: number
}

export interface LogReader {
  /** Takes the next piece of the log; it may end anywhere. */
  push(chunk: string): void
  /** No more pieces: what was read. */
  end(): ParsedLog
  readonly progress: Progress
}

/** Longer lines are passed over: no gc line is a hundredth of this. In characters. */
const MOST_LINE = 65_536
/** A gc line is wrapped into at most so many. */
const MOST_PARTS = 5
const LINE_FEED = '\n'

/**
 * Reads a log of any size piece by piece, without keeping it: what stays is some 90 bytes per cycle. Takes any text
 * and never fails; time is linear in its length.
 */
export function createReader(): LogReader {
  return new Reader()
}

/** A gc line that ended too early: the next line may hold the rest. */
interface Pending {
  text: string
  readonly raw: string
  readonly start: number
  readonly line: number
  readonly margin: string
  parts: number
}

class Reader implements LogReader {
  private readonly draft = createDraft()
  private readonly gc = new GcLineReader(this.draft)
  private readonly fast = new FastLineReader(this.draft)
  private readonly namer = new StreamNamer()
  private readonly writer = new ColumnWriter()
  private readonly tracker = new RunTracker()
  private readonly problems = new Tally<ProblemKind>()
  private readonly neighbours = new Tally<NeighbourKind>()
  private carry = ''
  private isDropping = false
  private pending: Pending | undefined
  private lastGcLine = -1
  private lines = 0
  private characters = 0
  /** Characters that text does not hold, among the first looked at. */
  private unreadable = 0
  private looked = 0

  get progress(): Progress {
    return { characters: this.characters, lines: this.lines, cycles: this.writer.count }
  }

  push(chunk: string): void {
    this.characters += chunk.length
    this.look(chunk)
    // UTF-16, as PowerShell writes it, read as UTF-8: a zero beside every character.
    const text = chunk.includes('\0') ? chunk.replaceAll('\0', '') : chunk
    let from = 0
    for (let to = text.indexOf(LINE_FEED); to >= 0; to = text.indexOf(LINE_FEED, from)) {
      if (from > 0 && this.readPlain(text, from, to)) this.lines++
      else this.readPiece(text.slice(from, to))
      from = to + 1
    }
    this.keep(text.slice(from))
    this.tracker.settle()
  }

  end(): ParsedLog {
    if (this.carry !== '' || this.isDropping) this.readPiece('')
    this.dropPending()
    const { tracker, characters, lines } = this
    const columns = this.writer.toColumns()
    const isBinary = this.unreadable > 0.05 * this.looked
    const facts = { cycles: columns.count, characters, isBinary, neighbours: this.neighbours, problems: this.problems }
    return {
      columns,
      runs: tracker.toRuns(),
      streams: tracker.toStreams(),
      problems: [...wholeLogProblems(facts), ...this.problems.list()],
      neighbours: this.neighbours.list(),
      lines,
      characters,
    }
  }

  /**
   * Reads a gc line where it stands, if it has no prefix or a known one and little or nothing follows it; nothing
   * is done to any other.
   */
  private readPlain(text: string, from: number, to: number): boolean {
    if (this.pending) return false
    const length = this.namer.knownLength(text, from)
    if (length < 0) return false
    const end = this.fast.read(text, from + length)
    if (end < 0 || to - end >= SHORTEST) return false
    this.accept(text, from, length === 0 ? NOWHERE : this.namer.knownOrigin(text, from), this.lines + 1)
    return true
  }

  /** The end of a line has come: it is what was kept and this. */
  private readPiece(piece: string): void {
    this.lines++
    const line = this.carry === '' ? piece : this.carry + piece
    this.carry = ''
    if (this.isDropping || line.length > MOST_LINE) {
      if (!this.isDropping) this.reportTooLong(this.lines, line)
      this.isDropping = false
      return
    }
    this.readLine(line)
  }

  private keep(rest: string): void {
    if (rest === '' || this.isDropping) return
    this.carry += rest
    if (this.carry.length <= MOST_LINE) return
    this.reportTooLong(this.lines + 1, this.carry)
    this.carry = ''
    this.isDropping = true
  }

  private reportTooLong(line: number, text: string): void {
    this.problems.add('too-long', line, text, () => `longer than ${MOST_LINE} characters: passed over`)
  }

  private readLine(raw: string): void {
    const start = findGc(raw, 0)
    if (start >= 0) {
      this.dropPending()
      this.readGc(raw, start, this.lines)
      return
    }
    if (this.pending && this.join(raw)) return
    if (isDirty(raw)) {
      const clean = cleanLine(raw)
      const at = findGc(clean, 0)
      if (at >= 0) {
        this.readGc(clean, at, this.lines)
        return
      }
    }
    this.readOther(raw)
  }

  /** Reads the gc line at `start`, and whatever gc lines follow it in the same line. */
  private readGc(raw: string, start: number, line: number): void {
    const { gc } = this
    let text = raw
    // Asked once: a line may hold ten thousand beginnings of gc lines.
    let mayBeDirty: boolean | undefined
    for (let at = start; at >= 0; at = findGc(text, gc.at)) {
      if (at === start && text === raw) {
        const end = this.fast.read(text, at)
        if (end >= 0) {
          this.accept(raw, 0, this.namer.find(raw, start), line)
          if (text.length - end < SHORTEST) return
          gc.at = end
          continue
        }
      }
      let status = gc.read(text, at)
      if (status !== 'ok') mayBeDirty ??= isDirty(text)
      if (status !== 'ok' && mayBeDirty) {
        mayBeDirty = false
        text = cleanLine(text.slice(at))
        at = 0
        status = gc.read(text, 0)
      }
      if (status === 'ok') this.accept(raw, 0, this.namer.find(raw, start), line)
      else if (status === 'cut') {
        const margin = raw.slice(0, start)
        this.pending = { text: text.slice(at), raw, start, line, margin: margin.trim(), parts: 1 }
        return
      } else this.reportBad(status, text, line)
      if (gc.at <= at) return
    }
  }

  /** Takes the cycle in the draft: of the line that begins at `from` of a text. */
  private accept(text: string, from: number, origin: Origin, line: number): void {
    const { draft, tracker } = this
    draft.line = line
    const printed = draft.startSeconds
    const assignment = tracker.assign(draft, origin)
    this.lastGcLine = line
    if (assignment !== 'repeated') this.writer.add(draft)
    if (assignment !== 'ok') this.reportOdd(assignment, text, from)
    if (tracker.isCrowded) this.reportOdd('crowded', text, from)
    if (draft.startSeconds !== printed) this.reportOdd('clock', text, from)
  }

  private reportOdd(what: keyof typeof ODD, text: string, from: number): void {
    const end = text.indexOf(LINE_FEED, from)
    const line = text.slice(from, end < 0 ? text.length : end)
    this.problems.add(what === 'crowded' ? 'too-many' : what, this.draft.line, line, () => ODD[what])
  }

  private reportBad(status: 'patched' | 'bad', text: string, line: number): void {
    const { gc } = this
    const kind = status === 'bad' ? 'damaged' : status
    this.problems.add(kind, line, text, () => {
      const found = text.slice(gc.at, gc.at + 12)
      return `expected ${gc.expected} where "${found}" stands`
    })
  }

  /** Tries this line as the rest of the one that ended too early. */
  private join(raw: string): boolean {
    const { pending, gc } = this
    if (!pending) return false
    let rest = raw.trim()
    if (pending.margin !== '' && rest.startsWith(pending.margin)) rest = rest.slice(pending.margin.length).trimStart()
    const joined = pending.text.trimEnd() + (isDirty(rest) ? cleanLine(rest) : rest)
    const status = rest === '' ? 'bad' : gc.read(joined, 0)
    if (status === 'ok') {
      this.pending = undefined
      this.accept(pending.raw, 0, this.namer.find(pending.raw, pending.start), pending.line)
      this.lastGcLine = this.lines
      return true
    }
    if (status === 'cut' && pending.parts < MOST_PARTS) {
      pending.text = joined
      pending.parts++
      return true
    }
    this.dropPending()
    return false
  }

  private dropPending(): void {
    const { pending, gc } = this
    if (!pending) return
    this.pending = undefined
    if (pending.text.includes('@')) {
      gc.read(pending.text, 0)
      this.problems.add('cut', pending.line, pending.text, () => `ends where ${gc.expected} should follow`)
    } else this.readOther(pending.raw)
  }

  private readOther(raw: string): void {
    const line = raw.trim()
    if (line === '') return
    if (line === '(forced)' && this.lastGcLine === this.lines - 1) {
      this.writer.forceLast()
      return
    }
    const neighbour = neighbourKind(line)
    if (neighbour) this.neighbours.add(neighbour, this.lines, line, () => '')
    else if (isTooOld(line)) this.problems.add('too-old', this.lines, line, () => TOO_OLD)
    else this.problems.add('other-output', this.lines, line, () => 'not written by the Go runtime: passed over')
  }

  /** Looks at the first pieces for characters that no text holds. */
  private look(chunk: string): void {
    if (this.looked > 20_000) return
    const sample = chunk.slice(0, 20_000)
    this.looked += sample.length
    for (let i = 0; i < sample.length; i++) {
      const code = sample.charCodeAt(i)
      if (code === 0xfffd || (code < 32 && code !== 0 && code !== 27 && (code < 9 || code > 13))) this.unreadable++
    }
  }
}

/** A gc line has no fewer characters; what is left of a line and shorter holds none. */
const SHORTEST = 60

const ODD = {
  repeated: 'the same cycle once more: counted once',
  mixed:
    'two processes write into this stream at once, and were told apart by their numbers: `go run` does so, where the compiler’s own lines come first',
  'too-many': 'too many restarts to tell apart',
  crowded: 'more different prefixes than can be told apart: the rest is one stream',
  clock: 'the clock went backwards at the start of the process: times count from its first line',
} as const
const TOO_OLD = 'the form of Go 1.4 and before: it has no heap goal and no CPU by kind, and cannot be read as a cycle'
