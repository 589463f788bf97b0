import { ABSENT, type Draft } from './columns.ts'
import { type End, toFrame, toWay, type Way } from './frame.ts'
import { type Path, PathFollower, readFigure, toPath } from './frame-path.ts'
import { toUtf8 } from './utf8.ts'
import { type Piece, toPiece } from './words.ts'

/*
 * The lines of a log differ in their figures; what stands between these, the frame, is one of a few. A frame is learned
 * from a line that `GcLineReader` has read, and lines that match it to the letter are read here, in the bytes of the
 * file, many times as fast: whatever Go wrote them and whatever was done to them since (entities, colours, units).
 *
 * That they say what `GcLineReader` would make of them follows from how it works: it goes from left to right, and no
 * plain figure changes what may follow it. A frame ends with what decides that the line is over.
 */

/** What is read where a text ends before its frame does. */
export const CUT = -2

/** Seven more than Go prints today: Go 1.5 printed more times. */
const MOST_FIGURES = 32
/** Lines that are read before the first of them is taken. */
export const MOST_IN_LINE = 4
/** No line that is read as text here has so many characters. */
export const MOST_LENGTH = 512
/** Nobody learns from longer lines. In characters. */
const MOST_LEARNED = 8192
/** What is written in more ways than these is left to `GcLineReader`. */
const MOST_WAYS = 4096
const MOST_BRANCHES = 24
/** Learning takes longer than reading, so it has to pay: of so many lines known by their frame, one may teach. */
const LINES_PER_LESSON = 8
const MOST_CREDIT = 256 * LINES_PER_LESSON

/** Room behind it: whoever reads four bytes at a time reads beyond it. */
const MOST_UNREAD = 1024

const LINE_FEED = 10

export class FrameReader {
  private readonly draft: Draft
  private readonly figures = Array.from({ length: MOST_IN_LINE }, () => new Float64Array(MOST_FIGURES))
  private readonly ends: (End | undefined)[] = []
  private readonly text = toPiece(new Uint8Array(MOST_LENGTH + MOST_UNREAD))
  private readonly first = toWay(new Uint8Array(), undefined, undefined)
  private ways = 0
  /** By their last ways. */
  private readonly paths = new Map<Way, Path>()
  /** That of the last line. */
  private path: Path | undefined
  private readonly follower = new PathFollower()
  private credit = MOST_CREDIT
  /** After `read`: bytes of the line beyond its characters; whether `findGc` finds it in a line that was cleaned only. */
  surplus = 0
  isHidden = false
  /** After `read`, where no frame was known: where the literal begins that is none of them, if it is one, and behind how many ways. */
  stoppedAt = 0
  stoppedAfter = 0
  private stoppedBefore: readonly Way[] = []

  constructor(draft: Draft) {
    this.draft = draft
  }

