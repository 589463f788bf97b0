import type { End, Way } from './frame.ts'
import { MOST_BEYOND, type Piece, toWords } from './words.ts'

/*
 * The frame of most lines is that of the line before. It is followed here in one go, without asking behind each figure
 * which ways there are.
 */

/** So many digits are exact; of a figure with decimals, three of them behind the point. */
const MOST_DIGITS = 15
const MOST_DECIMALS = 3
const TO_THOUSANDTHS = [1000, 100, 10, 1]
const ZERO = 48
const POINT = 46
/** What may be instead of a place. */
const TOO_LARGE = -1
const NO_FIGURE = -2
const TOO_LONG = -3

/** In the words of a path, of a figure: what it is. */
const WHOLE = 0
const DECIMAL = 1
const NONE = 2
/** Of figures with no more digits than these any fits into an integer of 32 bits, and into a column. */
const FEW_DIGITS = 6

/** All ways of a frame, one behind the other. */
export interface Path {
  readonly ways: readonly Way[]
  readonly end: End
  /** Of each way: the number of words, each with its mask; how many bytes the last has too many; what figure follows. */
  readonly words: Int32Array
  /** No line on this path has more bytes. */
  readonly most: number
}

/** @param end of the last way */
export function toPath(ways: readonly Way[], end: End): Path {
  const words = ways.flatMap((way) => {
    const pairs = toWords(way.literal)
    const figure = way.end ? NONE : way.hasDecimals ? DECIMAL : WHOLE
    return [pairs.length / 2, ...pairs, 2 * pairs.length - way.literal.length, figure]
  })
  const most = ways.reduce((sum, { literal }) => sum + literal.length + MOST_DIGITS + 1, MOST_BEYOND)
  return { ways, end, words: Int32Array.from(words), most }
}

/** Follows a path through the bytes of a line. */
export class PathFollower {
  /** After `follow`: where the first way stands that was not taken or, of a whole path, the last. */
  at = 0

  /** @returns how many ways were taken, and as many figures written; −1 where a figure is too large */
  follow({ ways, words, most }: Path, { bytes, view }: Piece, start: number, figures: Float64Array): number {
    this.at = start
    if (start + most > bytes.length) return 0
    let at = start
    let word = 0
    for (let count = 0; ; count++) {
      for (let left = words[word++]!; left > 0; left--) {
        if ((view.getInt32(at, true) & words[word + 1]!) !== words[word]) return count
        word += 2
        at += 4
      }
      at -= words[word++]!
      const figure = words[word++]!
      if (figure === NONE) return ways.length
      at = readShort(bytes, at, figure, figures, count)
      if (at === NO_FIGURE) return count
      if (at === TOO_LONG) at = readFigure(bytes, this.at + ways[count]!.literal.length, figures, count, ways[count]!)
      if (at < 0) return -1
      this.at = at
    }
  }
}

/**
 * As `readFigure`, for figures with few digits, as nearly all are: whoever goes by branches goes on before the figure is
 * known, and no two of these loop.
 */
function readShort(bytes: Uint8Array, start: number, figure: number, figures: Float64Array, index: number): number {
  let at = start
  let value = bytes[at]! - ZERO
  if (!isDigit(value)) return NO_FIGURE
  let digit = bytes[++at]! - ZERO
  if (isDigit(digit)) {
    value = 10 * value + digit
    digit = bytes[++at]! - ZERO
    while (isDigit(digit)) {
      value = (Math.imul(value, 10) + digit) | 0
      digit = bytes[++at]! - ZERO
    }
    if (at - start > FEW_DIGITS) return TOO_LONG
  }
  if (figure === WHOLE) {
    figures[index] = value
    return at
  }
  value = Math.imul(value, 1000)
  if (digit === POINT - ZERO) {
    const tenths = bytes[++at]! - ZERO
    if (!isDigit(tenths)) return TOO_LARGE
    value += 100 * tenths
    const hundredths = bytes[++at]! - ZERO
    if (isDigit(hundredths)) {
      value += 10 * hundredths
      const thousandths = bytes[++at]! - ZERO
      if (isDigit(thousandths)) {
        value += thousandths
        if (isDigit(bytes[++at]! - ZERO)) return TOO_LARGE
      }
    }
  }
  figures[index] = value
  return at
}

/** @returns where the figure ends that stands at `start`; −1 where there is no room for it */
export function readFigure(
  bytes: Uint8Array,
  start: number,
  figures: Float64Array,
  index: number,
  { hasDecimals, most }: Way,
): number {
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
  figures[index] = value
  return at
}

function isDigit(digit: number): boolean {
  return digit >= 0 && digit <= 9
}
