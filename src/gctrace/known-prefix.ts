import type { Origin } from './origin.ts'
import { sourceName } from './prefix.ts'
import type { PrefixShape } from './prefix-shape.ts'
import type { Rest } from './rests.ts'
import type { Stream } from './runs.ts'
import { asciiOf } from './utf8.ts'
import type { Piece } from './words.ts'

/** What is being read just now: timestamps are taken from it. */
export interface Reading {
  piece: Piece
}

/** Who writes lines with a prefix: they differ only in digits that do not matter. */
export class Known implements Origin {
  readonly shape: PrefixShape
  /** Those that matter. */
  private readonly digits: Uint8Array
  private readonly reading: Reading
  readonly name: string
  stream: Stream | undefined
  /** The prefix that came after this one: pods often write in turn. */
  next: Known | undefined
  /** Of a structured line, by what stands behind its message; by hash. */
  behind: Map<number, KnownBehind> | undefined

  constructor(shape: PrefixShape, digits: Uint8Array, reading: Reading) {
    this.shape = shape
    this.digits = digits
    this.reading = reading
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
    return asciiOf(this.reading.piece.bytes, at + timeStart, at + timeEnd)
  }

  isAt(piece: Piece, from: number): boolean {
    return this.shape.isAt(piece, from) && this.shape.hasDigitsAt(this.digits, piece.bytes, from)
  }
}

/** The same where fields behind the message say more of who wrote it. */
export class KnownBehind implements Origin {
  readonly values: readonly string[]
  readonly name: string
  readonly known: Known
  stream: Stream | undefined
  /** How its lines go on behind the message, its values included. */
  rest: Rest | undefined
  /** Who wrote the line that came after one of its own. */
  next: KnownBehind | undefined

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

/** Of all prefixes of a shape that are not told apart: it is at none of them, so that whoever is told apart is looked for. */
export function strangerOf(shape: PrefixShape, others: Stream, reading: Reading): Known {
  const one = new Known(shape, shape.noDigits(), reading)
  one.stream = others
  return one
}