  /** As `read`, into the draft, of the text from a place on, as it stands: it is not cleaned. CUT where it ends before its frame does. */
  readText(text: string, start: number): number {
    const { bytes } = this.text
    const length = Math.min(text.length - start, MOST_LENGTH - 1)
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(start + i)
      // Frames hold no zero.
      bytes[i] = code < 128 ? code : 0
    }
    const isWhole = start + length === text.length
    bytes[length] = isWhole ? LINE_FEED : 0
    const end = this.read(this.text, 0, 0, length)
    if (end >= 0) {
      this.take(0)
      return start + end
    }
    return isWhole ? end : -1
  }

  /**
   * Reads the gc line at `start` of some bytes, to be taken.
   * @param index below MOST_IN_LINE: what was read under another index can be taken still
   * @param last where these bytes end, if that may be within the line: a line feed stands there
   * @returns where the line ends; −1 where it has no known frame; CUT
   */
  read(piece: Piece, start: number, index = 0, last = -1): number {
    const { bytes } = piece
    const figures = this.figures[index]!
    this.stoppedAt = bytes.length
    this.stoppedAfter = 0
    const { follower, path } = this
    let count = path ? follower.follow(path, piece, start, figures) : 0
    if (count < 0) return -1
    if (path && count === path.ways.length) return this.arrive(path.end, follower.at, index, last)
    let at = path ? follower.at : start
    let way = path && count > 0 ? path.ways[count - 1]! : this.first
    for (; ; count++) {
      let next = way.likely
      if (next === undefined || !isAt(next, bytes, at)) {
        next = way.ways.find((one) => isAt(one, bytes, at))
        if (next === undefined) {
          this.stoppedAt = at
          this.stoppedAfter = count
          this.stoppedBefore = way.ways
          return last >= 0 && this.isCut(bytes, last) ? CUT : -1
        }
        way.likely = next
      }
      if (next.end) {
        this.path = this.paths.get(next)
        return this.arrive(next.end, at, index, last)
      }
      at = readFigure(bytes, at + next.literal.length, figures, count, next)
      if (at < 0) return -1
      way = next
    }
  }

  /** After `read`, where no frame was known: whether one might be if the bytes ended here. */
  isCut(bytes: Uint8Array, last: number): boolean {
    return this.stoppedBefore.some((way) => isCutAt(way, bytes, this.stoppedAt, last))
  }

  /** The end of a frame stands at a place. */
  private arrive(end: End, at: number, index: number, last: number): number {
    if (last >= 0 && end.isCleaned) return -1
    this.credit = Math.min(this.credit + 1, MOST_CREDIT)
    this.surplus = end.surplus
    this.isHidden = end.isHidden
    this.ends[index] = end
    return at + end.length
  }

  /**
   * Learns how the line at `start` is written, which `GcLineReader` has read.
   * @param isCleaned whether it had to be cleaned for that
   */
  learn(text: string, start: number, isCleaned: boolean): void {
    if (this.credit < LINES_PER_LESSON || text.length > MOST_LEARNED) return
    const line = text.slice(start)
    // Text that has to be cleaned is not read by its frame, known or not.
    if (isCleaned && this.read(toPiece(toUtf8(`${line}\n`)), 0) >= 0) return
    this.credit -= LINES_PER_LESSON
    const frame = toFrame(line, isCleaned)
    if (frame) this.add(frame)
  }

  private add(frame: readonly Way[]): void {
    const ways: Way[] = []
    let way = this.first
    for (const next of frame) {
      const same = way.ways.find((one) => isSame(one, next))
      if (!same && (way.ways.length >= MOST_BRANCHES || this.ways >= MOST_WAYS)) return
      if (!same) {
        way.ways.push(next)
        this.ways++
      }
      way = same ?? next
      ways.push(way)
    }
    if (way.end && !this.paths.has(way)) this.paths.set(way, toPath(ways, way.end))
  }

  /** Writes what was read under this index into the draft. */
  take(index: number): void {
    const end = this.ends[index]
    if (!end) throw new Error(`nothing was read under ${index}`)
    const { isFive, hasStacks, isForced } = end
    const { draft } = this
    const f = this.figures[index]!
    const cpu = isFive ? 8 : 6
    const assist = isFive ? 11 : 7
    const heap = assist + 4
    draft.number = f[0]!
    draft.startSeconds = f[1]! / 1000
    draft.gcPercentSoFar = f[2]!
    draft.sweepTermUs = f[3]!
    draft.markUs = isFive ? f[4]! + f[5]! + f[6]! : f[4]!
    draft.markTermUs = f[cpu - 1]!
    draft.sweepTermCpuUs = f[cpu]!
    draft.scanCpuUs = isFive ? f[9]! + f[10]! : 0
    draft.assistUs = f[assist]!
    draft.backgroundUs = f[assist + 1]!
    draft.idleUs = f[assist + 2]!
    draft.markTermCpuUs = f[assist + 3]!
    draft.heapStartMiB = f[heap]!
    draft.heapEndMiB = f[heap + 1]!
    draft.heapLiveMiB = f[heap + 2]!
    draft.goalMiB = f[heap + 3]!
    draft.stacksMiB = hasStacks ? f[heap + 4]! : ABSENT
    draft.globalsMiB = hasStacks ? f[heap + 5]! : ABSENT
    draft.procs = f[hasStacks ? heap + 6 : heap + 4]!
    draft.forced = isForced ? 1 : 0
  }
}

/** Whether this way is taken: a figure has to follow, if there is one. */
function isAt({ literal, end }: Way, bytes: Uint8Array, start: number): boolean {
  const { length } = literal
  for (let i = 0; i < length; i++) if (bytes[start + i] !== literal[i]) return false
  if (end) return true
  const code = bytes[start + length]!
  return code >= 48 && code <= 57
}

/** Whether the bytes end within this way, or before the figure that follows. Before its end nothing is decided. */
function isCutAt({ literal, end }: Way, bytes: Uint8Array, start: number, last: number): boolean {
  if (end || last - start > literal.length) return false
  for (let i = start; i < last; i++) if (bytes[i] !== literal[i - start]) return false
  return true
}

function isSame(one: Way, other: Way): boolean {
  const { literal, end, most, hasDecimals } = one
  return (
    literal.length === other.literal.length &&
    literal.every((code, i) => code === other.literal[i]) &&
    (end === undefined) === (other.end === undefined) &&
    most === other.most &&
    hasDecimals === other.hasDecimals
  )
}
