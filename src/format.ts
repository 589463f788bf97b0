import { GIB, KIB, MIB, TIB } from './units.ts'

/** All rounding for people is in this file. A figure keeps its number of decimals, so it does not jump during a drag. */

const MINUS = '−'

/** A unit of sizes. */
export interface SizeUnit {
  readonly name: 'B' | 'KiB' | 'MiB' | 'GiB' | 'TiB'
  readonly bytes: number
}

const UNITS = {
  B: { name: 'B', bytes: 1 },
  KiB: { name: 'KiB', bytes: KIB },
  MiB: { name: 'MiB', bytes: MIB },
  GiB: { name: 'GiB', bytes: GIB },
  TiB: { name: 'TiB', bytes: TIB },
} as const satisfies Record<string, SizeUnit>

/** The unit for a size, and for an axis up to it. MiB up to 2 GiB, so that 963 and 1200 MiB have the same unit. */
export function sizeUnit(bytes: number): SizeUnit {
  const size = Math.abs(bytes)
  if (size >= 2 * TIB) return UNITS.TiB
  if (size >= 2 * GIB) return UNITS.GiB
  return size >= MIB ? UNITS.MiB : size >= KIB ? UNITS.KiB : UNITS.B
}

/** The number of a size in a unit, with at most four significant digits: `60.0`, `1536`, `3.73`. */
export function formatSizeNumber(bytes: number, unit: SizeUnit): string {
  const value = bytes / unit.bytes
  return formatFixed(value, decimalsOf(Math.abs(value), unit))
}

function decimalsOf(size: number, { name }: SizeUnit): number {
  if (name === 'B' || name === 'KiB' || size >= 999.95) return 0
  if (name === 'MiB' || size >= 99.995) return 1
  // A small part of a large axis must not be shown as 0.
  return size >= 0.1 || size === 0 ? 2 : 3
}

/** A size in its own unit, or in that of an axis beside it: `512 B`, `4.0 MiB`, `1536 MiB`, `3.73 GiB`. */
export function formatSize(bytes: number, unit: SizeUnit = sizeUnit(bytes)): string {
  return `${formatSizeNumber(bytes, unit)} ${unit.name}`
}

/**
 * A size as fields show it, and read it back: at most four significant digits without trailing zeros, in the largest unit
 * that gives it as a whole number, as Go takes it, `60MiB`, `2750MiB`, else in the one that suits it, `7.451GiB`; `off` for an absent limit. A field keeps what it does not show until it is typed into.
 */
export function formatSizeText(bytes: number): string {
  if (bytes === Infinity) return 'off'
  if (bytes === 0) return '0'
  const whole = [UNITS.TiB, UNITS.GiB, UNITS.MiB].find((unit) => bytes % unit.bytes === 0 && bytes < 1e4 * unit.bytes)
  const unit = whole ?? sizeUnit(bytes)
  return Number((bytes / unit.bytes).toPrecision(4)) + unit.name
}

/** As `formatSizeText`, for a sentence: `60 MiB`, `7.451 GiB`. */
export function formatProseSize(bytes: number): string {
  return formatSizeText(bytes).replace(/\D+$/, ' $&')
}

/** A size with three significant digits, for figures among many others: `45.0 MiB`, `132 MiB`, `3.00 GiB`. */
export function formatBriefSize(bytes: number): string {
  const unit = sizeUnit(bytes)
  return unit.bytes < MIB ? formatSize(bytes) : `${toThreeDigits(bytes / unit.bytes)} ${unit.name}`
}

/** A time with three significant digits, in the unit that people use: `0.42 s`, `31.8 s`, `5.85 min`, `1.27 h`. */
export function formatSpan(seconds: number): string {
  if (Math.abs(seconds) < 1) return formatSeconds(seconds)
  if (Math.abs(seconds) < 99.95) return `${toThreeDigits(seconds)} s`
  return Math.abs(seconds) < 5997 ? `${toThreeDigits(seconds / 60)} min` : `${toThreeDigits(seconds / 3600)} h`
}

/** A share of 0…1 as a percentage with one decimal: `6.3 %`. */
export function formatShare(share: number): string {
  return `${formatFixed(share * 100, 1)} %`
}

