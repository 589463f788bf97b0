import { ColumnWriter, copyCycle, createDraft } from '../columns.ts'
import { cleanLine, isDirty } from '../line/clean.ts'
import { GcLineReader } from '../line/gc-line.ts'
import { findGc } from '../line/locate.ts'
import { isTooOld, type NeighbourKind, neighbourKind, parseScanTotal } from '../line/other-lines.ts'
import { MOST_PREFIX, nameOf, sourceOf, toPrefix } from '../line/prefix.ts'
import { Commands } from './command.ts'
import { EntryIds } from './entry-ids.ts'
import { areConnected, isNewestFirst, joinFiles, writersOf } from './order.ts'
import { ProblemCounts, type ProblemKind } from './problems.ts'
import { RunTracker } from './runs.ts'

/** A gc line that ended too early: the next line may hold the rest. */
interface Pending {
  text: string
  readonly raw: string
  readonly start: number
  readonly line: number
  /** The text before its `gc`: in a quoted mail, `> ` comes before the rest of the line too. */
  readonly margin: string
  parts: number
}

/** A gc line may be wrapped into at most this many lines: one ends after its percentage, and after each comma. */
const MOST_PARTS = 8

/** The sizes of a gc line, without its beginning. */
const PIECE = /\d->\d+->\d+ MB, \d+ MB goal/

/** What each line is, and which process wrote it. Keeps columns and counts, but no lines. */
export class LineReader {
  private readonly draft = createDraft()
  private readonly gc = new GcLineReader(this.draft)
  readonly commands = new Commands()
  private readonly ids = new EntryIds()
  writer = new ColumnWriter()
  tracker = new RunTracker(this.writer, this.commands)
  readonly problems = new ProblemCounts<ProblemKind>()
  readonly neighbours = new ProblemCounts<NeighbourKind>()
  readonly scanned = { objects: 0, visits: 0 }
  private pending: Pending | undefined
  private lastGcLine = -1
  private namedLine = ''
  /** The name of the writer of the present line, if it does not stand in it. */
  private writerName = ''
  private name = ''
  /** Who wrote the last `GC forced`. It comes directly before the cycle (Go 1.26, proc.go, forcegchelper). */
  private timerName: string | undefined
  lines = 0

  /** Reads the next line, without the line feed that ends it. @param writer its name, if it does not stand in the line */
  read(raw: string, writer = ''): void {
    this.lines++
    this.writerName = writer
    const start = findGc(raw, 0)
    if (start >= 0) {
      this.dropPending()
      this.readGc(raw, start)
      return
    }
    if (this.pending && this.join(this.pending, raw)) return
    if (isDirty(raw)) {
      const clean = cleanLine(raw)
      const at = findGc(clean, 0)
      if (at >= 0) {
        this.readGc(clean, at)
        return
      }
    }
    this.readOther(raw, this.lines)
  }

  reportTooLong(text: string, most: number): void {
    this.problems.add('too-long', this.lines + 1, text, () => `longer than ${most} characters: skipped`)
  }

  end(): void {
    this.dropPending()
    this.leaveOutIds()
    const written = this.writer.toColumns()
    const files = joinFiles(written, this.names())
    if (files) this.assignAgain((i) => files.names[written.stream[i]!]!, files.order)
    const columns = this.writer.toColumns()
    const writers = writersOf(columns, this.names())
    if (writers) this.assignAgain((i) => writers[columns.stream[i]!]!)
    const { commands, tracker } = this
    const again = this.writer.toColumns()
    const names = this.names()
    if (!isNewestFirst(again, names, commands, tracker.continuity)) return
    this.assignAgain((i) => names[again.stream[i]!]!, undefined, true)
    this.problems.add('newest-first', 0, '', () => NEWEST_FIRST)
  }

  private names(): string[] {
    return this.tracker.toStreams().map(({ name }) => name)
  }

  /** Takes ids of entries out of the names, if the lines then continue each other. */
  private leaveOutIds(): void {
    const names = this.ids.take()
    if (!names) return
    if (areConnected(this.writer.toColumns(), names, this.commands)) this.assignAgain((i) => names[i]!)
    else this.ids.keepAll()
  }

  /** Assigns all cycles to runs once more. @param nameOf the name of the stream of a cycle, by its index */
  private assignAgain(nameOf: (i: number) => string, order?: readonly number[], isBackwards = false): void {
    const { draft, problems } = this
    const columns = this.writer.toColumns()
    const runs = this.tracker.toRuns()
    this.writer = new ColumnWriter()
    this.tracker = new RunTracker(this.writer, this.commands)
    for (const kind of OF_ORDER) problems.delete(kind)
    for (let n = 0; n < columns.count; n++) {
      const i = isBackwards ? columns.count - 1 - n : (order?.[n] ?? n)
      copyCycle(columns, i, draft)
      // If the lines run backwards, `GC forced` comes after its cycle, so it was counted for the wrong one.
      if (isBackwards) draft.byTimer = 0
      const { firstLine, lastLine, firstTimestamp, lastTimestamp } = runs[columns.run[i]!]!
      // Of a run, only the timestamps of its first and last line are known.
      const timestamp = draft.line === firstLine ? firstTimestamp : draft.line === lastLine ? lastTimestamp : ''
      this.assign(nameOf(i), timestamp, '')
    }
  }

