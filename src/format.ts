import { GIB, KIB, MIB, TIB } from './units.ts'

/** All rounding for people happens here. A figure keeps its number of decimals, so that it does not jump while dragged. */

const MINUS = '−'

/** MiB with one decimal, as the published figures print them: `60.0`. */
export function formatMiB(bytes: number): string {
  return formatFixed(bytes / MIB, 1)
}

/** A size with the unit that suits it: `512 B`, `4.0 MiB`, `1.50 GiB`. */
export function formatSize(bytes: number): string {
  const size = Math.abs(bytes)
  if (size < KIB) return `${formatFixed(bytes, 0)} B`
  if (size < MIB) return `${formatFixed(bytes / KIB, 0)} KiB`
  if (size < 10 * GIB) return `${formatMiB(bytes)} MiB`
  if (size < TIB) return `${formatFixed(bytes / GIB, 2)} GiB`
  return `${formatFixed(bytes / TIB, 2)} TiB`
}

/** A share of 0…1 as a percentage with one decimal: `6.3 %`. */
export function formatShare(share: number): string {
  return `${formatFixed(share * 100, 1)} %`
}

/** Seconds with two decimals, `10.67 s`; below a tenth in the unit that still shows something. */
export function formatSeconds(seconds: number): string {
  const size = Math.abs(seconds)
  if (size >= 0.1 || size === 0) return `${formatFixed(seconds, 2)} s`
  if (size >= 1e-3) return `${formatFixed(seconds * 1e3, 1)} ms`
  return `${formatFixed(seconds * 1e6, 0)} µs`
}

/** How many times as long: `1.07×`. */
export function formatTimes(factor: number): string {
  return `${formatFixed(factor, 2)}×`
}

/** A whole number with thin spaces between thousands: `31 900`. */
export function formatCount(count: number): string {
  const digits = String(Math.round(Math.abs(count)))
  return (count < 0 ? MINUS : '') + digits.replace(/\B(?=(\d{3})+$)/g, ' ')
}

/** At most four significant digits, without trailing zeros: for values that people set. */
export function formatValue(value: number): string {
  return String(Number(value.toPrecision(4))).replace('-', MINUS)
}

/** A difference with its sign: `+1.2`, `−3.0`, `±0.0`. */
export function formatDelta(delta: number, format: (size: number) => string): string {
  const size = format(Math.abs(delta))
  const isZero = !/[1-9]/.test(size)
  return (isZero ? '±' : delta < 0 ? MINUS : '+') + size
}

function formatFixed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals)
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text
}
