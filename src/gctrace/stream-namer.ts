import { mayBeSpace, startsGc } from './locate.ts'
import { type Origin, originOf } from './origin.ts'
import { lookAt, MOST_PREFIX, nameIn, sourceName, sourceValues } from './prefix.ts'
import { hashShape, PrefixShape } from './prefix-shape.ts'
import type { Stream } from './runs.ts'
import { SourceScan } from './source-scan.ts'
import { toUtf8 } from './utf8.ts'

const LINE_FEED = 10
const SPACE = 32
const C = 99
const G = 103
/** A character has no more bytes. */
const MOST_BYTES = 3 * MOST_PREFIX
/** So many prefixes are remembered, then all are forgotten. */
const MOST_KNOWN = 2048
/** Looking at a prefix so closely takes a while, so it has to pay: of so many known ones, one may be new. */
const KNOWN_PER_NEW = 8
const MOST_CREDIT = MOST_KNOWN * KNOWN_PER_NEW

/** What is being read just now: timestamps are taken from it. */
interface Piece {
  bytes: Uint8Array
}

/** Who writes lines with a prefix: they differ only in digits that do not matter. */
class Known implements Origin {
  readonly shape: PrefixShape
  /** Those that matter. */
  private readonly digits: Uint8Array
  private readonly piece: Piece
  readonly name: string
  stream: Stream | undefined
  /** The prefix that came after this one: pods often write in turn. */
  next: Known | undefined
  /** Of a structured line, by what stands behind its message; by hash. */
  behind: Map<number, KnownBehind> | undefined

  constructor(shape: PrefixShape, digits: Uint8Array, piece: Piece) {
    this.shape = shape
    this.digits = digits
    this.piece = piece
    this.name = shape.look.isStructured ? sourceName(this.words) : (this.words[0] ?? '')
  }

  get words(): string[] {
    return this.shape.wordsWith(this.digits)
  }

  get hasTime(): boolean {
    return this.shape.timeEnd > 0
  }

  timestamp(at: number): string {
    const { timeStart, timeEnd } = this.shape
    return String.fromCharCode(...this.piece.bytes.subarray(at + timeStart, at + timeEnd))
  }

  isAt(bytes: Uint8Array, from: number): boolean {
    return this.shape.isAt(bytes, from) && this.shape.hasDigitsAt(this.digits, bytes, from)
  }
}

/** The same where fields behind the message say more of who wrote it. */
class KnownBehind implements Origin {
  readonly values: readonly string[]
  readonly name: string
  private readonly known: Known
  stream: Stream | undefined

  constructor(known: Known, values: readonly string[]) {
    this.known = known
    this.values = values
    this.name = sourceName([...known.words, ...values])
  }

  get hasTime(): boolean {
    return this.known.hasTime
  }

  timestamp(at: number): string {
    return this.known.timestamp(at)
  }
}

/** Known prefixes of one shape, by the hash of their digits. */
interface Family {
  readonly shape: PrefixShape
  readonly members: Map<number, Known>
}

/** Tells streams by their prefixes. In a long log nearly every prefix is known, and need not be looked at again. */
export class StreamNamer {
  private readonly piece: Piece = { bytes: new Uint8Array() }
  /** Of lines that begin with their `gc`. */
  private readonly nowhere = originOf('', '')
  /** By the hash of their shape. */
  private readonly families = new Map<number, Family>()
  private count = 0
  private credit = MOST_CREDIT
  /** The last prefix. */
  private current: Known | undefined
  /** After `knows`: undefined where there is none. */
  private found: Known | undefined
  private readonly scan = new SourceScan()

  /** Timestamps are those of this piece from here on. */
  open(bytes: Uint8Array): void {
    this.piece.bytes = bytes
  }

  /**
   * @param line the whole line
   * @param start where its `gc` begins
   */
  find(line: string, start: number): Origin {
    if (start === 0) return this.nowhere
    const prefix = line.slice(0, Math.min(start, MOST_PREFIX))
    const known = this.recall(prefix)
    const { timeStart, timeEnd, isStructured } = known?.shape.look ?? lookAt(prefix)
    const name = isStructured ? sourceName(sourceValues(line)) : (known?.name ?? nameIn(prefix))
    return originOf(name, line.slice(timeStart, timeEnd))
  }

