import type { CycleColumns } from './columns.ts'
import { LineReader } from './line-reader.ts'
import type { LogProblem, Neighbour } from './problems.ts'
import { wholeLogProblems } from './refusal.ts'
import type { RunInfo } from './runs.ts'
import { toPiece } from './words.ts'

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

/** What makes text of UTF-8, as a `TextDecoder` does. */
export interface Decoder {
  decode(bytes: Uint8Array, options: { readonly stream: true }): string
}

export interface LogReader {
  /** Takes the next piece of the log; it may end anywhere. */
  push(chunk: string): void
  /**
   * Takes the next piece as it stands in the file, and makes text of those lines only that need it. Whoever pushes
   * bytes pushes, at the end, what the decoder has left.
   */
  pushBytes(bytes: Uint8Array, decoder: Decoder): void
  /** No more pieces: what was read. */
  end(): ParsedLog
  readonly progress: Progress
}

/** Longer lines are passed over: no gc line is a hundredth of this. In characters. */
const MOST_LINE = 65_536
/** Of the first pieces so many characters are looked at; so many bytes hold them, whatever they are. */
const LOOKED_AT = 20_000
const LOOKED_AT_BYTES = 4 * LOOKED_AT
/** Lines that are made text at once where none of them is plain. */
const MOST_AHEAD = 64
const LINE_FEED = '\n'
const LINE_FEED_CODE = 10
const STREAM = { stream: true } as const

/**
 * Reads a log of any size piece by piece, without keeping it: what stays is some 90 bytes per cycle. Takes any text
 * and never fails; time is linear in its length.
 */
export function createReader(): LogReader {
  return new Reader()
}

class Reader implements LogReader {
  private readonly reader = new LineReader()
  private carry = ''
  private isDropping = false
  /** Whether what was pushed so far ends with a line feed. */
  private isAtLineStart = false
  /** Lines to be made text at once when the next one is not plain. */
  private ahead = 1
  private characters = 0
  /** Characters that text does not hold, among the first looked at. */
  private unreadable = 0
  private looked = 0

  get progress(): Progress {
    return { characters: this.characters, lines: this.reader.lines, cycles: this.reader.writer.count }
  }

  push(chunk: string): void {
    this.look(chunk)
    this.pushText(chunk)
    this.reader.settle()
  }

  pushBytes(bytes: Uint8Array, decoder: Decoder): void {
    const { reader } = this
    const last = bytes.lastIndexOf(LINE_FEED_CODE)
    reader.open(toPiece(bytes))
    let from = this.lookAtBytes(bytes, decoder)
    while (from <= last) {
      const next = this.isAtLineStart ? reader.readBytes(from) : -1
      if (next >= 0) {
        this.characters += next - from - reader.surplus
        this.ahead = 1
        from = next
        continue
      }
      const to = this.endOfLines(bytes, from, last)
      this.pushText(decoder.decode(bytes.subarray(from, to), STREAM))
      this.isAtLineStart = true
      from = to
    }
    if (from < bytes.length) {
      this.pushText(decoder.decode(bytes.subarray(from), STREAM))
      this.isAtLineStart = false
    }
    reader.settle()
  }

  end(): ParsedLog {
    const { reader, characters } = this
    if (this.carry !== '' || this.isDropping) this.readPiece('')
    reader.end()
    const { tracker, neighbours, problems, lines } = reader
    const columns = reader.writer.toColumns()
    const isBinary = this.unreadable > 0.05 * this.looked
    const facts = { cycles: columns.count, characters, isBinary, neighbours, problems }
    return {
      columns,
      runs: tracker.toRuns(),
      streams: tracker.toStreams(),
      problems: [...wholeLogProblems(facts), ...problems.list()],
      neighbours: neighbours.list(),
      lines,
      characters,
    }
  }

  private pushText(chunk: string): void {
    this.characters += chunk.length
    this.isAtLineStart = chunk.endsWith(LINE_FEED)
    // UTF-16, as PowerShell writes it, read as UTF-8: a zero beside every character.
    const text = chunk.includes('\0') ? chunk.replaceAll('\0', '') : chunk
    let from = 0
    for (let to = text.indexOf(LINE_FEED); to >= 0; to = text.indexOf(LINE_FEED, from)) {
      this.readPiece(text.slice(from, to))
      from = to + 1
    }
    this.keep(text.slice(from))
  }

  /** Where some lines end that are not plain: more of them the more there were before. */
  private endOfLines(bytes: Uint8Array, from: number, last: number): number {
    let to = from
    // Behind the rest of a gc line there may be one that is plain.
    const most = this.reader.isWaiting ? 1 : this.ahead
    for (let i = 0; i < most && to <= last; i++) to = bytes.indexOf(LINE_FEED_CODE, to) + 1
    this.ahead = Math.min(2 * this.ahead, MOST_AHEAD)
    return to
  }

  /** The end of a line has come: it is what was kept and this. */
  private readPiece(piece: string): void {
    const { reader } = this
    const line = this.carry === '' ? piece : this.carry + piece
    this.carry = ''
    if (this.isDropping || line.length > MOST_LINE) {
      if (!this.isDropping) reader.reportTooLong(line, MOST_LINE)
      this.isDropping = false
      reader.lines++
      return
    }
    reader.readText(line)
  }

  private keep(rest: string): void {
    if (rest === '' || this.isDropping) return
    this.carry += rest
    if (this.carry.length <= MOST_LINE) return
    this.reader.reportTooLong(this.carry, MOST_LINE)
    this.carry = ''
    this.isDropping = true
  }

  /** Makes text of as much of the first pieces as is looked at, and reads it. @returns where that ends */
  private lookAtBytes(bytes: Uint8Array, decoder: Decoder): number {
    if (this.looked > LOOKED_AT) return 0
    const to = Math.min(bytes.length, LOOKED_AT_BYTES)
    const text = decoder.decode(bytes.subarray(0, to), STREAM)
    this.look(text)
    this.pushText(text)
    this.isAtLineStart = to > 0 && bytes[to - 1] === LINE_FEED_CODE
    return to
  }

  /** Looks at the first pieces for characters that no text holds. */
  private look(chunk: string): void {
    if (this.looked > LOOKED_AT) return
    const sample = chunk.slice(0, LOOKED_AT)
    this.looked += sample.length
    for (let i = 0; i < sample.length; i++) {
      const code = sample.charCodeAt(i)
      if (code === 0xfffd || (code < 32 && code !== 0 && code !== 27 && (code < 9 || code > 13))) this.unreadable++
    }
  }
}