  private readGc(raw: string, start: number): void {
    const { gc } = this
    let text = raw
    // Computed once per line: a line may hold ten thousand beginnings of gc lines.
    let mayBeDirty: boolean | undefined
    for (let at = start; at >= 0; at = findGc(text, gc.at)) {
      let isRead = gc.readCommon(text, at)
      if (!isRead) mayBeDirty ??= isDirty(text)
      if (!isRead && mayBeDirty) {
        mayBeDirty = false
        text = cleanLine(text.slice(at))
        at = 0
        isRead = gc.readCommon(text, 0)
      }
      const status = isRead ? 'ok' : gc.readSteps(text, at)
      if (status === 'ok') this.accept(raw, start, this.lines)
      else if (status === 'cut') {
        const margin = raw.slice(0, start).trim()
        this.pending = { text: text.slice(at), raw, start, line: this.lines, margin, parts: 1 }
        return
      } else this.reportBad(status, text)
      if (gc.at <= at) return
    }
  }

  private accept(raw: string, start: number, line: number): void {
    this.draft.line = line
    this.lastGcLine = this.lines
    const prefix = toPrefix(raw.slice(0, Math.min(start, MOST_PREFIX)))
    // A line may hold a whole log: its name is found once.
    if (raw !== this.namedLine) this.name = prefix.isStructured ? sourceOf(raw) : nameOf(raw, prefix)
    this.namedLine = raw
    const name = this.ids.without(this.named(this.name))
    this.draft.byTimer = name === this.timerName ? 1 : 0
    if (name === this.timerName) this.timerName = undefined
    const isNew = this.assign(name, raw.slice(prefix.timeStart, prefix.timeEnd), raw)
    if (isNew && this.ids.note(name)) this.leaveOutIds()
  }

  private named(name: string): string {
    return this.writerName === '' ? name : `${this.writerName} ${name}`.trimEnd()
  }

  /**
   * Adds the cycle in the draft to the run of its stream. @param raw is shown with what is odd about it
   * @returns false if it is a repeated one
   */
  private assign(name: string, timestamp: string, raw: string): boolean {
    const { draft, tracker, problems } = this
    const { line, startSeconds: printed } = draft
    const assignment = tracker.assign(draft, tracker.streamOf(name), timestamp)
    if (assignment !== 'repeated') this.writer.add(draft)
    if (assignment !== 'ok') problems.add(assignment, line, raw, () => ODD[assignment])
    if (tracker.isCrowded) problems.add('too-many', line, raw, () => CROWDED)
    if (draft.startSeconds !== printed) problems.add('clock', line, raw, () => CLOCK)
    return assignment !== 'repeated'
  }

  private reportBad(status: 'patched' | 'bad', text: string): void {
    const { at, expected } = this.gc
    const kind = status === 'bad' ? 'damaged' : status
    const where = () => `expected ${expected} where "${text.slice(at, at + 12)}" stands`
    this.problems.add(kind, this.lines, text, where)
  }

  /** Tries this line as the rest of the pending one. @returns whether it is */
  private join(pending: Pending, raw: string): boolean {
    const { margin } = pending
    let rest = raw.trim()
    if (margin !== '' && rest.startsWith(margin)) rest = rest.slice(margin.length).trimStart()
    const joined = pending.text.trimEnd() + (isDirty(rest) ? cleanLine(rest) : rest)
    const status = rest === '' ? 'bad' : this.gc.read(joined, 0)
    if (status === 'ok') {
      this.pending = undefined
      this.accept(pending.raw, pending.start, pending.line)
      return true
    }
    if (status === 'cut' && pending.parts < MOST_PARTS - 1) {
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
    if (!pending.text.includes('@')) {
      this.readOther(pending.raw, pending.line)
      return
    }
    gc.read(pending.text, 0)
    this.problems.add('cut', pending.line, pending.text, () => `ends where ${gc.expected} should follow`)
  }

  private readOther(raw: string, at: number): void {
    const line = raw.trim()
    if (line === '') return
    if (line === '(forced)' && this.lastGcLine === at - 1) {
      this.writer.forceLast()
      return
    }
    const neighbour = neighbourKind(line)
    if (neighbour === 'scan') this.addScanned(line)
    if (neighbour === 'gc-forced') {
      const end = Math.min(raw.lastIndexOf('GC forced'), MOST_PREFIX)
      this.timerName = this.named(nameOf(raw, toPrefix(raw.slice(0, end))))
    }
    if (this.commands.take(line, at)) return
    if (neighbour) this.neighbours.add(neighbour, at, line, () => '')
    else if (isTooOld(line)) this.problems.add('too-old', at, line, () => TOO_OLD)
    else if (PIECE.test(line))
      this.problems.add('damaged', at, line, () => 'a piece of a gc line that other output has cut in two')
    else this.problems.add('other-output', at, line, () => 'not from gctrace, so skipped')
  }

  private addScanned(line: string): void {
    const count = parseScanTotal(line)
    if (!count) return
    this.scanned.objects += count.objects
    this.scanned.visits += count.visits
  }
}

const ODD = {
  repeated: 'the same cycle once more: counted once',
  mixed:
    'several processes write into this stream at once; we separated them by cycle numbers, goals and heap sizes. `go run` does that (the compiler’s lines come first), and so do pods without `--prefix`',
  unclear:
    'several processes write into this stream at once, and we cannot separate them for sure: a run may have cycles of another, so do not rely on its figures. Log with a name before each line, as `kubectl logs --prefix` does',
  'too-many': 'too many restarts to tell apart',
} as const
const OF_ORDER = ['mixed', 'unclear', 'too-many', 'clock'] as const
const NEWEST_FIRST = 'the newest line comes first, so we read the lines in reverse order'
const CROWDED = 'too many different prefixes: all further ones are one stream'
const CLOCK = 'the clock went backwards at the start of the process: times count from its first line'
const TOO_OLD = 'a line of Go 1.4 or older: it has no heap goal and no CPU by kind, so it is not read as a cycle'
