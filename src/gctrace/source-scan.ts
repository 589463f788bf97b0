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
  /** Whether there was a field whose value cannot be told, and might be if digits of it were others. */
  isOdd = false

  /** A line that begins here, or what is left of it. */
  start(at: number): void {
    this.after = at
    this.count = 0
    this.hash = 0
    this.isOdd = false
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
    const end = endOfValue(bytes, value + 1)
    if (end < 0) this.isOdd = true
    else if (end > value + 1 && !this.isFull) this.note(bytes, value + 1, end)
  }

  /** Notes a field whose value stands here. */
  note(bytes: Uint8Array, start: number, end: number): void {
    let { hash } = this
    for (let at = start; at <= end; at++) hash = (Math.imul(hash, 31) + bytes[at]!) | 0
    this.places[2 * this.count] = start
    this.places[2 * this.count + 1] = end
    this.count++
    this.hash = hash
    this.after = end + 1
  }

  /** Where the value of a field begins, by its index. */
  startOf(field: number): number {
    return this.places[2 * field]!
  }

  endOf(field: number): number {
    return this.places[2 * field + 1]!
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

/** Where the quote stands that ends a value; −1 where it is too long, or not as it stands. */
function endOfValue(bytes: Uint8Array, from: number): number {
  const most = Math.min(from + MOST_VALUE, bytes.length - 1)
  for (let at = from; at <= most; at++) {
    const code = bytes[at]!
    if (code === QUOTE) return at
    if (code === BACKSLASH || code === LINE_FEED) return -1
  }
  return -1
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
