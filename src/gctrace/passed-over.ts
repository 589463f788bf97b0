import { mayBeSpace } from './locate.ts'
import type { NeighbourKind } from './problems.ts'

/*
 * Lines that are no gc lines, told in the bytes of a file as `neighbourKind` tells them of text. Most lines of many logs
 * are such: the program's own, the pacer's, the scavenger's.
 */

/** What a line is that is no gc line. */
export type PassedOver = NeighbourKind | 'other-output' | 'blank'

const TAB = 9
const LINE_FEED = 10
const RETURN = 13
const SPACE = 32
const PARENTHESIS = 40
const MINUS = 45
const COLON = 58
const AT = 64
const BACKSLASH = 92
const UNDERSCORE = 95
const LAST_ASCII = 126
const CAPITAL_G = 71
const LETTER = { c: 99, g: 103, u: 117, v: 118 } as const
const ZERO = 48
/** The two triangles with which the pacer's lines are written, `∆` and `Δ`. */
const INCREMENT = [0xe2, 0x88, 0x86] as const
const DELTA = [0xce, 0x94] as const

/** Whatever is longer is read as text. */
const MOST_LENGTH = 4096

const LOOKED_AT = [LINE_FEED, COLON, CAPITAL_G, BACKSLASH, LETTER.g, LETTER.v]
/** Bytes that are no more than what they are. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, code) => {
  const isText = (code >= SPACE && code <= LAST_ASCII) || isSpace(code)
  return isText && !LOOKED_AT.includes(code) ? 1 : 0
})

/** The earlier of these says what a line is, as in `neighbourKind`. */
const RANKS: readonly PassedOver[] = ['gc-forced', 'pacer', 'scavenger', 'scan', 'finalizers', 'other-output']
const rankOf = (kind: PassedOver) => RANKS.indexOf(kind)
const FORCED = rankOf('gc-forced')
const PACER = rankOf('pacer')
const SCAVENGER = rankOf('scavenger')
const SCAN = rankOf('scan')
const FINALIZERS = rankOf('finalizers')
const OTHER = rankOf('other-output')

const WORDS = {
  gcForced: codesOf('GC forced'),
  pacer: codesOf('pacer'),
  scav: codesOf('scav'),
  scvg: codesOf('scvg'),
  scan: codesOf('scan'),
  checkfinalizers: codesOf('checkfinalizers'),
  kibWork: codesOf(' KiB work'),
  total: codesOf('total '),
  class: codesOf('class '),
}

export class PassedOverReader {
  /** After `read`: what the line is, and its bytes beyond its characters. */
  kind: PassedOver = 'blank'
  surplus = 0

  /** @returns where the line feed stands that ends the line at `from`; −1 where only its text tells what it is */
  read(bytes: Uint8Array, from: number): number {
    const most = Math.min(bytes.length, from + MOST_LENGTH)
    let at = skipSpaces(bytes, from)
    // `(forced)` belongs to the gc line before it.
    if (bytes[at] === PARENTHESIS) return -1
    this.surplus = 0
    this.kind = 'blank'
    if (bytes[at] === LINE_FEED) return at
    let rank = OTHER
    for (; at < most; at++) {
      const code = bytes[at]!
      if (IS_PLAIN[code] === 1) continue
      if (code === LINE_FEED) {
        this.kind = RANKS[rank]!
        return at
      }
      if (code === COLON) {
        if (bytes[at + 1] === SPACE) rank = Math.min(rank, rankAtColon(bytes, from, at))
      } else if (code === LETTER.g) {
        if (mayStartGc(bytes, at)) return -1
      } else if (code === LETTER.v) {
        if (isWordBefore(bytes, from, at + 1, WORDS.scav) && isScavenger(bytes, at + 1))
          rank = Math.min(rank, SCAVENGER)
      } else if (code === CAPITAL_G) {
        if (isForced(bytes, from, at)) rank = FORCED
      } else if (code === BACKSLASH) {
        // It may stand for a letter; entities stand for none.
        if (bytes[at + 1] === LETTER.u && bytes[at + 2] === ZERO) return -1
      } else {
        const length = lengthOfTriangle(bytes, at)
        if (length === 0) return -1
        this.surplus += length - 1
        at += length - 1
      }
    }
    return -1
  }
}