/** Seconds with two decimals, `10.67 s`; without decimals from a thousand on; below a tenth in a smaller unit. */
export function formatSeconds(seconds: number): string {
  const size = Math.abs(seconds)
  if (size >= 999.995) return `${formatCount(seconds)} s`
  if (size >= 0.1 || size === 0) return `${formatFixed(seconds, 2)} s`
  if (size >= 1e-3) return `${formatFixed(seconds * 1e3, 1)} ms`
  return `${formatFixed(seconds * 1e6, 0)} µs`
}

/** A ratio of two times: `1.07×`. */
export function formatTimes(factor: number): string {
  return `${formatFixed(factor, 2)}×`
}

/** A whole number with spaces between thousands: `31 900`. */
export function formatCount(count: number): string {
  const digits = String(Math.round(Math.abs(count)))
  return (count < 0 ? MINUS : '') + digits.replace(/\B(?=(\d{3})+$)/g, ' ')
}

/** A count with its noun: `1 cycle`, `31 900 cycles`, `2 processes`. */
export function countOf(count: number, one: string): string {
  return `${formatCount(count)} ${Math.round(count) === 1 ? one : `${one}s`}`
}

/** A number of CPUs, not always whole: `1 CPU`, `1.5 CPUs`. */
export function formatCpus(value: number): string {
  const text = formatValue(value)
  return `${text} ${text === '1' ? 'CPU' : 'CPUs'}`
}

/** A value that people set, with at most four significant digits and without trailing zeros. */
export function formatValue(value: number): string {
  return String(Number(value.toPrecision(4))).replace('-', MINUS)
}

/** A difference with its sign: `+1.2`, `−3.0`, `±0.0`. */
export function formatDelta(delta: number, format: (size: number) => string): string {
  const size = format(Math.abs(delta))
  const isZero = !/[1-9]/.test(size)
  return (isZero ? '±' : delta < 0 ? MINUS : '+') + size
}

const SHOWN = /^(−?\d+(?:\s\d{3})*(?:\.(\d+))?)(\D*)$/

/**
 * The difference of two figures as they are shown: `+12.2 MiB` for `220.8 MiB` and `233.0 MiB`; of
 * two shares in points. So the three agree, which they would not if each were rounded. Undefined if the two have no
 * number or not the same unit.
 */
export function formatBetween(from: string, to: string): string | undefined {
  const [a, b] = [SHOWN.exec(from), SHOWN.exec(to)]
  if (!a || !b || a[3] !== b[3]) return undefined
  const decimals = Math.max(a[2]?.length ?? 0, b[2]?.length ?? 0)
  // Figures of counts have spaces between thousands.
  const format = /\d\s\d/.test(from + to) ? formatCount : (size: number) => size.toFixed(decimals)
  const [was, is] = [a, b].map((shown) => Number(shown[1]?.replace(/\s/g, '').replace(MINUS, '-'))) as [number, number]
  return formatDelta(is - was, format) + a[3]!.replace('%', 'points')
}

/** For values from 0.1 on; above 999 with all digits. */
function toThreeDigits(value: number): string {
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))))
  const rounded = Number(value.toFixed(decimals))
  // 9.996 is rounded up to one more digit.
  return formatFixed(value, Math.max(0, Math.min(decimals, 2 - Math.floor(Math.log10(Math.abs(rounded))))))
}

function formatFixed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals)
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text
}

/** A name within a sentence: with a small first letter. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** A part of a sentence as a sentence of its own: `There is no container in it.` */
export function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`
}

/** A share with its sign, in whole percent: `+3 %`, `−12 %`, `±0 %`. */
export function formatDifference(share: number): string {
  const percent = Math.round(100 * share)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)} %`
}

/** `44.5 to 47.3 MiB`: two formatted values, with the unit once if both have the same; one, if both are equal. */
export function fromTo(low: string, high: string): string {
  if (low === high) return low
  const unit = / \D+$/.exec(high)?.[0] ?? ''
  return `${unit !== '' && low.endsWith(unit) ? low.slice(0, -unit.length) : low} to ${high}`
}
