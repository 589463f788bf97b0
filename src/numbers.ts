/** The sum of all values; 0 if there are none. */
export function sumOf(values: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]!
  return sum
}

/** The largest value, but at least `least`. */
export function largest(values: ArrayLike<number>, least = 0): number {
  let most = least
  for (let i = 0; i < values.length; i++) most = Math.max(most, values[i]!)
  return most
}

/** The smallest value; Infinity if there are none. */
export function smallest(values: ArrayLike<number>): number {
  let least = Infinity
  for (let i = 0; i < values.length; i++) least = Math.min(least, values[i]!)
  return least
}

/** The median; for an even number of values, the mean of the middle two. Undefined if there are none. */
export function medianOf(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined
  const all = sorted(values)
  const middle = all.length >> 1
  return all.length % 2 === 1 ? all[middle] : (all[middle - 1]! + all[middle]!) / 2
}

/**
 * The value at a share of all values in rising order; there must be at least one.
 * @param share less than 1
 */
export function quantile(values: readonly number[], share: number): number {
  return sorted(values)[Math.floor(share * values.length)]!
}

/** How far the 90th percentile is above the 10th. */
export function innerSpread(values: readonly number[]): number {
  return quantile(values, 0.9) - quantile(values, 0.1)
}

/** The smallest number that is at least `value`, of these digits (rising, from 1 to below 10) times powers of ten. */
export function nextRound(digits: readonly number[], value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  // A rounding error above a round number must not lead to the next one.
  const digit = digits.find((digit) => digit * power >= value * (1 - 1e-9)) ?? 10
  return digit * power
}

/** Many times as fast as with a function that compares. */
function sorted(values: readonly number[]): Float64Array {
  return Float64Array.from(values).sort()
}
