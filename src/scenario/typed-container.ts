import { countOf, formatCount, formatSizeText } from '../format.ts'
import { clip, GIB, KIB, type Limit, MIB, OFF, TIB } from '../units.ts'
import { MAX_SIZE } from './parameter.ts'
import { isOffWord, LEAST_BARE_BYTES } from './typed.ts'
import { isLong, type Typed, tooLong, toPlain, toRead, unread } from './typed-text.ts'

/**
 * Units of a Kubernetes quantity (k8s.io/apimachinery/pkg/api/resource, suffixer.go), case-sensitive. Units of
 * GOMEMLIMIT are unambiguous and accepted too.
 */
const UNITS: Readonly<Record<string, number>> = {
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: KIB,
  Mi: MIB,
  Gi: GIB,
  Ti: TIB,
}
const OWN_UNITS: Readonly<Record<string, number>> = { b: 1, kib: KIB, mib: MIB, gib: GIB, tib: TIB }

const QUANTITY = /^\+?(\d+\.?\d*|\.\d+)(e\d{1,2})?([a-z]*)$/i
const EXAMPLE = 'Write for example 4Gi, 512Mi or 4G.'

/**
 * Reads a container's limit as Kubernetes does, and notes how: 4Gi is 4 GiB, 4G is 4,000,000,000 bytes. Texts that
 * Kubernetes refuses (4Gb, 4g) or reads as next to nothing (100m) are refused with what was probably meant. 4GiB is
 * read too, and small bare numbers as MiB.
 */
export function readContainerLimit(text: string): Typed<Limit> {
  if (isOffWord(text)) return { kind: 'read', value: OFF }
  if (isLong(text)) return tooLong(EXAMPLE)
  const { text: plain, note } = toPlain(text)
  const [, digits = '', exponent = '', unit = ''] = QUANTITY.exec(plain) ?? []
  if (digits === '') return unread(plain.startsWith('-') ? `A size cannot be negative. ${EXAMPLE}` : refusal(text))
  const number = Number(digits + exponent)
  const factor = unit === '' ? (number < LEAST_BARE_BYTES ? MIB : 1) : (UNITS[unit] ?? OWN_UNITS[unit.toLowerCase()])
  const bytes = number * (factor ?? 0)
  if (bytes > MAX_SIZE || /^pi?b?$/i.test(unit)) return unread('The largest size is 16TiB.')
  if (factor === undefined) return unread(refusedUnit(digits + exponent, unit) ?? refusal(text))
  if (bytes === 0) return unread('Write a size above 0, or off for none.')
  return toRead({ kind: 'bytes', bytes }, note, howRead(number, unit, bytes))
}

function howRead(number: number, unit: string, bytes: number): string | undefined {
  const size = formatSizeText(bytes)
  if (unit === '')
    return bytes === number
      ? `Read as bytes: ${size}.`
      : `Read as ${size}. Kubernetes would take ${number} as ${countOf(Math.ceil(number), 'byte')}: write ${number}Mi there.`
  const factor = UNITS[unit]
  if (factor === undefined) return undefined
  return unit.endsWith('i')
    ? `Read as ${size}, as Kubernetes reads ${unit}.`
    : `Read as ${formatCount(bytes)} bytes (${size}): for Kubernetes ${unit} is decimal, ${unit.toUpperCase()}i is binary.`
}

/** Why a unit is refused: Kubernetes does not know it, or nobody means it; undefined if it is no unit at all. */
function refusedUnit(number: string, unit: string): string | undefined {
  const letter = /^([kmgt])b?$/i.exec(unit)?.[1]?.toUpperCase()
  if (letter === undefined) return undefined
  const decimal = number + (letter === 'K' ? 'k' : letter)
  const instead = `Write ${number}${letter}i (binary) or ${decimal} (decimal).`
  if (unit === 'm') return `Kubernetes reads ${number}m as ${number} thousandths of a byte. ${instead}`
  return `Kubernetes does not accept ${number}${unit}. ${instead}`
}

function refusal(text: string): string {
  return `“${clip(text.trim())}” is not a size. ${EXAMPLE}`
}
