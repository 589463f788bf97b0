import type { CycleColumns } from '../columns.ts'
import { findGc } from '../line/locate.ts'
import type { ScanCount } from '../line/other-lines.ts'
import { MOST_NAME, MOST_PREFIX } from '../line/prefix.ts'
import { createEntryReader, ENTRIES_HEAD } from './entries.ts'
import { LineReader } from './line-reader.ts'
import type { LogProblem, Neighbour } from './problems.ts'
import { wholeLogProblems } from './refusal.ts'
import type { RunInfo } from './run-info.ts'

export interface ParsedLog {
  /** Every cycle, in the order of the lines. */
  readonly columns: CycleColumns
  readonly runs: readonly RunInfo[]
  readonly streams: readonly { readonly name: string }[]
  /** What was not understood, and what is odd, in the order of the first such line. */
  readonly problems: readonly LogProblem[]
  /** Lines of the runtime that are no gc lines. */
  readonly neighbours: readonly Neighbour[]
  /** What all cycles scanned together, where the log has it (gctrace=2 of Go 1.26 and later). */
  readonly scanned?: ScanCount | undefined
  readonly lines: number
  readonly characters: number
}

/** In characters. Longer lines are skipped where no gc line is in them. */
const MOST_LINE = 65_536
/** No gc line has as many characters. */
const MOST_GC_LINE = 2000
const MOST_CHECKED = 20_000

/**
 * Reads a log of any size piece by piece, in linear time. Keeps some 90 bytes per cycle. Takes any text and never
 * fails.
 */
export class LogReader {
  private readonly reader = new LineReader()
  /** The beginning of the text, until it shows whether its lines are in JSON. */
  private head: string | undefined = ''
  private entries: ReturnType<typeof createEntryReader>
  /** The beginning of a line whose end has not been read yet; of a long line, what is not read yet (`shorten`). */
  private carry = ''
  /** Whether the line of `carry` is too long to be kept, and whether gc lines in it were read. */
  private isLong = false
  private hasGc = false
  private characters = 0
  /** How many of the checked characters do not occur in text. */
  private unreadable = 0
  private checked = 0

  get lines(): number {
    return this.reader.lines
  }

  get cycles(): number {
    return this.reader.writer.count
  }

  /** Takes the next piece of the log; it may end anywhere. */
  push(chunk: string): void {
    this.characters += chunk.length
    this.check(chunk)
    // UTF-16 read as UTF-8 has a zero beside every character.
    const text = chunk.includes('\0') ? chunk.replaceAll('\0', '') : chunk
    if (this.head === undefined) this.take(text)
    else {
      this.head += text
      if (this.head.length >= ENTRIES_HEAD) this.begin(this.head)
    }
  }

  private begin(head: string): void {
    const { reader } = this
    this.head = undefined
    this.entries = createEntryReader(
      head.slice(0, ENTRIES_HEAD),
      (line, name) => reader.read(line, name),
      (piece, isLast) => this.takeLines(isLast ? `${piece}\n` : piece),
    )
    this.take(head)
  }

  private take(text: string): void {
    if (this.entries) this.entries.push(text)
    else this.takeLines(text)
  }

  private takeLines(text: string): void {
    let from = 0
    for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
      this.endLine(text.slice(from, to))
      from = to + 1
    }
    this.keep(text.slice(from))
  }

  end(): ParsedLog {
    const { reader, characters } = this
    if (this.head) this.begin(this.head)
    this.entries?.end()
    if (this.carry !== '' || this.isLong) this.endLine('')
    reader.end()
    const { tracker, neighbours, problems, lines, scanned } = reader
    const columns = reader.writer.toColumns()
    // If some lines could not be separated (`unclear`), do not also report that others were (`mixed`).
    const isUnclear = problems.has('unclear')
    const streams = tracker.toStreams()
    const isBinary = this.unreadable > 0.05 * this.checked
    const facts = { cycles: columns.count, characters, isBinary, neighbours, problems }
    return {
      columns,
      // A command stands above its log: in a log that runs backwards, nothing shows which is its own.
      runs: problems.has('newest-first')
        ? tracker.toRuns()
        : reader.commands.withCommands(tracker.toRuns(), streams.length),
      streams: streams.map(({ name }) => ({ name: name.slice(0, MOST_NAME) })),
      problems: [...wholeLogProblems(facts), ...problems.list().filter(({ kind }) => !isUnclear || kind !== 'mixed')],
      neighbours: neighbours.list(),
      scanned: scanned.visits > 0 ? { ...scanned } : undefined,
      lines,
      characters,
    }
  }

  private endLine(rest: string): void {
    const { isLong, hasGc } = this
    const line = this.carry === '' ? rest : this.carry + rest
    this.carry = ''
    this.isLong = this.hasGc = false
    if ((!isLong && line.length <= MOST_LINE) || findGc(line, 0) >= 0) {
      this.reader.read(line)
      return
    }
    if (!hasGc) this.reader.reportTooLong(line, MOST_LINE)
    this.reader.lines++
  }

  private keep(rest: string): void {
    if (rest === '') return
    this.carry += rest
    while (this.carry.length > MOST_LINE) this.shorten()
  }

  /**
   * Reads a line that is too long to be kept up to the last gc line that begins in it: JSON may have a whole log in one
   * line. What stood before the first gc line stays before the rest, since it may name the writer. If no gc line is in
   * it, one may begin at its end.
   */
  private shorten(): void {
    const { carry } = this
    this.isLong = true
    const first = findGc(carry, 0)
    const prefix = carry.slice(0, first < 0 ? MOST_PREFIX : Math.min(first, MOST_PREFIX))
    const last = Math.max(first, carry.lastIndexOf('gc '))
    const isLastWhole = last < carry.length - MOST_GC_LINE
    const from = first < 0 ? carry.length - MOST_PREFIX : isLastWhole ? carry.length : last
    this.carry = prefix + carry.slice(from)
    if (first < 0 || from === first) return
    this.hasGc = true
    this.reader.read(carry.slice(0, from))
    this.reader.lines--
  }

  private check(chunk: string): void {
    if (this.checked > MOST_CHECKED) return
    const sample = chunk.slice(0, MOST_CHECKED)
    this.checked += sample.length
    for (let i = 0; i < sample.length; i++) {
      const code = sample.charCodeAt(i)
      if (code === 0xfffd || (code < 32 && code !== 0 && code !== 27 && (code < 9 || code > 13))) this.unreadable++
    }
  }
}
