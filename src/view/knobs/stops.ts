import type { Parameter, Slider } from '../../scenario/parameter.ts'
import { isSizeKind } from '../../scenario/value.ts'
import { KIB, MIB } from '../../units.ts'

/** The values at which a slider can stop, and how its travel maps to them. */
export interface Travel {
  /** Round values from low to high; the last is Infinity if the setting can be off. */
  readonly stops: readonly number[]
  readonly scale: Slider['scale']
  readonly min: number
  readonly max: number
  readonly hasOff: boolean
}

/** Positions of the slider's input: whole numbers from 0 to this. */
export const TRAVEL = 1000

/** Presses of arrow keys within this time of each other are one change. */
export const KEY_PAUSE_MS = 800

/** The stops that a key moves a slider by. Round values are not evenly spaced, so each key moves by whole stops. */
export const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -Infinity,
  End: Infinity,
}

/** If the setting can be off, values end at this share of the travel, and off has the rest. */
const VALUES_END = 0.93
const OFF_FROM = 0.965

/** A step of a logarithmic slider is about this share of the value. */
const LOG_STEP = 0.02
const LINEAR_STEPS = 64

/** The travel of a parameter's slider, widened to contain `reach` and to end at `usual` (see `reachOf`) or later. */
export function createTravel({ key, slider, kind, min: least }: Parameter, reach: number, usual = 0): Travel {
  if (!slider) throw new Error(`${key} has no slider`)
  const hasOff = kind.endsWith('-or-off')
  // A logarithmic scale has no 0: it is at the low end, below the first value.
  const hasZero = slider.scale === 'log' && least === 0 && !hasOff
  const wide = { ...slider, max: widen(slider, Math.max(slider.max, usual)).max }
  const { min, max } = widen(wide, hasZero && reach === 0 ? slider.max : reach)
  const stops = slider.scale === 'log' ? logStops(min, max, isSizeKind(kind)) : linearStops(min, max)
  if (hasZero) stops.unshift(0)
  return { stops: hasOff ? [...stops, Infinity] : stops, scale: slider.scale, min, max, hasOff }
}

/** The position of a value, 0 to TRAVEL. Not rounded. */
export function toPosition({ scale, min, max, hasOff }: Travel, value: number): number {
  if (value === Infinity) return TRAVEL
  const share = scale === 'log' ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min)
  return Math.max(0, Math.min(1, share)) * (hasOff ? VALUES_END : 1) * TRAVEL
}

export function toStop(travel: Travel, position: number): number {
  const { stops, scale, min, max, hasOff } = travel
  const at = position / TRAVEL
  if (at === 0 && stops[0] === 0) return 0
  if (hasOff && at >= OFF_FROM) return Infinity
  const share = Math.min(1, hasOff ? at / VALUES_END : at)
  const value = scale === 'log' ? min * (max / min) ** share : min + (max - min) * share
  return nearestStop(stops, value)
}

/** The stop that is `steps` up or down. From between two stops, one step leads to the next stop in that direction. */
export function stepStop({ stops }: Travel, value: number, steps: number): number {
  const up = stops.findIndex((stop) => stop > value)
  const above = up < 0 ? stops.length : up
  const isOnStop = stops[above - 1] === value
  const from = steps > 0 || isOnStop ? above - 1 : above
  return stops[Math.max(0, Math.min(stops.length - 1, from + steps))] ?? value
}

function nearestStop(stops: readonly number[], value: number): number {
  const found = stops.findIndex((stop) => stop >= value)
  const above = stops[found] ?? Infinity
  const below = stops[found - 1]
  if (below === undefined) return above
  return above === Infinity || value - below < above - value ? below : above
}

function widen({ scale, min, max }: Slider, reach: number): { min: number; max: number } {
  if (!Number.isFinite(reach)) return { min, max }
  let [low, high] = [min, max]
  while (high < reach) high *= 2
  if (scale === 'log') while (low > reach && low > 1) low = Math.max(1, low / 2)
  return { min: low, max: high }
}

function logStops(min: number, max: number, isSize: boolean): number[] {
  const stops: number[] = []
  for (let value = min; value < max; ) {
    stops.push(value)
    const step = isSize ? binaryStep(value * LOG_STEP) : decimalStep(value * LOG_STEP)
    value = Math.floor(value / step + 1) * step
  }
  return [...stops, max]
}

function linearStops(min: number, max: number): number[] {
  return Array.from({ length: LINEAR_STEPS + 1 }, (_, i) => min + ((max - min) * i) / LINEAR_STEPS)
}

/** A power of two, from 4 MiB on in whole MiB: what Go accepts as GOMEMLIMIT, and what people write. */
function binaryStep(about: number): number {
  return Math.max(about > MIB / 32 ? MIB : KIB, 2 ** Math.round(Math.log2(about)))
}

/** 1, 2, 5, 10, 20, 50, …: percentages and counts are whole. */
function decimalStep(about: number): number {
  if (about <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(about))
  const digit = about / power
  return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10)
}
