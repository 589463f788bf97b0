import { GIB, MIB } from '../../units.ts'

/** Steps of the numbers that people write, from the roundest on. */
const DECIMAL = [1000, 500, 250, 200, 100, 50, 25, 20, 10, 5, 2, 1] as const
const BINARY = Array.from({ length: 17 }, (_, i) => MIB * 2 ** (16 - i))
const PART_OF_MIB = [MIB / 2, MIB / 4, MIB / 8, MIB / 16]

/** The roundest whole percentage in [low, high); the whole one next to the middle where there is none. */
export function roundGogc(low: number, high: number): number {
  return roundest(low, high, DECIMAL) ?? Math.max(1, Math.round(Math.sqrt(low * high)))
}

/**
 * The roundest size in [low, high), in bytes: 25 or 60 MiB, from 1 GiB on halves, quarters … of a GiB, so that GOMEMLIMIT
 * can be set to it. Whole bytes next to the middle where the stretch holds none.
 */
export function roundLimit(low: number, high: number): number {
  const steps = high > GIB ? BINARY : [...DECIMAL.map((step) => step * MIB), ...PART_OF_MIB]
  return roundest(low, high, steps) ?? Math.round(Math.sqrt(low * high))
}

/** The multiple of the largest step that lies in the stretch; of several the one next to its middle. */
function roundest(low: number, high: number, steps: readonly number[]): number | undefined {
  const middle = Math.sqrt(low * high)
  for (const step of steps) {
    const nearest = Math.round(middle / step) * step
    if (nearest > 0 && nearest >= low && nearest < high) return nearest
  }
  return undefined
}
