import { isDigit } from '../line/locate.ts'
import { MOST_PREFIX, nameOf, type Prefix, sourceOf, toPrefix } from '../line/prefix.ts'
import { copyText } from './problems.ts'
import type { RunTracker, Stream } from './runs.ts'

/** When this many shapes of prefixes are known, all are forgotten. */
const MOST_KNOWN = 2048
const ZERO = 48

/** All prefixes that differ only in their digits: times and names are at the same places in each. */
class Shape {
  readonly prefix: Prefix
  /** The last prefix seen, and its stream; the stream is undefined for structured lines. */
  private text: string
  stream: Stream | undefined

  constructor(text: string) {
    this.text = copyText(text)
    this.prefix = toPrefix(text)
  }

  /** Whether a line begins with such a prefix of this length. Forgets the stream if the writer may be another. */
  isAt(line: string, length: number): boolean {
    const { text, prefix } = this
    if (length !== text.length) return false
    let isOther = false
    for (let i = 0; i < length; i++) {
      const code = line.charCodeAt(i)
      const before = text.charCodeAt(i)
      if (code === before) continue
      if (!isDigit(code) || !isDigit(before)) return false
      // The digits of a time do not change the name.
      isOther ||= !isInTime(prefix, i)
    }
    if (isOther) {
      this.text = copyText(line.slice(0, length))
      this.stream = undefined
    }
    return true
  }
}

function isInTime({ times }: Prefix, at: number): boolean {
  for (let i = 0; i < times.length; i += 2) if (at >= times[i]! && at < times[i + 1]!) return true
  return false
}

/** Finds the stream of a line from its prefix. Most prefixes of a log have the shape of an earlier one. */
export class StreamNamer {
  private readonly tracker: RunTracker
  private readonly shapes = new Map<number, Shape>()
  private last = new Shape('')
  /** After `find`: the timestamp of the line, as printed; empty if it has none. */
  timestamp = ''

  constructor(tracker: RunTracker) {
    this.tracker = tracker
  }

  /**
   * @param line the whole line
   * @param start where its `gc` begins
   */
  find(line: string, start: number): Stream {
    const length = Math.min(start, MOST_PREFIX)
    if (!this.last.isAt(line, length)) this.last = this.shapeOf(line, length)
    const { prefix } = this.last
    const { timeStart, timeEnd, isStructured } = prefix
    this.timestamp = timeEnd > 0 ? line.slice(timeStart, timeEnd) : ''
    if (isStructured) return this.tracker.streamOf(sourceOf(line))
    this.last.stream ??= this.tracker.streamOf(nameOf(line, prefix))
    return this.last.stream
  }

  private shapeOf(line: string, length: number): Shape {
    let hash = length
    for (let i = 0; i < length; i++) {
      const code = line.charCodeAt(i)
      hash = (Math.imul(hash, 31) + (isDigit(code) ? ZERO : code)) | 0
    }
    const known = this.shapes.get(hash)
    if (known?.isAt(line, length)) return known
    if (this.shapes.size >= MOST_KNOWN) this.shapes.clear()
    const shape = new Shape(line.slice(0, length))
    this.shapes.set(hash, shape)
    return shape
  }
}
