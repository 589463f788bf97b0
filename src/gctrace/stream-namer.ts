import { Known, KnownBehind, type Reading, strangerOf } from './known-prefix.ts'
import { mayBeSpace, startsGc } from './locate.ts'
import { type Origin, originOf } from './origin.ts'
import { lookAt, MOST_PREFIX, nameIn, sourceName, sourceValues } from './prefix.ts'
import { hashText, PrefixShape, SHAPES, SHAPES_WITH_IDS } from './prefix-shape.ts'
import type { Stream } from './runs.ts'
import { SourceScan } from './source-scan.ts'
import { writeText } from './utf8.ts'
import { MOST_BEYOND, type Piece, toPiece } from './words.ts'

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

/** Known prefixes of one shape, by the hash of their digits. */
interface Family {
  readonly shape: PrefixShape
  readonly members: Map<number, Known>
  /** Stands for all that are not told apart. */
  stranger: Known | undefined
}

/** There are no more streams than these; all others write into one. */
interface Closed {
  /** Of their names. */
  readonly hashes: ReadonlySet<number>
  readonly others: Stream
}

/** Tells streams by their prefixes. In a long log nearly every prefix is known, and need not be looked at again. */
export class StreamNamer {
  private readonly reading: Reading = { piece: toPiece(new Uint8Array()) }
  /** Of lines that begin with their `gc`. */
  private readonly nowhere = originOf('', '')
  /** By the hash of their shape, those with ids apart. */
  private readonly families = new Map<number, Family>()
  private readonly familiesWithIds = new Map<number, Family>()
  private count = 0
  private credit = MOST_CREDIT
  /** The last prefix. */
  private current: Known | undefined
  /** After `knows`: undefined where there is none. */
  private found: Known | undefined
  private readonly scan = new SourceScan()
  /** Of the last line, if something behind its message says who wrote it. */
  private behind: KnownBehind | undefined
  private closed: Closed | undefined
  /** For a prefix that is text. */
  private readonly prefixPiece = toPiece(new Uint8Array(MOST_BYTES + MOST_BEYOND))

  /** Timestamps are those of this piece from here on. */
  open(piece: Piece): void {
    this.reading.piece = piece
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
    const time = line.slice(timeStart, timeEnd)
    if (isStructured) return originOf(sourceName(sourceValues(line)), time)
    const origin = originOf(known?.name ?? nameIn(prefix), time)
    origin.stream = known?.stream
    return origin
  }

  /** From here on whoever has none of these names is not told apart from others. */
  close(names: readonly string[], others: Stream): void {
    this.closed = { hashes: new Set(names.map(hashText)), others }
  }

  get isClosed(): boolean {
    return this.closed !== undefined
  }

  /** Whether no prefix or a known one stands before the `gc` of the line at `from`. */
  knows(from: number): boolean {
    const { piece } = this.reading
    const { bytes } = piece
    this.found = undefined
    if (bytes[from] === G && bytes[from + 1] === C && mayBeSpace(bytes[from + 2]!)) return true
    const { current } = this
    const next = current?.next
    const known = next?.isAt(piece, from) && bytes[from + next.shape.length] === G ? next : this.lookUp(piece, from)
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
    const { found, scan } = this
    const { bytes } = this.reading.piece
    if (!found) return this.nowhere
    if (!found.shape.look.isStructured || scan.count === 0) return found
    if (scan.isFull) return undefined
    const before = found.behind?.get(scan.hash)
    if (before && scan.has(before.values, bytes)) {
      this.follow(before)
      return before
    }
    const behind = new KnownBehind(found, scan.values(bytes))
    this.makeRoom()
    found.behind ??= new Map()
    found.behind.set(scan.hash, behind)
    return behind
  }

  /** After `knows`: who may have written the line, by who came after whom before. */
  get likely(): KnownBehind | undefined {
    const next = this.behind?.next
    return next && next.known === this.found ? next : undefined
  }

  /** It was this one. */
  follow(one: KnownBehind): void {
    if (this.behind) this.behind.next = one
    this.behind = one
  }

  /** Finds the `gc`, and what is known of the prefix before it. */
  private lookUp(piece: Piece, from: number): Known | undefined {
    const { bytes } = piece
    const most = from + MOST_BYTES
    let hash = 0
    for (let at = from; at < most; at++) {
      const code = bytes[at]!
      if (code === LINE_FEED) return undefined
      if (code === G && bytes[at + 1] === C && mayBeSpace(bytes[at + 2]!)) {
        // What only cleaning would bring to light is left to whoever reads the line.
        if (startsGc(bytes, at) || bytes[at + 2]! > SPACE) return this.known(hash, piece, from, at)
      }
      hash = (Math.imul(hash, 31) + SHAPES[code]!) | 0
    }
    return undefined
  }

  /** What is known of a prefix with this hash. */
  private known(hash: number, piece: Piece, from: number, to: number): Known | undefined {
    const family = this.families.get(hash)
    const known = family && this.member(family, piece, from, to)
    if (known || this.familiesWithIds.size === 0) return known
    const other = this.familiesWithIds.get(hashOf(piece.bytes, from, to, SHAPES_WITH_IDS))
    return other && this.member(other, piece, from, to)
  }

  private member(family: Family, piece: Piece, from: number, to: number): Known | undefined {
    const { bytes } = piece
    if (family.shape.length !== to - from) return undefined
    const { shape, members } = family
    const key = shape.hashDigitsAt(bytes, from)
    const known = members.get(key)
    if (known?.isAt(piece, from)) return known
    if (!shape.isAt(piece, from)) return undefined
    if (this.closed && !shape.look.isStructured && !this.closed.hashes.has(shape.hashWordsAt(bytes, from))) {
      family.stranger ??= strangerOf(shape, this.closed.others, this.reading)
      return family.stranger
    }
    const one = new Known(shape, shape.digitsAt(bytes, from), this.reading)
    this.makeRoom()
    members.set(key, one)
    return one
  }

  /** What is known of a prefix, from now on; undefined where too many are new. */
  private recall(prefix: string): Known | undefined {
    const { prefixPiece: piece } = this
    const { bytes } = piece
    const length = writeText(prefix, bytes)
    const hash = hashOf(bytes, 0, length, SHAPES)
    const known = this.known(hash, piece, 0, length)
    if (known || this.credit < KNOWN_PER_NEW) return known
    this.credit -= KNOWN_PER_NEW
    this.makeRoom()
    const family = { shape: new PrefixShape(prefix), members: new Map<number, Known>(), stranger: undefined }
    if (family.shape.hasIds) this.familiesWithIds.set(hashOf(bytes, 0, length, SHAPES_WITH_IDS), family)
    else this.families.set(hash, family)
    return this.member(family, piece, 0, length)
  }

  /** For one more. */
  private makeRoom(): void {
    if (++this.count <= MOST_KNOWN) return
    for (const families of [this.families, this.familiesWithIds]) {
      for (const { members } of families.values()) {
        for (const known of members.values()) known.next = undefined
        members.clear()
      }
      families.clear()
    }
    this.behind = undefined
    this.count = 1
  }
}

function hashOf(bytes: Uint8Array, from: number, to: number, codes: Uint8Array): number {
  let hash = 0
  for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + codes[bytes[at]!]!) | 0
  return hash
}
