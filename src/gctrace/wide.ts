import { writeUtf8 } from './utf8.ts'

const FIRST_HIGH = 0xd800
const FIRST_LOW = 0xdc00
const LAST_LOW = 0xdfff
const REPLACEMENT = 0xfffd

/** Makes UTF-8 of UTF-16, as PowerShell writes it, piece by piece. Half a character at the very end is passed over. */
export class WideReader {
  private readonly isLittleEndian: boolean
  /** A byte whose other half comes with the next piece; −1 where there is none. */
  private half = -1
  /** The first half of a surrogate pair. */
  private high = 0
  private text = new Uint8Array()

  constructor(isLittleEndian: boolean) {
    this.isLittleEndian = isLittleEndian
  }

  /** @returns what holds until the next piece */
  toUtf8(bytes: Uint8Array): Uint8Array {
    // Two bytes become three at most; half a character may have been kept.
    const most = Math.ceil(1.5 * bytes.length) + 6
    if (this.text.length < most) this.text = new Uint8Array(most)
    const { text } = this
    const { isLittleEndian } = this
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let to = 0
    let from = 0
    if (this.half >= 0 && bytes.length > 0) {
      to = this.write(this.unit(this.half, bytes[0]!), text, to)
      this.half = -1
      from = 1
    }
    const last = bytes.length - 1
    for (; from < last; from += 2) {
      let code = view.getUint16(from, isLittleEndian)
      if (this.high === 0) {
        // Nearly all of it.
        for (; code < 0x80 && from < last - 2; code = view.getUint16(from, isLittleEndian)) {
          text[to++] = code
          from += 2
        }
      }
      to = this.write(code, text, to)
    }
    if (from === last) this.half = bytes[last]!
    return text.subarray(0, to)
  }

  private unit(first: number, second: number): number {
    return this.isLittleEndian ? first | (second << 8) : (first << 8) | second
  }

  /** Halves of a pair that stand alone become U+FFFD. */
  private write(code: number, text: Uint8Array, at: number): number {
    const { high } = this
    this.high = 0
    const isLow = code >= FIRST_LOW && code <= LAST_LOW
    if (high > 0 && isLow) return writeUtf8(0x10000 + ((high - FIRST_HIGH) << 10) + code - FIRST_LOW, text, at)
    const to = high > 0 ? writeUtf8(REPLACEMENT, text, at) : at
    if (isLow) return writeUtf8(REPLACEMENT, text, to)
    if (code < FIRST_HIGH || code > LAST_LOW) return writeUtf8(code, text, to)
    this.high = code
    return to
  }
}

/** What a file is written in, as its first two bytes say. */
export function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** What makes UTF-8 of a file that begins so; undefined where that is not UTF-16. */
export function wideReaderOf(beginning: Uint8Array): WideReader | undefined {
  const encoding = encodingOf(beginning)
  return encoding === 'utf-8' ? undefined : new WideReader(encoding === 'utf-16le')
}
