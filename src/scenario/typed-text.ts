/** The result of reading what a person typed into a field. */
export type Typed<T> =
  | {
      readonly kind: 'read'
      readonly value: T
      readonly refused?: Refusal
      /** How the text was read, if another reading was possible. A sentence. */
      readonly note?: string | undefined
    }
  | Unread

interface Unread {
  readonly kind: 'unread'
  readonly message: string
}

/** Go does not accept the text: what Go would do with it, and a text that Go accepts. */
export interface Refusal {
  readonly message: string
  readonly use: string
}

/** A typed text without decoration for the reader, and how its comma was read, if it has one. */
export interface Plain {
  readonly text: string
  readonly note?: string
}

/** Longer texts are refused: no setting needs them, and matching patterns in a very long text would take long. */
const MAX_TEXT = 100

const THOUSANDS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?![\d,])/
const DECIMAL_COMMA = /^[+-]?\d*,\d+(?![\d,.])/

/**
 * A typed text without spaces. Before groups of three digits a comma separates thousands (`2,500` is 2500), else a
 * single one is a decimal point (`2,5` is 2.5, `0,500` one half). Other commas stay, and the reader refuses them. Case
 * stays: Kubernetes distinguishes `m` from `M`.
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

/** What was read, with its value as another one. */
export function mapTyped<T, U>(typed: Typed<T>, to: (value: T) => U): Typed<U> {
  return typed.kind === 'read' ? { ...typed, value: to(typed.value) } : typed
}

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
