import { ByteLineReader } from './byte-line.ts'
import { cleanLine, isDirty } from './clean.ts'
import { ColumnWriter, createDraft } from './columns.ts'
import { CUT, FrameReader } from './frames.ts'
import { GcLineReader, type LineStatus } from './gc-line.ts'
import { findGc } from './locate.ts'
import type { Origin } from './origin.ts'
import { isTooOld, neighbourKind } from './other-lines.ts'
import { type PassedOver, PassedOverReader } from './passed-over.ts'
import { type NeighbourKind, type ProblemKind, Tally } from './problems.ts'
import { RunTracker } from './runs.ts'
import { StreamNamer } from './stream-namer.ts'
import { fromUtf8 } from './utf8.ts'
import { type Piece, toPiece } from './words.ts'
import { MOST_PARTS } from './wrapped.ts'

const LINE_FEED = 10
const NOTHING = toPiece(new Uint8Array())

/** A gc line that ended too early: the next line may hold the rest. */
interface Pending {
  text: string
  readonly raw: string
  readonly start: number
  readonly line: number
  readonly margin: string
  parts: number
}

/** Reads line by line: what each is, and to which process it belongs. Keeps columns and counts, and no line. */
export class LineReader {
  private readonly draft = createDraft()
  private readonly gc = new GcLineReader(this.draft)
  private readonly frames = new FrameReader(this.draft)
  private readonly namer = new StreamNamer()
  private readonly line = new ByteLineReader(this.frames, this.namer)
  private readonly passedOver = new PassedOverReader()
  readonly writer = new ColumnWriter()
  readonly tracker = new RunTracker()
  readonly problems = new Tally<ProblemKind>()
  readonly neighbours = new Tally<NeighbourKind>()
  private pending: Pending | undefined
  private lastGcLine = -1
  private piece = NOTHING
  /** Lines so far. */
  lines = 0
  /** After `readBytes`: bytes of the line beyond its characters. */
  surplus = 0

  /** What is read from here on as bytes is in this piece of the file. */
  open(piece: Piece): void {
    this.piece = piece
    this.namer.open(piece)
  }

  /** Nothing of the piece of the file is needed any more, and none of it is kept. */
  settle(): void {
    this.tracker.settle()
    this.open(NOTHING)
  }

  /**
   * Reads the line at `from` of the piece if it is one that need not be made text.
   * @returns where the next line begins; −1 where the line is another, and nothing is done
   */
  readBytes(from: number): number {
    if (this.pending) return -1
    const { line, frames, piece } = this
    const to = line.read(piece, from)
    if (to < 0 || !line.origin) return this.passOver(from)
    this.surplus = line.surplus
    const first = this.lines + 1
    this.lines += line.lines
    for (let i = 0; i < line.count; i++) {
      frames.take(i)
      this.accept(line.origin, from, first, undefined)
    }
    this.lastGcLine = this.lines
    return to + 1
  }

  /** As `readBytes`, of a line that is no gc line: of each kind the first is left, for its text. */
  private passOver(from: number): number {
    const { passedOver, piece } = this
    const to = passedOver.read(piece.bytes, from)
    if (to < 0 || !this.countAgain(passedOver.kind)) return -1
    this.surplus = passedOver.surplus
    this.lines++
    return to + 1
  }

  private countAgain(kind: PassedOver): boolean {
    if (kind === 'blank') return true
    if (kind === 'patched' || kind === 'too-old' || kind === 'other-output') return this.problems.countAgain(kind)
    return this.neighbours.countAgain(kind)
  }

  /** Whether the next line may hold the rest of a gc line. */
  get isWaiting(): boolean {
    return this.pending !== undefined
  }

