/** A value with its weight. */
interface Weighted {
  readonly value: number
  readonly weight: number
}

/** The smallest value for which this share of all weight lies at or below it; NaN if no value has any weight. */
export function weightedQuantile(values: readonly Weighted[], share: number): number {
  const sorted = values.filter(({ weight }) => weight > 0).toSorted((a, b) => a.value - b.value)
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0)
  let below = 0
  for (const { value, weight } of sorted) {
    below += weight
    if (below >= share * total * (1 - 1e-12)) return value
  }
  return sorted.at(-1)?.value ?? Number.NaN
}
