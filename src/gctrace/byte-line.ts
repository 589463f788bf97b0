import type { FrameReader } from './frames.ts'
import { MOST_IN_LINE } from './frames.ts'
import { KnownBehind } from './known-prefix.ts'
import { startsGc } from './locate.ts'
import type { Origin } from './origin.ts'
import { endOfPlainRest } from './plain.ts'
import { MOST_STRUCTURED } from './prefix.ts'
import { endOf, RestReader, toRestOfSame } from './rests.ts'
import type { SourceScan } from './source-scan.ts'
import type { StreamNamer } from './stream-namer.ts'
import type { Piece } from './words.ts'
import { WrappedReader } from './wrapped.ts'

const LINE_FEED = 10

/** Reads in the bytes of a file those lines that need not be made text. */
export class ByteLineReader {
  private readonly frames: FrameReader
  private readonly namer: StreamNamer
  private readonly wrapped: WrappedReader
  private readonly rests = { plain: new RestReader(), structured: new RestReader() }
  /** After `read`: lines that it takes; gc lines, to be taken from the frames by their index; bytes beyond their characters. */
  lines = 0
  count = 0
  surplus = 0
  /** Who wrote it. */
  origin: Origin | undefined

  constructor(frames: FrameReader, namer: StreamNamer) {
    this.frames = frames
    this.namer = namer
    this.wrapped = new WrappedReader(frames)
  }

  /**
   * Reads the line at `from` if it is of gc lines with known frames, without a prefix or with a known one, and those after
   * it into which it is wrapped.
   * @returns where the line feed stands that ends it; −1 where the line is another
   */
  read(piece: Piece, from: number): number {
    const { bytes } = piece
    const { namer, frames } = this
    if (!namer.knows(from)) return -1
    const start = from + namer.length
    this.count = 1
    this.lines = 1
    const end = frames.read(piece, start)
    if (end < 0) return this.readWrapped(piece, from, start)
    const sources = namer.scanFrom(end)
    // Then it is the cleaned line that says who wrote it.
    if (frames.isHidden && (namer.isDirty || sources)) return -1
    this.surplus = namer.surplus + frames.surplus
    if (sources) return this.readStructured(piece, from, end, sources)
    const to = bytes[end] === LINE_FEED ? end : this.endOfRest(piece, end, undefined)
    this.origin = namer.origin()
    return to
  }

  /** Reads what stands behind the gc line, up to `end`, of a structured line. */
  private readStructured(piece: Piece, from: number, end: number, sources: SourceScan): number {
    const { namer } = this
    const { bytes } = piece
    const { likely } = namer
    const known = likely?.rest ? endOf(likely.rest, piece, end, undefined) : -1
    if (likely && known >= 0) {
      namer.follow(likely)
      this.origin = likely
      return known
    }
    const to = bytes[end] === LINE_FEED ? end : this.endOfRest(piece, end, sources)
    if (to < 0 || to - from > MOST_STRUCTURED) return -1
    const origin = namer.origin()
    this.origin = origin
    // Whoever writes a second line writes more.
    if (origin instanceof KnownBehind && origin.stream && this.count === 1)
      origin.rest ??= toRestOfSame(bytes, end, to, sources)
    return origin ? to : -1
  }

  private readWrapped(piece: Piece, from: number, start: number): number {
    const { namer, wrapped } = this
    if (namer.scanFrom(start)) return -1
    const end = wrapped.read(piece, from, start)
    this.lines = wrapped.parts
    this.surplus = 0
    this.origin = namer.origin()
    return end
  }

  private endOfRest(piece: Piece, from: number, sources: SourceScan | undefined): number {
    const { bytes } = piece
    const rests = sources ? this.rests.structured : this.rests.plain
    const known = rests.read(piece, from, sources)
    if (known >= 0) return known
    sources?.start(from)
    const end = endOfPlainRest(bytes, from, sources)
    if (end < 0) return -1
    if (bytes[end] !== LINE_FEED) return this.readMore(piece, end, sources)
    rests.learn(bytes, from, end, sources)
    return end
  }

  /** Reads the gc lines that follow in the same line, the first of them at `start` if it is one. */
  private readMore(piece: Piece, start: number, sources: SourceScan | undefined): number {
    const { frames } = this
    const { bytes } = piece
    let at = start
    while (bytes[at] !== LINE_FEED) {
      if (frames.isHidden || this.count === MOST_IN_LINE || !startsGc(bytes, at)) return -1
      const end = frames.read(piece, at, this.count)
      if (end < 0) return -1
      this.count++
      this.surplus += frames.surplus
      at = endOfPlainRest(bytes, end, sources)
      if (at < 0) return -1
    }
    return frames.isHidden ? -1 : at
  }
}
