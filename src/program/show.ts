import { formatCount, formatSize, formatSizeText } from '../format.ts'
import type { Quantity } from '../known/quantities.ts'

/** A quantity as its field shows it, and reads it back. */
export function showValue({ value, unit }: Pick<Quantity, 'value' | 'unit'>): string {
  if (typeof value === 'string') return value
  switch (unit) {
    case 'bytes':
      return formatSizeText(value)
    case 'bytes/s':
    case 'bytes/CPU-s':
      return `${formatSizeText(value)}/s`
    case 'share':
      return `${short(100 * value)} %`
    default:
      return short(value)
  }
}

/** From and to; empty where it is exact. */
export function showRange({ low, high, unit }: Quantity): string {
  if (low === null || high === null || low === high) return ''
  const show = (value: number) => (unit === 'bytes' ? formatSize(value) : showValue({ value, unit }))
  return `${show(low)} to ${show(high)}`
}

export function showRate(perSecond: number): string {
  return perSecond >= 100 ? formatCount(Math.round(perSecond)) : short(perSecond)
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)))
}
