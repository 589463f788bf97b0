import { countOf, formatSizeText } from '../format.ts'
import { clip, type GcPercent, KIB, type Limit, limitBytes, MIB, OFF } from '../units.ts'
import { isGoGogc, isGoMemLimit, toGoMemLimit } from './go-env.ts'
import { MAX_SIZE } from './parameter.ts'
import {
  isLong,
  mapTyped,
  type Plain,
  type Refusal,
  type Typed,
  tooLong,
  toPlain,
  toRead,
  unread,
} from './typed-text.ts'

const MAX_PERCENT = 1e6

/** A bare number below this is read as MiB (nobody limits a program or a container to 60 bytes), others as bytes. */
export const LEAST_BARE_BYTES = MIB

/** Words and characters that people write for no limit. */
const OFF_WORDS = new Set('off none no unlimited infinity inf ∞ - – — max'.split(' '))

/** Units as people write them. Decimal prefixes are read as binary, because Go's own documents write MB for MiB. */
const UNIT: ReadonlyMap<string, number> = new Map([
  ...['b', 'byte', 'bytes'].map((name) => [name, 1] as const),
  ...[...'kmgtp'].flatMap((letter, i) =>
    ['', 'b', 'i', 'ib'].map((ending) => [letter + ending, KIB ** (i + 1)] as const),
  ),
])

const SIZE = /^\+?(\d+\.?\d*(?:e\d{1,2})?|\.\d+)([a-z]*)$/

/**
 * Reads a size as people type it: 60, 60M, 60 MB, 1.5GiB, 1,5 g, 1_000_000_000. @returns bytes, or what to write
 * instead
 */
export function readSize(text: string): Typed<number> {
  return readBytes(text, 'size', '')
}

/** Reads a size or a rate. @param noun what it is, and `per` what follows its unit, for messages */
export function readBytes(text: string, noun: 'size' | 'rate', per: '' | '/s'): Typed<number> {
  const instead = `Write for example 60MiB${per} or 2GiB${per}.`
  if (isLong(text)) return tooLong(instead)
  const { text: tight, note } = toPlain(text)
  const plain = tight.toLowerCase()
  if (plain === '') return unread(instead)
  if (plain.startsWith('-')) return unread(`A ${noun} cannot be negative. ${instead}`)
  const match = SIZE.exec(plain)
  const unit = match?.[2] ? UNIT.get(match[2]) : undefined
  if (!match || (match[2] && unit === undefined)) return unread(`“${clip(text.trim())}” is not a ${noun}. ${instead}`)
  const number = Number(match[1])
  const bytes = number * (unit ?? (number < LEAST_BARE_BYTES ? MIB : 1))
  if (bytes > MAX_SIZE) return unread(`The largest ${noun} is 16TiB${per}.`)
  // The units of GOMEMLIMIT are unambiguous, so nobody has to be told how they were read.
  const isGoUnit = match[2] === 'b' || match[2]?.endsWith('ib')
  const isPlain = isGoUnit || bytes === number
  return toRead(bytes, note, isPlain ? undefined : `Read as ${formatSizeText(bytes)}${per}.`)
}

export function readLimit(text: string): Typed<Limit> {
  if (isOffWord(text)) return { kind: 'read', value: OFF }
  return mapTyped(readSize(text), (bytes) => ({ kind: 'bytes', bytes }))
}

export function isOffWord(text: string): boolean {
  return !isLong(text) && OFF_WORDS.has(toPlain(text).text.toLowerCase())
}

