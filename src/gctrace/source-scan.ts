import { MOST_VALUE, SOURCE_KEYS } from './prefix.ts'
import { toUtf8 } from './utf8.ts'

const TAB = 9
const LINE_FEED = 10
const RETURN = 13
const SPACE = 32
const QUOTE = 34
const COLON = 58
const BACKSLASH = 92
const LETTER = { c: 99, h: 104, p: 112 } as const
const MOST_GAP = 3
const MOST_FIELDS = 8
const KEYS = SOURCE_KEYS.map((key) => toUtf8(`"${key}"`))

/** Finds in the bytes of a structured line the fields that `sourceValues` finds in its text. */
export class SourceScan {
  /** Where the value of each begins and ends. */
  private readonly places = new Int32Array(2 * MOST_FIELDS)
  private after = 0
  count = 0
  /** Of the values in their order. */
  hash = 0

  /** A line that begins here, or what is left of it. */
  start(at: number): void {
    this.after = at
    this.count = 0
    this.hash = 0
  }

  /** Whether there are too many to be told apart. */
  get isFull(): boolean {
    return this.count >= MOST_FIELDS
  }

  /** Notes the field that a quote opens, if it does and is not part of the one before. */
  look(bytes: Uint8Array, quote: number): void {
    if (quote < this.after || !mayOpenSource(bytes[quote + 1]!)) return
    const key = keyAt(bytes, quote)
    if (key === 0) return
    const colon = skipGap(bytes, quote + key)
    const value = skipGap(bytes, colon + 1)
    if (bytes[colon] !== COLON || bytes[value] !== QUOTE) return
    let at = value + 1
    let { hash } = this
    for (let code = bytes[at]!; code !== QUOTE; code = bytes[++at]!) {
      if (code === BACKSLASH || code === LINE_FEED || at > value + MOST_VALUE || at >= bytes.length) return
      hash = (Math.imul(hash, 31) + code) | 0
    }
    if (at === value + 1 || this.isFull) return
    this.places[2 * this.count] = value + 1
    this.places[2 * this.count + 1] = at
    this.count++
    this.hash = (Math.imul(hash, 31) + QUOTE) | 0
    this.after = at + 1
  }

  values(bytes: Uint8Array): string[] {
    return Array.from({ length: this.count }, (_, i) =>
      String.fromCharCode(...bytes.subarray(this.places[2 * i], this.places[2 * i + 1])),
    )
  }

  /** Whether these are the values. */
  has(values: readonly string[], bytes: Uint8Array): boolean {
    if (values.length !== this.count) return false
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!
      const start = this.places[2 * i]!
      if (this.places[2 * i + 1]! - start !== value.length) return false
      for (let k = 0; k < value.length; k++) if (value.charCodeAt(k) !== bytes[start + k]) return false
    }
    return true
  }
}

/** `pod`, `container`, `host`. */
function mayOpenSource(code: number): boolean {
  return code === LETTER.p || code === LETTER.c || code === LETTER.h
}

/** How long the key is that a quote opens; 0 where it is none. */
function keyAt(bytes: Uint8Array, quote: number): number {
  for (const key of KEYS) if (matches(bytes, quote, key)) return key.length
  return 0
}

function matches(bytes: Uint8Array, start: number, literal: Uint8Array): boolean {
  for (let i = 0; i < literal.length; i++) if (bytes[start + i] !== literal[i]) return false
  return true
}

function skipGap(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < from + MOST_GAP && (bytes[at] === SPACE || bytes[at] === TAB || bytes[at] === RETURN)) at++
  return at
}
