import { tickStep, ticks } from 'd3-array'
import { formatCount, formatSizeNumber, type SizeUnit, sizeUnit } from '../format.ts'

export interface Tick {
  readonly value: number
  readonly text: string
}

export interface Ticks {
  readonly list: readonly Tick[]
  /** The unit of the texts, shown once at the axis. */
  readonly unit: SizeUnit
  /** Shows a value in that unit, with enough decimals for a read-out. */
  format(value: number): string
}

/** Round steps within a unit. */
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 4, 5, 10, 20, 50, 100, 200]

/** From this many of a unit on, steps are powers of two, so that 1024 are one of the next. */
const BINARY_FROM = 256

/** Ticks of the memory axis from 0 to `max` bytes, about `count` of them and never more than that plus one. */
export function memoryTicks(max: number, count: number): Ticks {
  const unit = sizeUnit(max)
  const factor = unit.bytes
  const top = max / factor
  const step = stepFor(top, count)
  const decimals = step >= 1 ? 0 : step === 0.25 || step < 0.1 ? 2 : 1
  const list: Tick[] = []
  for (let i = 0; i * step <= top * (1 + 1e-9); i++) {
    list.push({ value: i * step * factor, text: i === 0 ? '0' : (i * step).toFixed(decimals) })
  }
  return { list, unit, format: (value) => formatSizeNumber(value, unit) }
}

/**
 * The smallest round step that divides `top` into at most `count` parts, give or take a rounding error. Whether steps are
 * powers of two depends on `top` alone: charts of one run agree, whatever their heights.
 */
function stepFor(top: number, count: number): number {
  const least = (top / count) * (1 - 1e-9)
  return (top < BINARY_FROM && STEPS.find((size) => size >= least)) || 2 ** Math.ceil(Math.log2(least))
}

/** Ticks of the time axis in seconds, about `count`, with as many decimals as distinguish them. */
export function timeTicks([start, end]: readonly [number, number], count: number): readonly Tick[] {
  if (!(end > start)) return [{ value: start, text: '0' }]
  const decimals = Math.max(0, -Math.floor(Math.log10(tickStep(start, end, count)) + 1e-9))
  return ticks(start, end, count).map((value) => ({ value, text: formatTime(value, decimals) }))
}

function formatTime(value: number, decimals: number): string {
  const fixed = Math.abs(value).toFixed(Math.min(12, decimals))
  const [whole = '0', part] = fixed.split('.')
  return formatCount(Number(whole)) + (part === undefined ? '' : `.${part}`)
}