/** Notes where Go would refuse the text as GOMEMLIMIT. A percentage is a share of the container's limit. */
export function readMemoryLimit(text: string, container: Limit): Typed<Limit> {
  const share = isLong(text) ? null : /^(\d+\.?\d*|\.\d+)%$/.exec(toPlain(text).text)
  const typed = share ? readShare(Number(share[1]), container) : readLimit(text)
  if (typed.kind === 'unread') return typed
  const asTyped = text.trim()
  const { value } = typed
  const bytes = limitBytes(value)
  const refuse = (message: string): Typed<Limit> => ({
    kind: 'read',
    value,
    refused: { message: `${message} Read here as ${formatSizeText(bytes)}.`, use: toGoMemLimit(value) },
  })
  if (!isGoMemLimit(asTyped))
    return refuse(`Go does not start with GOMEMLIMIT=${clip(asTyped)} (“malformed GOMEMLIMIT”).`)
  // Go accepts the text, but reads another size.
  if (/^\+?\d+$/.test(asTyped) && bytes !== Number(asTyped))
    return refuse(`Go reads GOMEMLIMIT=${asTyped} as ${countOf(Number(asTyped), 'byte')}.`)
  return typed
}

function readShare(percent: number, container: Limit): Typed<Limit> {
  if (container.kind === 'off')
    return unread(
      'Go takes no percentage as GOMEMLIMIT. Write a size, or set a container limit: then a percentage is a share of it.',
    )
  // Rounded down to whole MiB, as people write it into a manifest.
  const exact = (container.bytes * percent) / 100
  const bytes = exact >= MIB ? Math.floor(exact / MIB) * MIB : Math.floor(exact)
  return bytes > MAX_SIZE ? unread('The largest size is 16TiB.') : { kind: 'read', value: { kind: 'bytes', bytes } }
}

/** Reads GOGC, and notes where Go would silently take 100. `isWholeOnly`: rounds fractions, for the runtime model. */
export function readGogc(text: string, isWholeOnly: boolean): Typed<GcPercent> {
  const asTyped = text.trim()
  const isGo = asTyped === '' || isGoGogc(asTyped)
  const refuse = (message: string) => unread(isGo ? message : `${silently(asTyped)} ${message}`)
  const instead = 'Write a percentage such as 100, or off.'
  if (isLong(text)) return refuse(tooLong(instead).message)
  const { text: tight, note } = toPlain(text)
  const plain = tight.toLowerCase().replace(/%$/, '')
  if (OFF_WORDS.has(plain) || /^-\d+$/.test(plain)) {
    if (isGo) return { kind: 'read', value: OFF }
    return { kind: 'read', value: OFF, refused: toRefusal(asTyped, 'off', 'off') }
  }
  if (!/^\+?(\d+\.?\d*|\.\d+)$/.test(plain)) return refuse(instead)
  const number = Number(plain)
  if (number > MAX_PERCENT) return refuse('The largest GOGC here is 1000000. To start no cycle by growth, write off.')
  const percent = isWholeOnly ? Math.round(number) : number
  const value: GcPercent = { kind: 'percent', percent }
  if (isGo) return { kind: 'read', value }
  return {
    kind: 'read',
    value,
    ...(note && { note }),
    refused: toRefusal(asTyped, String(Math.round(percent)), percent),
  }
}

/** What Go does with a text that it refuses as GOGC. @param read what the field takes, perhaps a fraction */
function toRefusal(text: string, use: string, read: number | 'off'): Refusal {
  const here = read === 100 ? '' : ` Read here as ${read}.`
  return { message: silently(text) + here, use }
}

function silently(text: string): string {
  return `Go silently reads GOGC=${clip(text)} as 100.`
}

export function readCount(text: string, min: number, max: number): Typed<number> {
  if (isLong(text)) return tooLong(`Write a whole number from ${min} to ${max}.`)
  const { text: plain, note } = toPlain(text)
  const number = Number(plain || Number.NaN)
  if (Number.isInteger(number) && number >= min && number <= max) return toRead(number, note)
  return unread(`Write a whole number from ${min} to ${max}.`)
}

export function readNumber(text: string, min: number, max: number): Typed<number> {
  const { text: plain, note }: Plain = isLong(text) ? { text: '' } : toPlain(text)
  const number = Number(plain || Number.NaN)
  return number >= min && number <= max ? toRead(number, note) : unread(`Write a number from ${min} to ${max}.`)
}
