import { isDirty } from './clean.ts'
import { type Look, lookAt, nameIn, sourceValues } from './prefix.ts'
import { toUtf8 } from './utf8.ts'

const ZERO = 48
/** Stands for any digit; no byte of UTF-8. */
const DIGIT = 0xff
/** Between the values of a structured line’s fields, none of which holds it. */
const QUOTE = '"'

/** What prefixes have in common that differ in their digits alone. */
export class PrefixShape {
  readonly look: Look
  /** Its bytes. */
  private readonly codes: Uint8Array
  /** What says who wrote the line, and where its digits stand in the prefix, by place in what says so. */
  private readonly letters: readonly string[]
  private readonly places: readonly number[]
  private readonly digits: Int32Array
  /** Where the timestamp stands, in bytes. */
  readonly timeStart: number
  readonly timeEnd: number
  /** Whether cleaning may change it. */
  readonly isDirty: boolean
  /** Bytes beyond its characters. */
  readonly surplus: number

  constructor(prefix: string) {
    const look = lookAt(prefix)
    this.look = look
    this.isDirty = isDirty(prefix)
    this.codes = toUtf8(prefix).map((code) => (isDigit(code) ? DIGIT : code))
    this.surplus = this.codes.length - prefix.length
    const bytesTo = (at: number) => (this.surplus === 0 ? at : toUtf8(prefix.slice(0, at)).length)
    this.timeStart = bytesTo(look.timeStart)
    this.timeEnd = bytesTo(look.timeEnd)
    // Every digit says where it stands: first the hundreds of that, then the tens, then the ones.
    const [hundreds = '', tens = '', ones = ''] = [100, 10, 1].map((unit) =>
      wordsOf(
        prefix.replace(/\d/g, (_, at: number) => String(Math.floor(at / unit) % 10)),
        look,
      ),
    )
    const places = Array.from({ length: ones.length }, (_, place) => place)
    this.letters = ones.split('')
    this.places = places.filter((place) => isDigit(ones.charCodeAt(place)))
    this.digits = Int32Array.from(this.places, (at) => bytesTo(Number(hundreds[at]! + tens[at]! + ones[at]!)))
  }

  get length(): number {
    return this.codes.length
  }

  isAt(bytes: Uint8Array, from: number): boolean {
    const { codes } = this
    for (let i = 0; i < codes.length; i++) {
      const code = bytes[from + i]!
      if (code !== codes[i] && !(codes[i] === DIGIT && isDigit(code))) return false
    }
    return true
  }

  /** The digits of what says who wrote the line, of a prefix of this shape. */
  digitsAt(bytes: Uint8Array, from: number): Uint8Array {
    const digits = new Uint8Array(this.digits.length)
    for (let i = 0; i < digits.length; i++) digits[i] = bytes[from + this.digits[i]!]!
    return digits
  }

  hasDigitsAt(digits: Uint8Array, bytes: Uint8Array, from: number): boolean {
    for (let i = 0; i < digits.length; i++) if (digits[i] !== bytes[from + this.digits[i]!]) return false
    return true
  }

  hashDigitsAt(bytes: Uint8Array, from: number): number {
    let hash = 0
    for (let i = 0; i < this.digits.length; i++) hash = (Math.imul(hash, 31) + bytes[from + this.digits[i]!]!) | 0
    return hash
  }

  /** What says who wrote the line: a name, or of a structured line the values of its fields. */
  wordsWith(digits: Uint8Array): string[] {
    const letters = [...this.letters]
    for (let i = 0; i < digits.length; i++) letters[this.places[i]!] = String(digits[i]! - ZERO)
    const words = letters.join('')
    if (!this.look.isStructured) return [words]
    return words === '' ? [] : words.split(QUOTE)
  }
}

/** A hash of some bytes that is the same for all of one shape. */
export function hashShape(hash: number, code: number): number {
  return (Math.imul(hash, 31) + (isDigit(code) ? ZERO : code)) | 0
}

function wordsOf(prefix: string, { isStructured }: Look): string {
  return isStructured ? sourceValues(prefix).join(QUOTE) : nameIn(prefix)
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9
}
