import { type Origin, originOf } from './origin.ts'
import { fixedSourceFields, lookAt, MOST_PREFIX, sourceFields } from './prefix.ts'
import type { Stream } from './runs.ts'

const G = 103
const ZERO = 48
const NINE = 57

/** So many prefixes are remembered. */
const MOST_KNOWN = 64

/** What is being read just now: timestamps are taken from it. */
interface Piece {
  bytes: Uint8Array
}

/**
 * A prefix that was looked at: others that differ from it only in the digits of its timestamp are of the same stream.
 */
class Known implements Origin {
  readonly text: string
  readonly codes: Uint8Array
  /** The name of every line with this prefix; of a structured line it may stand behind the message too. */
  readonly name: string
  readonly isStructured: boolean
  /** Whether lines can be told by their bytes: nothing but ASCII, and the name does not go on in the message. */
  readonly isPlain: boolean
  readonly hasTime: boolean
  /** Where its first timestamp stands; both 0 where it has none. */
  private readonly timeStart: number
  private readonly timeEnd: number
  private readonly piece: Piece
  stream: Stream | undefined
  /** The prefix that came after this one: pods often write in turn. */
  next: Known | undefined

  constructor(prefix: string, piece: Piece) {
    const { timeStart, timeEnd, name } = lookAt(prefix)
    // A copy: a slice would keep the whole piece of the file in memory.
    this.text = Array.from(prefix).join('')
    this.codes = Uint8Array.from(prefix, (c) => Math.min(c.charCodeAt(0), 255))
    this.isStructured = name === undefined
    const fields = name ?? fixedSourceFields(prefix, timeStart, timeEnd)
    this.name = fields ?? ''
    this.isPlain = fields !== undefined && this.codes.every((code) => code < 128)
    this.timeStart = timeStart
    this.timeEnd = timeEnd
    this.hasTime = timeEnd > 0
    this.piece = piece
  }

  timestamp(at: number): string {
    const { timeStart, timeEnd, piece } = this
    return this.hasTime ? String.fromCharCode(...piece.bytes.subarray(at + timeStart, at + timeEnd)) : ''
  }

  /** Who wrote a line that has this prefix. */
  originOf(line: string): Origin {
    const name = this.isStructured ? sourceFields(line) : this.name
    return originOf(name, this.hasTime ? line.slice(this.timeStart, this.timeEnd) : '')
  }

  isIn(line: string): boolean {
    const { text, timeStart, timeEnd } = this
    for (let i = 0; i < text.length; i++) {
      const code = line.charCodeAt(i)
      const before = text.charCodeAt(i)
      if (code !== before && !(i >= timeStart && i < timeEnd && isDigit(code) && isDigit(before))) return false
    }
    return true
  }

  /** Whether this prefix, and then a `g`, stand at a place of some bytes, before their last line feed. */
  isAt(bytes: Uint8Array, from: number, last: number): boolean {
    const { codes, timeStart, timeEnd } = this
    const { length } = codes
    if (from + length >= last || bytes[from + length] !== G) return false
    for (let i = 0; i < timeStart; i++) if (bytes[from + i] !== codes[i]) return false
    for (let i = timeStart; i < timeEnd; i++) {
      const code = bytes[from + i]!
      const before = codes[i]!
      if (code !== before && !(isDigit(code) && isDigit(before))) return false
    }
    for (let i = timeEnd; i < length; i++) if (bytes[from + i] !== codes[i]) return false
    return this.isPlain
  }
}

/** Tells streams by their prefixes. In a long log nearly every prefix is known, and need not be looked at again. */
export class StreamNamer {
  private readonly known: Known[] = []
  private readonly piece: Piece = { bytes: new Uint8Array() }
  /** Of lines that begin with their `gc`. */
  private readonly nowhere = originOf('', '')
  private current: Known | undefined
  private oldest = 0
  /** After `knows`: how long the prefix is, who wrote the line, and whether the rest of it may say who, too. */
  length = 0
  origin: Origin = this.nowhere
  isStructured = false

  /**
   * @param line the whole line
   * @param start where its `gc` begins
   */
  find(line: string, start: number): Origin {
    if (start === 0) return this.nowhere
    const length = Math.min(start, MOST_PREFIX)
    const known = this.known.find((one) => one.text.length === length && one.isIn(line))
    return (known ?? this.remember(new Known(line.slice(0, length), this.piece))).originOf(line)
  }

  /** Timestamps are those of this piece from here on. */
  open(bytes: Uint8Array): void {
    this.piece.bytes = bytes
  }

  /** Whether no prefix or a known one stands before the `gc` of the line at `from`. */
  knows(from: number, last: number): boolean {
    const { bytes } = this.piece
    if (bytes[from] === G) {
      this.length = 0
      this.origin = this.nowhere
      this.isStructured = false
      return true
    }
    const known = this.match(bytes, from, last)
    if (!known) return false
    this.length = known.codes.length
    this.origin = known
    this.isStructured = known.isStructured
    return true
  }

  private match(bytes: Uint8Array, from: number, last: number): Known | undefined {
    const { current } = this
    const next = current?.next
    const found = next?.isAt(bytes, from, last) ? next : this.known.find((one) => one.isAt(bytes, from, last))
    if (!found) return undefined
    if (current) current.next = found
    this.current = found
    return found
  }

  private remember(one: Known): Known {
    const forgotten = this.known[this.oldest]
    if (forgotten) forgotten.next = undefined
    this.known[this.oldest] = one
    this.oldest = (this.oldest + 1) % MOST_KNOWN
    return one
  }
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}