/** What the word before a colon and a space says of its line. */
function rankAtColon(bytes: Uint8Array, from: number, colon: number): number {
  const next = colon + 2
  // Lines are trimmed: a space at the end is none.
  if (!goesOn(bytes, next)) return OTHER
  if (isWordBefore(bytes, from, colon, WORDS.pacer)) return PACER
  if (isWordBefore(bytes, from, colon, WORDS.scan)) return isScan(bytes, next) ? SCAN : OTHER
  if (isWordBefore(bytes, from, colon, WORDS.checkfinalizers)) return FINALIZERS
  let end = colon
  while (end > from && isDigit(bytes[end - 1]!)) end--
  if (end > from && bytes[end - 1] === MINUS) end--
  return isWordBefore(bytes, from, end, WORDS.scvg) ? SCAVENGER : OTHER
}

/** `scan: total `, `scan: class `. */
function isScan(bytes: Uint8Array, at: number): boolean {
  const word = [WORDS.total, WORDS.class].find((one) => isAt(bytes, at, one))
  return word !== undefined && goesOn(bytes, at + word.length)
}

/** Behind `scav`: its work, before which there may be a number. */
function isScavenger(bytes: Uint8Array, start: number): boolean {
  const first = afterNumber(bytes, start)
  return isAt(bytes, first, WORDS.kibWork) || isAt(bytes, afterNumber(bytes, first), WORDS.kibWork)
}

/** Behind a space and digits; where there are none, `start`. */
function afterNumber(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (isDigit(bytes[at]!)) at++
  return bytes[start] === SPACE && at > start + 1 ? at : start
}

/** `GC forced` at the end of the line. */
function isForced(bytes: Uint8Array, from: number, at: number): boolean {
  const end = at + WORDS.gcForced.length
  return isAt(bytes, at, WORDS.gcForced) && !goesOn(bytes, end) && isWordBefore(bytes, from, end, WORDS.gcForced)
}

/** Whether a gc line may begin here, or one of Go 1.4, if not now then when the line is cleaned. */
function mayStartGc(bytes: Uint8Array, start: number): boolean {
  if (bytes[start + 1] !== LETTER.c) return false
  let at = skipSpaces(bytes, start + 2)
  const digits = at
  while (isDigit(bytes[at]!)) at++
  const code = bytes[skipSpaces(bytes, at)]!
  // At the end of a line a number may be the last of it before it was wrapped.
  if (code === LINE_FEED) return at > digits
  return code === AT || code === PARENTHESIS || mayBeSpace(code)
}

function lengthOfTriangle(bytes: Uint8Array, at: number): number {
  if (isAt(bytes, at, INCREMENT)) return INCREMENT.length
  return isAt(bytes, at, DELTA) ? DELTA.length : 0
}

/** Whether a word ends here that is no end of a longer one. */
function isWordBefore(bytes: Uint8Array, from: number, end: number, word: ArrayLike<number>): boolean {
  const start = end - word.length
  return start >= from && isAt(bytes, start, word) && (start === from || !isWordCode(bytes[start - 1]!))
}

function isAt(bytes: Uint8Array, start: number, codes: ArrayLike<number>): boolean {
  for (let i = 0; i < codes.length; i++) if (bytes[start + i] !== codes[i]) return false
  return true
}

/** Whether more than spaces follow in the line. */
function goesOn(bytes: Uint8Array, at: number): boolean {
  return bytes[skipSpaces(bytes, at)] !== LINE_FEED
}

function skipSpaces(bytes: Uint8Array, from: number): number {
  let at = from
  while (isSpace(bytes[at]!)) at++
  return at
}

function isSpace(code: number): boolean {
  return code === SPACE || code === TAB || code === RETURN
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9
}

/** A letter, a digit or an underscore, as `\w` has it. */
function isWordCode(code: number): boolean {
  const letter = code | 0x20
  return isDigit(code) || (letter >= 97 && letter <= 122) || code === UNDERSCORE
}

function codesOf(text: string): readonly number[] {
  return Array.from(text, (character) => character.charCodeAt(0))
}
