import { afterDigits, isDigit } from './digits.ts'
import { mayBeSpace } from './locate.ts'
import type { NeighbourKind, ProblemKind } from './problems.ts'

/*
 * Lines that are no gc lines, told in the bytes of a file as `neighbourKind` tells them of text. Most lines of many logs
 * are such: the program's own, the pacer's, the scavenger's.
 */

/** What a line is of which no cycle is read. */
export type PassedOver = NeighbourKind | Extract<ProblemKind, 'patched' | 'too-old' | 'other-output'> | 'blank'

const TAB = 9
const LINE_FEED = 10
const RETURN = 13
const SPACE = 32
const PARENTHESIS = 40
const MINUS = 45
const POINT = 46
const SLASH = 47
const COLON = 58
const AT = 64
const BACKSLASH = 92
const UNDERSCORE = 95
const LAST_ASCII = 126
const CAPITAL_G = 71
const LETTER = { c: 99, g: 103, u: 117, v: 118 } as const
const ZERO = 48

const GC = codesOf('gc ')
const AT_SIGN = codesOf(' @')
const SECONDS = codesOf('s ')
/** More of them may be too many for a column. */
const FEW_DIGITS = 9
/** Of characters of so many bytes. */
const FIRST_CODES = [0, 0, 0x80, 0x800, 0x10000]
const LAST_CODE = 0x10ffff
/** All spaces there are, and what has no width. */
const SPACES = new Set([
  0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x200b, 0x2028,
  0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
])

/** Whatever is longer is read as text. */
const MOST_LENGTH = 4096

const LOOKED_AT = [LINE_FEED, COLON, CAPITAL_G, BACKSLASH, LETTER.g, LETTER.v]
/** Bytes that are no more than what they are. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, code) => {
  const isText = (code >= SPACE && code <= LAST_ASCII) || isSpace(code)
  return isText && !LOOKED_AT.includes(code) ? 1 : 0
})

/** The earliest of these says what a line is. */
const RANKS: readonly PassedOver[] = [
  'patched',
  'gc-forced',
  'pacer',
  'scavenger',
  'scan',
  'finalizers',
  'too-old',
  'other-output',
]
const rankOf = (kind: PassedOver) => RANKS.indexOf(kind)
const PATCHED = rankOf('patched')
const FORCED = rankOf('gc-forced')
const PACER = rankOf('pacer')
const SCAVENGER = rankOf('scavenger')
const SCAN = rankOf('scan')
const FINALIZERS = rankOf('finalizers')
const TOO_OLD = rankOf('too-old')
const OTHER = rankOf('other-output')

const WORDS = {
  closed: codesOf('): '),
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
    if (bytes[at] === LINE_FEED) return at < most ? at : -1
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
        if (isTooOld(bytes, from, at)) rank = Math.min(rank, TOO_OLD)
        else if (mayStartGc(bytes, at)) {
          if (rank === PATCHED || !isPatched(bytes, at)) return -1
          rank = PATCHED
        }
      } else if (code === LETTER.v) {
        if (isWordBefore(bytes, from, at + 1, WORDS.scav) && isScavenger(bytes, at + 1))
          rank = Math.min(rank, SCAVENGER)
      } else if (code === CAPITAL_G) {
        if (isForced(bytes, from, at)) rank = Math.min(rank, FORCED)
      } else if (code === BACKSLASH) {
        // It may stand for a letter; entities stand for none.
        if (bytes[at + 1] === LETTER.u && bytes[at + 2] === ZERO) return -1
      } else {
        const length = lengthOfCharacter(bytes, at)
        if (length === 0) return -1
        // Of four bytes are made two characters, halves of a pair.
        this.surplus += length === 4 ? 2 : length - 1
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
  const at = afterDigits(bytes, start + 1)
  return bytes[start] === SPACE && at > start + 1 ? at : start
}

/** `GC forced` at the end of the line. */
function isForced(bytes: Uint8Array, from: number, at: number): boolean {
  const end = at + WORDS.gcForced.length
  return isAt(bytes, at, WORDS.gcForced) && !goesOn(bytes, end) && isWordBefore(bytes, from, end, WORDS.gcForced)
}

/** Whether a gc line may begin here, if not now then when the line is cleaned. */
function mayStartGc(bytes: Uint8Array, start: number): boolean {
  if (bytes[start + 1] !== LETTER.c) return false
  let at = skipSpaces(bytes, start + 2)
  const digits = at
  at = afterDigits(bytes, at)
  const code = bytes[skipSpaces(bytes, at)]!
  // At the end of a line a number may be the last of it before it was wrapped.
  if (code === LINE_FEED) return at > digits
  return code === AT || mayBeSpace(code)
}

/** A gc line with two percentages, as plainly as most are: `gc 1 @0.5s 0/`. */
function isPatched(bytes: Uint8Array, start: number): boolean {
  const at = afterFigure(bytes, afterFigure(bytes, start, GC), AT_SIGN)
  return bytes[afterFigure(bytes, at, SECONDS)] === SLASH
}

/** Behind some codes and a figure, if they stand here; −1 where they do not. */
function afterFigure(bytes: Uint8Array, start: number, before: readonly number[]): number {
  if (start < 0 || !isAt(bytes, start, before)) return -1
  const whole = start + before.length
  const end = afterDigits(bytes, whole)
  if (end === whole || end - whole > FEW_DIGITS) return -1
  return bytes[end] === POINT && before === AT_SIGN ? afterDigits(bytes, end + 1) : end
}

/** `gc15(8): `. */
function isTooOld(bytes: Uint8Array, from: number, start: number): boolean {
  const number = start + 2
  const open = afterDigits(bytes, number)
  if (bytes[start + 1] !== LETTER.c || open === number || bytes[open] !== PARENTHESIS) return false
  const close = afterDigits(bytes, open + 1)
  if (open - number > 9 || close === open + 1 || close - open > 5 || !isAt(bytes, close, WORDS.closed)) return false
  return goesOn(bytes, close + WORDS.closed.length) && (start === from || !isWordCode(bytes[start - 1]!))
}

/** Of a character that is no part of ASCII; 0 where it is damaged, or some kind of space: trimming and cleaning have to do with it. */
function lengthOfCharacter(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!
  const length = first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
  let code = first & (0x7f >> length)
  for (let i = 1; i < length; i++) {
    const next = bytes[at + i]!
    if ((next & 0xc0) !== 0x80) return 0
    code = (code << 6) | (next & 0x3f)
  }
  const isSound = code >= FIRST_CODES[length]! && code <= LAST_CODE && !(code >= 0xd800 && code <= 0xdfff)
  return isSound && !SPACES.has(code) ? length : 0
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

/** A letter, a digit or an underscore, as `\w` has it. */
function isWordCode(code: number): boolean {
  const letter = code | 0x20
  return isDigit(code) || (letter >= 97 && letter <= 122) || code === UNDERSCORE
}

function codesOf(text: string): readonly number[] {
  return Array.from(text, (character) => character.charCodeAt(0))
}
