/*
 * Bytes looked at four at a time: what a log repeats on every line is compared in a quarter of the steps.
 */

/** A piece of a file, or any bytes, with a view of the same. */
export interface Piece {
  readonly bytes: Uint8Array
  readonly view: DataView
}

export function toPiece(bytes: Uint8Array): Piece {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
}

/** Whoever compares words looks at so many bytes more than are compared. */
export const MOST_BEYOND = 3

/** The words of some bytes, each with a mask: of the last there may be less than four. */
export function toWords(bytes: Uint8Array): number[] {
  return wordsOf(bytes).flatMap((some) => [
    some.reduce(toWord, 0),
    some.reduce((mask, _, i) => toWord(mask, 0xff, i), 0),
  ])
}

/** Stand for any digit, and for anything; no bytes of UTF-8. */
export const DIGIT = 0xff
export const ANY = 0xfe
const ZEROS = 0x30303030
/** What is more than nine carries into the highest bit of its byte. */
const CARRY = 0x76767676
const HIGHEST = 0x80808080 | 0

/** So many bytes, some of which may be any digit, or anything. */
export class Pattern {
  readonly length: number
  /** Words, each with the mask of what has to be the same and that of what has to be a digit. */
  private readonly words: Int32Array

  constructor(codes: Uint8Array) {
    this.length = codes.length
    const masked = (some: Uint8Array, isShown: (code: number) => boolean) =>
      some.reduce((mask, code, i) => toWord(mask, isShown(code) ? 0xff : 0, i), 0)
    const words = wordsOf(codes).flatMap((some) => {
      const same = masked(some, (code) => code < ANY)
      return [some.reduce(toWord, 0) & same, same, masked(some, (code) => code === DIGIT)]
    })
    this.words = Int32Array.from(words)
  }

  /** Whether so many bytes follow that it can be looked for. */
  hasRoom(view: DataView, from: number): boolean {
    return from + this.length + MOST_BEYOND <= view.byteLength
  }

  /** Whether it stands here; not where it has no room. */
  isAt(view: DataView, from: number): boolean {
    if (!this.hasRoom(view, from)) return false
    const { words } = this
    let at = from
    for (let i = 0; i < words.length; i += 3) {
      const word = view.getInt32(at, true)
      if ((word & words[i + 1]!) !== words[i]) return false
      const digits = words[i + 2]!
      if (digits !== 0 && !areDigits(word, digits)) return false
      at += 4
    }
    return true
  }
}

function areDigits(word: number, mask: number): boolean {
  const digits = (word ^ ZEROS) & mask
  return ((digits | (digits + CARRY)) & HIGHEST) === 0
}

function wordsOf(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / 4) }, (_, i) => bytes.subarray(4 * i, 4 * i + 4))
}

function toWord(word: number, code: number, i: number): number {
  return word | (code << (8 * i))
}
