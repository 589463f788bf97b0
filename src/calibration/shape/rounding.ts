import { MIB } from '../../units.ts'

const HALF = MIB / 2
/** The quartiles of a normal distribution lie so many standard deviations apart. */
const QUARTILES = 1.349
/** So many tell how far sizes are spread. */
const MOST_SAMPLES = 2000

/**
 * How far sizes that were each rounded to a MiB may be off in common, in bytes. Sizes that all are the same are all
 * rounded the same way: half a MiB. Sizes that differ from cycle to cycle are rounded by another part each, and their
 * mean is free of it: of normally distributed ones it is off by the first harmonic of the rounding error,
 *
 *   ½ MiB · exp(−2π² · sd²)      sd in MiB
 */
export function commonRounding(values: Float64Array): number {
  const step = Math.ceil(values.length / MOST_SAMPLES)
  const sorted = values.filter((_, i) => i % step === 0).sort()
  const quarter = (sorted.length - 1) >> 2
  const sd = ((sorted[sorted.length - 1 - quarter] ?? 0) - (sorted[quarter] ?? 0)) / QUARTILES / MIB
  return HALF * Math.exp(-2 * (Math.PI * sd) ** 2)
}
