import { largest, medianOf, smallest } from '../../numbers.ts'
import { MIB } from '../../units.ts'

/** A figure that rose over all scrapes. */
export interface Rise {
  readonly first: number
  readonly last: number
}

/** Smaller rises also occur in steady programs. */
const LEAST_RISE = 1.25
const LEAST_BYTES = 4 * MIB

/** A figure that rises and falls, in bytes: the lowest and the highest value seen. */
export interface Swing {
  readonly low: number
  readonly high: number
}

/** If one scrape has at least twice the value of another, and the figure does not only rise. */
export function swingOf(values: readonly number[]): Swing | undefined {
  if (values.length < 2 || riseOf(values)) return undefined
  const [low, high] = [smallest(values), largest(values)]
  return high >= 2 * low && high - low >= LEAST_BYTES ? { low, high } : undefined
}

/**
 * If the figure is higher in each third of the scrapes than in the third before, and highest in the last scrape.
 * @param least the least rise that counts, in the unit of the figure
 */
export function riseOf(values: readonly number[], least = LEAST_BYTES): Rise | undefined {
  const [first, last] = [values[0], values.at(-1)]
  if (values.length < 2 || first === undefined || last === undefined) return undefined
  const parts = Math.min(3, values.length)
  const at = (part: number) => Math.round((part * values.length) / parts)
  const middles = Array.from({ length: parts }, (_, i) => medianOf(values.slice(at(i), at(i + 1)))!)
  const isRising = middles.every((middle, i) => i === 0 || middle > middles[i - 1]!)
  const isMuch = last >= LEAST_RISE * first && last - first >= least
  return isRising && isMuch && values.every((value) => value <= last) ? { first, last } : undefined
}