  /** Whether no prefix or a known one stands before the `gc` of the line at `from`. */
  knows(from: number): boolean {
    const { bytes } = this.piece
    this.found = undefined
    if (bytes[from] === G && bytes[from + 1] === C && mayBeSpace(bytes[from + 2]!)) return true
    const { current } = this
    const next = current?.next
    const known = next?.isAt(bytes, from) && bytes[from + next.shape.length] === G ? next : this.lookUp(bytes, from)
    if (!known || known.shape.look.isOpen) return false
    this.credit = Math.min(this.credit + 1, MOST_CREDIT)
    if (current) current.next = known
    this.current = known
    this.found = known
    return true
  }

  /** After `knows`: how long the prefix is, whether cleaning may change it, and how many bytes it has beyond its characters. */
  get length(): number {
    return this.found?.shape.length ?? 0
  }

  get isDirty(): boolean {
    return this.found?.shape.isDirty ?? false
  }

  get surplus(): number {
    return this.found?.shape.surplus ?? 0
  }

  /** After `knows`: what is to look at the rest of a structured line, from here on. */
  scanFrom(end: number): SourceScan | undefined {
    if (!this.found?.shape.look.isStructured) return undefined
    this.scan.start(end)
    return this.scan
  }

  /** After `knows` and, of a structured line, the scan: who wrote it; undefined where that has to be read from its text. */
  origin(): Origin | undefined {
    const { found, scan, piece } = this
    if (!found) return this.nowhere
    if (!found.shape.look.isStructured || scan.count === 0) return found
    if (scan.isFull) return undefined
    const before = found.behind?.get(scan.hash)
    if (before && scan.has(before.values, piece.bytes)) return before
    const behind = new KnownBehind(found, scan.values(piece.bytes))
    this.makeRoom()
    found.behind ??= new Map()
    found.behind.set(scan.hash, behind)
    return behind
  }

  /** Finds the `gc`, and what is known of the prefix before it. */
  private lookUp(bytes: Uint8Array, from: number): Known | undefined {
    const most = from + MOST_BYTES
    let hash = 0
    for (let at = from; at < most; at++) {
      const code = bytes[at]!
      if (code === LINE_FEED) return undefined
      if (code === G && bytes[at + 1] === C && mayBeSpace(bytes[at + 2]!)) {
        // What only cleaning would bring to light is left to whoever reads the line.
        if (startsGc(bytes, at) || bytes[at + 2]! > SPACE) return this.member(hash, bytes, from, at)
      }
      hash = hashShape(hash, code)
    }
    return undefined
  }

  private member(hash: number, bytes: Uint8Array, from: number, to: number): Known | undefined {
    const family = this.families.get(hash)
    if (!family || family.shape.length !== to - from) return undefined
    const { shape, members } = family
    const key = shape.hashDigitsAt(bytes, from)
    const known = members.get(key)
    if (known?.isAt(bytes, from)) return known
    if (!shape.isAt(bytes, from)) return undefined
    const one = new Known(shape, shape.digitsAt(bytes, from), this.piece)
    this.makeRoom()
    members.set(key, one)
    return one
  }

  /** What is known of a prefix, from now on; undefined where too many are new. */
  private recall(prefix: string): Known | undefined {
    const bytes = toUtf8(prefix)
    const hash = bytes.reduce(hashShape, 0)
    const known = this.member(hash, bytes, 0, bytes.length)
    if (known || this.credit < KNOWN_PER_NEW) return known
    this.credit -= KNOWN_PER_NEW
    this.makeRoom()
    this.families.set(hash, { shape: new PrefixShape(prefix), members: new Map() })
    return this.member(hash, bytes, 0, bytes.length)
  }

  /** For one more. */
  private makeRoom(): void {
    if (++this.count <= MOST_KNOWN) return
    for (const { members } of this.families.values()) {
      for (const known of members.values()) known.next = undefined
      members.clear()
    }
    this.families.clear()
    this.count = 1
  }
}
