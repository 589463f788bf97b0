/** A figure with the bounds between which it surely lies. */
export interface Ranged {
  readonly value: number
  readonly low: number
  readonly high: number
}

export function around(value: number, error: number): Ranged {
  return { value, low: value / (1 + error), high: value * (1 + error) }
}

export function medianOf(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined
  const all = Float64Array.from(values).sort()
  const middle = all.length >> 1
  return all.length % 2 === 1 ? all[middle] : (all[middle - 1]! + all[middle]!) / 2
}
