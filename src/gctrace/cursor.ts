const TAB = 9
const RETURN = 13
const SPACE = 32
const MINUS = 45
const POINT = 46
const ZERO = 48
const NO_BREAK_SPACE = 160

/** Digits beyond these add nothing that a number could hold. */
const MOST_DIGITS = 15

/**
 * Reads a line from left to right. Spaces may stand anywhere between words: a line that was wrapped and joined again
 * has lost some. Every step goes forward, so the time is linear in the text whatever it holds.
 */
export class Cursor {
  text = ''
  at = 0
  /** Where the last number began. */
  numberStart = 0
  /** Decimal digits of the last number. */
  decimals = 0

  /** Starts over on a text. */
  open(text: string, at: number): void {
    this.text = text
    this.at = at
  }

  get isAtEnd(): boolean {
    this.skipSpaces()
    return this.at >= this.text.length
  }

  skipSpaces(): void {
    const { text } = this
    let at = this.at
    for (;;) {
      const code = text.charCodeAt(at)
      if (code !== SPACE && code !== TAB && code !== RETURN && code !== NO_BREAK_SPACE) break
      at++
    }
    this.at = at
  }

  /** A decimal number, perhaps with a minus; NaN, and nowhere gone, where none stands. */
  number(): number {
    this.skipSpaces()
    const { text } = this
    let at = this.at
    const isNegative = text.charCodeAt(at) === MINUS
    if (isNegative) at++
    const start = at
    let mantissa = 0
    let digits = 0
    let decimals = 0
    let isFraction = false
    for (; ; at++) {
      const code = text.charCodeAt(at)
      if (code === POINT && !isFraction && at > start) {
        isFraction = true
        continue
      }
      const digit = code - ZERO
      if (!(digit >= 0 && digit <= 9)) break
      if (digits < MOST_DIGITS) {
        mantissa = mantissa * 10 + digit
        if (mantissa > 0) digits++
        if (isFraction) decimals++
      } else if (!isFraction) mantissa *= 10
    }
    if (at === start) return Number.NaN
    this.numberStart = isNegative ? start - 1 : start
    this.decimals = decimals
    this.at = at
    // Both are whole and exact, so the quotient is the nearest number there is: what the text says.
    const value = decimals === 0 ? mantissa : mantissa / 10 ** decimals
    return isNegative ? -value : value
  }

  /** Whether this word stands here, in any case; if so, goes past it. */
  word(lowerCase: string): boolean {
    this.skipSpaces()
    const { text, at } = this
    for (let i = 0; i < lowerCase.length; i++) {
      const code = text.charCodeAt(at + i)
      const wanted = lowerCase.charCodeAt(i)
      if (code !== wanted && !(code >= 65 && code <= 90 && code + 32 === wanted)) return false
    }
    this.at = at + lowerCase.length
    return true
  }

  /** Whether the text ends within this word: perhaps the rest is on the next line. */
  endsWithin(lowerCase: string): boolean {
    this.skipSpaces()
    const rest = this.text.length - this.at
    if (rest >= lowerCase.length) return false
    return lowerCase.startsWith(this.text.slice(this.at).toLowerCase().trimEnd())
  }
}
