import { ABSENT, type Draft } from './columns.ts'
import { type End, toFrame, toWay, type Way } from './frame.ts'

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

/** So many digits are exact; of a figure with decimals, three of them behind the point. */
const MOST_DIGITS = 15
const MOST_DECIMALS = 3
const TO_THOUSANDTHS = [1000, 100, 10, 1]
/** Seven more than Go prints today: Go 1.5 printed more times. */
const MOST_FIGURES = 32
/** No line that is read as text here has so many characters. */
const MOST_LENGTH = 512
/** Nobody learns from longer lines. In characters. */
const MOST_LEARNED = 8192
/** What is written in more ways than these is left to `GcLineReader`. */
const MOST_WAYS = 4096
const MOST_BRANCHES = 24
/** Learning takes longer than reading, so it has to pay: of so many lines known by their frame, one may teach. */
const LINES_PER_LESSON = 8
const MOST_CREDIT = 256 * LINES_PER_LESSON

const LINE_FEED = 10
const POINT = 46

export class FrameReader {
  private readonly draft: Draft
  private readonly figures = new Float64Array(MOST_FIGURES)
  private readonly text = new Uint8Array(MOST_LENGTH)
  private readonly first = toWay(new Uint8Array(), undefined, undefined)
  private ways = 0
  private credit = MOST_CREDIT
  /** After `read`: bytes of the line beyond its characters; whether `findGc` finds it in a line that was cleaned only. */
  surplus = 0
  isHidden = false

  constructor(draft: Draft) {
    this.draft = draft
  }

  /** As `read`, of the text from a place on, as it stands: it is not cleaned. CUT where it ends before its frame does. */
  readText(text: string, start: number): number {
    const bytes = this.text
    const length = Math.min(text.length - start, MOST_LENGTH - 1)
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(start + i)
      // Frames hold no zero.
      bytes[i] = code < 128 ? code : 0
    }
    const isWhole = start + length === text.length
    bytes[length] = isWhole ? LINE_FEED : 0
    const end = this.read(bytes, 0, length)
    if (end >= 0) return start + end
    return isWhole ? end : -1
  }

  /**
   * Reads the gc line at `start` of some bytes into the draft.
   * @param last where these bytes end, if that may be within the line: a line feed stands there
   * @returns where the line ends; −1 where it has no known frame; CUT. Below 0 the draft is untouched
   */
  read(bytes: Uint8Array, start: number, last = -1): number {
    let at = start
    let way = this.first
    for (let count = 0; ; count++) {
      let next = way.likely
      if (next === undefined || !isAt(next, bytes, at)) {
        next = way.ways.find((one) => isAt(one, bytes, at))
        if (next === undefined) return last >= 0 && way.ways.some((one) => isCutAt(one, bytes, at, last)) ? CUT : -1
        way.likely = next
      }
      const { end } = next
      if (end) {
        if (last >= 0 && end.isCleaned) return -1
        this.credit = Math.min(this.credit + 1, MOST_CREDIT)
        this.surplus = end.surplus
        this.isHidden = end.isHidden
        this.write(end)
        return at + end.length
      }
      at = this.readFigure(bytes, at + next.literal.length, count, next)
      if (at < 0) return -1
      way = next
    }
  }

  /**
   * Learns how the line at `start` is written, which `GcLineReader` has read.
   * @param isCleaned whether it had to be cleaned for that
   */
  learn(text: string, start: number, isCleaned: boolean): void {
    if (this.credit < LINES_PER_LESSON || text.length > MOST_LEARNED) return
    this.credit -= LINES_PER_LESSON
    const frame = toFrame(text.slice(start), isCleaned)
    if (frame) this.add(frame)
  }

  private add(frame: readonly Way[]): void {
    let way = this.first
    for (const next of frame) {
      const same = way.ways.find((one) => isSame(one, next))
      if (!same && (way.ways.length >= MOST_BRANCHES || this.ways >= MOST_WAYS)) return
      if (!same) {
        way.ways.push(next)
        this.ways++
      }
      way = same ?? next
    }
  }

  private readFigure(bytes: Uint8Array, start: number, index: number, { hasDecimals, most }: Way): number {
    let at = start
    let value = 0
    let code = bytes[at]!
    while (code >= 48 && code <= 57) {
      value = value * 10 + code - 48
      code = bytes[++at]!
    }
    let room = MOST_DIGITS - (at - start)
    if (hasDecimals) {
      room -= MOST_DECIMALS
      let decimals = 0
      if (code === POINT) {
        const first = ++at
        code = bytes[at]!
        while (code >= 48 && code <= 57) {
          value = value * 10 + code - 48
          code = bytes[++at]!
        }
        decimals = at - first
        if (decimals === 0 || decimals > MOST_DECIMALS) return -1
      }
      value *= TO_THOUSANDTHS[decimals]!
    }
    if (room < 0 || value > most) return -1
    this.figures[index] = value
    return at
  }

  private write({ isFive, hasStacks, isForced }: End): void {
    const { draft, figures: f } = this
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
