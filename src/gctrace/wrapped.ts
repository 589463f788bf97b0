import { CUT, type FrameReader, MOST_LENGTH } from './frames.ts'
import { type Piece, toPiece } from './words.ts'

const TAB = 9
const LINE_FEED = 10
const RETURN = 13
const SPACE = 32
const AMPERSAND = 38
const BACKSLASH = 92
const C = 99
const G = 103
const LAST_ASCII = 126

/** A gc line is wrapped into at most so many. */
export const MOST_PARTS = 5
/** Ways of `gc 1 @0`: what ends before is perhaps no gc line. */
const FEWEST_WAYS = 2

/** Reads in the bytes of a file gc lines that were wrapped and whose frame is known. Of parts that are not plain it reads none. */
export class WrappedReader {
  private readonly frames: FrameReader
  private readonly text = toPiece(new Uint8Array(2 * MOST_LENGTH))
  private length = 0
  /** After `read`: in how many lines it stands. */
  parts = 0

  constructor(frames: FrameReader) {
    this.frames = frames
  }

  /**
   * Reads what begins in the line at `from`, in which the frames have just found none.
   * @param start where its `gc` stands
   * @returns where the line feed stands that ends its last line; −1 where it is not so
   */
  read(piece: Piece, from: number, start: number): number {
    const { frames } = this
    const { bytes } = piece
    if (frames.stoppedAfter < FEWEST_WAYS) return -1
    let end = endOfPlain(bytes, frames.stoppedAt)
    if (end < 0 || !frames.isCut(bytes, end)) return -1
    if (!isPlain(bytes, from, start) || !isPlain(bytes, start + 1, end)) return -1
    this.length = 0
    this.add(bytes, start, end)
    for (this.parts = 2; this.parts <= MOST_PARTS; this.parts++) {
      const next = end + 1
      end = endOfPlain(bytes, next)
      if (end < 0) return -1
      if (!this.add(bytes, afterMargin(bytes, next, end, from, start), end)) return -1
      const known = frames.read(this.text, 0, 0, this.length)
      if (known !== CUT) return known < 0 ? -1 : end
    }
    return -1
  }

  /** Adds a part without the spaces behind it. False where there is none of it, or no room. */
  private add(bytes: Uint8Array, from: number, end: number): boolean {
    const to = withoutSpaces(bytes, from, end)
    let { length } = this
    if (to === from || length + to - from >= MOST_LENGTH) return false
    const text = this.text.bytes
    for (let at = from; at < to; at++) text[length++] = bytes[at]!
    text[length] = LINE_FEED
    this.length = length
    return true
  }
}

/** Where a line ends of which this is the rest, if all of that is plain; −1 where it is not. */
function endOfPlain(bytes: Uint8Array, from: number): number {
  const most = Math.min(bytes.length, from + MOST_LENGTH)
  for (let at = from; at < most; at++) {
    if (bytes[at] === LINE_FEED) return at
    if (!isPlainAt(bytes, at)) return -1
  }
  return -1
}

function isPlain(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isPlainAt(bytes, at)) return false
  return true
}

/** Whether no other gc line may begin here, and nothing has to be cleaned. */
function isPlainAt(bytes: Uint8Array, at: number): boolean {
  const code = bytes[at]!
  if (code < SPACE) return code === TAB || code === RETURN
  if (code === AMPERSAND || code === BACKSLASH || code > LAST_ASCII) return false
  return code !== G || bytes[at + 1] !== C
}

/** Where what is written begins in a line: behind the margin that the first line has too, if this one has it. */
function afterMargin(bytes: Uint8Array, from: number, to: number, margin: number, marginEnd: number): number {
  const start = skipSpaces(bytes, from, to)
  const first = skipSpaces(bytes, margin, marginEnd)
  const length = withoutSpaces(bytes, first, marginEnd) - first
  for (let i = 0; i < length; i++) if (start + i >= to || bytes[start + i] !== bytes[first + i]) return start
  return skipSpaces(bytes, start + length, to)
}

function skipSpaces(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  while (at < to && isSpace(bytes[at]!)) at++
  return at
}

function withoutSpaces(bytes: Uint8Array, from: number, to: number): number {
  let at = to
  while (at > from && isSpace(bytes[at - 1]!)) at--
  return at
}

function isSpace(code: number): boolean {
  return code === SPACE || code === TAB || code === RETURN
}
