/** What a field made of what a person typed. */
export type Typed<T> =
  | {
      readonly kind: 'read'
      readonly value: T
      readonly refused?: Refusal
      /** How it was read, where somebody could have meant something else by it. A sentence. */
      readonly note?: string | undefined
    }
  | Unread

export interface Unread {
  readonly kind: 'unread'
  readonly message: string
}

/** Go itself does not take the text: what it would do, and the text to give it instead. */
export interface Refusal {
  readonly message: string
  readonly use: string
}

/** A typed text without what people write for the eye alone, and how its comma was read where it has one. */
export interface Plain {
  readonly text: string
  readonly note?: string
}

/** No setting takes a text longer than this; and what is read by pattern here would take long over a very long one. */
const MAX_TEXT = 100

const THOUSANDS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?![\d,])/
const DECIMAL_COMMA = /^[+-]?\d*,\d+(?![\d,.])/

/**
 * A typed text without spaces, with commas as every field reads them: before groups of three digits they separate
 * thousands (`2,500` is 2500), else one comma is a decimal point (`2,5` is 2.5, and so is `0,500` one half). Any other
 * comma stays, for the reader to refuse. The case of letters stays: Kubernetes tells `m` from `M`.
 */
export function toPlain(text: string): Plain {
  const tight = text.replace(/[\s_’']/g, '').replace(/−/g, '-')
  const thousands = THOUSANDS.exec(tight)?.[0]
  if (thousands !== undefined) {
    const number = thousands.replaceAll(',', '')
    const note = `${thousands} is read as ${number}: the comma separates thousands.`
    return { text: number + tight.slice(thousands.length), note }
  }
  const decimal = DECIMAL_COMMA.exec(tight)?.[0]
  if (decimal === undefined) return { text: tight }
  const number = decimal.replace(',', '.')
  const note = `${decimal} is read as ${number}: the comma is a decimal point.`
  return { text: number + tight.slice(decimal.length), note }
}

/** What was read, with the notes that there are. */
export function toRead<T>(value: T, ...notes: readonly (string | undefined)[]): Typed<T> {
  const note = notes.filter((one) => one !== undefined).join(' ')
  return note === '' ? { kind: 'read', value } : { kind: 'read', value, note }
}

export function unread(message: string): Unread {
  return { kind: 'unread', message }
}

export function isLong(text: string): boolean {
  return text.length > MAX_TEXT
}

export function tooLong(instead: string): Unread {
  return unread(`That text is longer than ${MAX_TEXT} characters. ${instead}`)
}