  /** Reads any line. */
  readText(raw: string): void {
    this.lines++
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
        this.frames.learn(raw, originOfCleaned(raw, at), true)
        return
      }
    }
    this.readOther(raw)
  }

  /** Passes over a line, of which no more is known than its beginning. */
  reportTooLong(text: string, most: number): void {
    this.problems.add('too-long', this.lines + 1, text, () => `longer than ${most} characters: passed over`)
  }

  /** No line follows. */
  end(): void {
    this.dropPending()
  }

  /** Reads the gc line at `start`, and whatever gc lines follow it in the same line. */
  private readGc(raw: string, start: number, line: number): void {
    const { gc, frames } = this
    let text = raw
    // Asked once: a line may hold ten thousand beginnings of gc lines.
    let mayBeDirty: boolean | undefined
    for (let at = start; at >= 0; at = findGc(text, gc.at)) {
      const known = frames.readText(text, at)
      if (known >= 0) {
        gc.at = known
        this.acceptText(raw, start, line)
        continue
      }
      const began = at
      const isRaw = text === raw
      let status = known === CUT && !isDirty(text) ? 'cut' : gc.read(text, at)
      if (status !== 'ok') mayBeDirty ??= isDirty(text)
      if (status !== 'ok' && mayBeDirty) {
        mayBeDirty = false
        text = cleanLine(text.slice(at))
        at = 0
        status = gc.read(text, 0)
      }
      if (status === 'ok') {
        this.acceptText(raw, start, line)
        if (isRaw) frames.learn(raw, began, text !== raw)
      } else if (status === 'cut') {
        const margin = raw.slice(0, start)
        this.pending = { text: text.slice(at), raw, start, line, margin: margin.trim(), parts: 1 }
        return
      } else this.reportBad(status, text, line)
      if (gc.at <= at) return
    }
  }

  private acceptText(raw: string, start: number, line: number): void {
    this.accept(this.namer.find(raw, start), 0, line, raw)
  }

  /**
   * Takes the cycle in the draft.
   * @param at where its line begins in the piece that is read as bytes, if it is
   * @param raw its line, if it is read as text
   */
  private accept(origin: Origin, at: number, line: number, raw: string | undefined): void {
    const { draft, tracker } = this
    draft.line = line
    const printed = draft.startSeconds
    const assignment = tracker.assign(draft, origin, at)
    this.lastGcLine = line
    if (assignment !== 'repeated') this.writer.add(draft)
    if (assignment !== 'ok') this.reportOdd(assignment, at, raw)
    if (tracker.isCrowded) this.reportOdd('crowded', at, raw)
    if (tracker.others && !this.namer.isClosed)
      this.namer.close(
        tracker.toStreams().map(({ name }) => name),
        tracker.others,
      )
    if (draft.startSeconds !== printed) this.reportOdd('clock', at, raw)
  }

  private reportOdd(what: keyof typeof ODD, at: number, raw: string | undefined): void {
    const kind = what === 'crowded' ? 'too-many' : what
    if (this.problems.countAgain(kind)) return
    this.problems.add(kind, this.draft.line, raw ?? this.lineAt(at), () => ODD[what])
  }

  /** A line of the piece that is read as bytes, as `readText` would show it: it is UTF-8, if it was taken. */
  private lineAt(at: number): string {
    const { bytes } = this.piece
    const line = fromUtf8(bytes.subarray(at, bytes.indexOf(LINE_FEED, at)))
    return findGc(line, 0) >= 0 ? line : cleanLine(line)
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
    const { pending } = this
    if (!pending) return false
    let rest = raw.trim()
    if (pending.margin !== '' && rest.startsWith(pending.margin)) rest = rest.slice(pending.margin.length).trimStart()
    const joined = pending.text.trimEnd() + (isDirty(rest) ? cleanLine(rest) : rest)
    const status = rest === '' ? 'bad' : this.readJoined(joined)
    if (status === 'ok') {
      this.pending = undefined
      this.acceptText(pending.raw, pending.start, pending.line)
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

  private readJoined(text: string): LineStatus {
    const { gc, frames } = this
    const known = frames.readText(text, 0)
    if (known >= 0) return 'ok'
    if (known === CUT && !isDirty(text)) return 'cut'
    const status = gc.read(text, 0)
    if (status === 'ok') frames.learn(text, 0, false)
    return status
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
}

/** Where a character of the cleaned line stands in the line. */
function originOfCleaned(line: string, at: number): number {
  const origins: number[] = []
  cleanLine(line, origins)
  return origins[at]!
}

const ODD = {
  repeated: 'the same cycle once more: counted once',
  mixed:
    'two processes write into this stream at once, and were told apart by their numbers: `go run` does so, where the compiler’s own lines come first',
  'too-many': 'too many restarts to tell apart',
  crowded: 'more different prefixes than can be told apart: the rest is one stream',
  clock: 'the clock went backwards at the start of the process: times count from its first line',
} as const
const TOO_OLD = 'the form of Go 1.4 and before: it has no heap goal and no CPU by kind, and cannot be read as a cycle'
