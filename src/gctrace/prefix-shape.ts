import { isDirty } from './clean.ts'
import { type Look, lookAt, nameIn, sourceValues } from './prefix.ts'
import { toUtf8 } from './utf8.ts'
import { ANY, DIGIT, Pattern, type Piece } from './words.ts'

const ZERO = 48
const A = 97
/** In a shape, any sign of an id. */
const SIGN = ANY
/** Between the values of a structured line’s fields, none of which holds it. */
const QUOTE = '"'

/** Of an id, in hexadecimal: no line has the one of another. */
interface Id {
  readonly start: number
  readonly end: number
}

/*
 * Whatever an id holds, it changes nothing about the rest of the prefix, nor does anything else in it change how the id
 * is taken: times have digits and capitals, and no time has letters of these before or behind its digits. What stands
 * beside it is no part of a time either.
 */
const IDS =
  /[[("'={](?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{6,64})(?=[\])"'},;|]| (?![A-Z]))/g
const LETTERS = 'abcdef'

function idsIn(prefix: string): Id[] {
  const ids = Array.from(prefix.matchAll(IDS), ({ 0: text, index }) => ({ start: index + 1, end: index + text.length }))
  return ids.filter(({ start, end }) => /[a-f]/.test(prefix.slice(start, end)))
}

/** What prefixes have in common that differ in their digits alone, and in their ids. */
export class PrefixShape {
  readonly look: Look
  /** Its bytes. */
  private readonly codes: Uint8Array
  private readonly pattern: Pattern
  /** What says who wrote the line, and where its digits stand in the prefix, by place in what says so. */
  private readonly letters: readonly string[]
  private readonly places: readonly number[]
  private readonly digits: Int32Array
  /** What says who wrote the line by its characters; below zero by the place of a digit in the prefix, counted from −1 down. */
  private readonly template: Int32Array
  /** Where the timestamp stands, in bytes. */
  readonly timeStart: number
  readonly timeEnd: number
  /** Whether cleaning may change it. */
  readonly isDirty: boolean
  /** Bytes beyond its characters. */
  readonly surplus: number
  /** In bytes. */
  private readonly ids: readonly Id[]

  constructor(prefix: string) {
    const look = lookAt(prefix)
    this.look = look
    this.isDirty = isDirty(prefix)
    const codes = toUtf8(prefix)
    this.surplus = codes.length - prefix.length
    const bytesTo = (at: number) => (this.surplus === 0 ? at : toUtf8(prefix.slice(0, at)).length)
    const ids = idsIn(prefix)
    this.ids = ids.map(({ start, end }) => ({ start: bytesTo(start), end: bytesTo(end) }))
    const isOfId = (at: number) => this.ids.some(({ start, end }) => at >= start && at < end)
    this.codes = codes.map((code, at) => (isSign(code) && isOfId(at) ? SIGN : isDigit(code) ? DIGIT : code))
    this.pattern = new Pattern(this.codes)
    this.timeStart = bytesTo(look.timeStart)
    this.timeEnd = bytesTo(look.timeEnd)
    // Every digit and every sign of an id says where it stands, in the decimal or the senary system.
    const words = [1, 10, 100, 1000].map((_, power) => wordsOf(locating(prefix, ids, power), look))
    const [ones = ''] = words
    const others = wordsOf(locating(prefix, ids, 0, true), look)
    const places = Array.from({ length: ones.length }, (_, place) => place)
    this.letters = ones.split('')
    this.places = places.filter((place) => ones[place] !== others[place])
    this.digits = Int32Array.from(this.places, (place) => bytesTo(locate(words.map((text) => text[place] ?? ''))))
    this.template = Int32Array.from(this.letters, (letter) => letter.charCodeAt(0))
    for (const [i, place] of this.places.entries()) this.template[place] = -1 - this.digits[i]!
  }

  get length(): number {
    return this.codes.length
  }

  /** Whether prefixes of this shape have ids. */
  get hasIds(): boolean {
    return this.ids.length > 0
  }

  isAt({ bytes, view }: Piece, from: number): boolean {
    const { pattern, ids } = this
    if (!(pattern.hasRoom(view, from) ? pattern.isAt(view, from) : this.isAtEnd(bytes, from))) return false
    for (const id of ids) if (!this.hasIdAt(bytes, from, id)) return false
    return true
  }

  /** An id has letters: what has none may be a time. */
  private hasIdAt(bytes: Uint8Array, from: number, { start, end }: Id): boolean {
    let highest = 0
    for (let i = start; i < end; i++) {
      const code = bytes[from + i]!
      if (this.codes[i] === SIGN && !isSign(code)) return false
      if (code > highest) highest = code
    }
    return highest >= A
  }

  /** As the pattern, which looks at some bytes more. */
  private isAtEnd(bytes: Uint8Array, from: number): boolean {
    const { codes } = this
    for (let i = 0; i < codes.length; i++) {
      const wanted = codes[i]!
      const code = bytes[from + i]!
      if (wanted < ANY ? code !== wanted : wanted === DIGIT && !isDigit(code)) return false
    }
    return true
  }

  /** The digits of what says who wrote the line, of a prefix of this shape. */
  digitsAt(bytes: Uint8Array, from: number): Uint8Array {
    const digits = new Uint8Array(this.digits.length)
    for (let i = 0; i < digits.length; i++) digits[i] = bytes[from + this.digits[i]!]!
    return digits
  }

  /** Those of no prefix. */
  noDigits(): Uint8Array {
    return new Uint8Array(this.digits.length).fill(DIGIT)
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

  /** As `hashText` of what says who wrote the line. */
  hashWordsAt(bytes: Uint8Array, from: number): number {
    const { template } = this
    let hash = 0
    for (let i = 0; i < template.length; i++) {
      const code = template[i]!
      hash = (Math.imul(hash, 31) + (code < 0 ? bytes[from - 1 - code]! : code)) | 0
    }
    return hash
  }

  /** What says who wrote the line: a name, or of a structured line the values of its fields. */
  wordsWith(digits: Uint8Array): string[] {
    const letters = [...this.letters]
    for (let i = 0; i < digits.length; i++) letters[this.places[i]!] = String.fromCharCode(digits[i]!)
    const words = letters.join('')
    if (!this.look.isStructured) return [words]
    return words === '' ? [] : words.split(QUOTE)
  }
}

export function hashText(text: string): number {
  let hash = 0
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
  return hash
}

/** What bytes count for in a hash that is the same for all prefixes of one shape; and where they have ids. */
export const SHAPES = Uint8Array.from({ length: 256 }, (_, code) => (isDigit(code) ? ZERO : code))
export const SHAPES_WITH_IDS = Uint8Array.from({ length: 256 }, (_, code) => (isSign(code) ? ZERO : code))

/** The prefix where each digit and each sign of an id is one of those that say where it stands, or is another. */
function locating(prefix: string, ids: readonly Id[], power: number, isOther = false): string {
  const isOfId = (at: number) => ids.some(({ start, end }) => at >= start && at < end)
  return prefix.replace(/[\da-f]/g, (sign, at: number) => {
    if (isOfId(at)) return LETTERS[(Math.floor(at / 6 ** power) + (isOther ? 1 : 0)) % 6]!
    return isDigit(sign.charCodeAt(0)) ? String((Math.floor(at / 10 ** power) + (isOther ? 1 : 0)) % 10) : sign
  })
}

/** Where something stands, by what it is in each power. */
function locate(signs: readonly string[]): number {
  const isLetter = LETTERS.includes(signs[0]!)
  return signs.reduce((sum, sign, power) => {
    return sum + (isLetter ? LETTERS.indexOf(sign) * 6 ** power : Number(sign) * 10 ** power)
  }, 0)
}

function wordsOf(prefix: string, { isStructured }: Look): string {
  return isStructured ? sourceValues(prefix).join(QUOTE) : nameIn(prefix)
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9
}

/** Of a hexadecimal number. */
function isSign(code: number): boolean {
  return isDigit(code) || (code >= A && code < A + LETTERS.length)
}
