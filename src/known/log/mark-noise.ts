import type { Series } from '../../calibration/shape/series.ts'
import { markCosts } from '../../calibration/shape/workload.ts'
import { medianOf, sumOf } from '../../numbers.ts'

/** With fewer pairs of cycles, we do not know how much mark costs vary. */
const FEWEST_PAIRS = 3
/** Two draws of one normal distribution differ by this many standard deviations in the median. */
const MEDIAN_DIFFERENCE = 0.954

/** Within this many cycles, a program hardly changes the kind of its heap: a guess. */
const NEAR_CYCLES = 9

/**
 * How much the mark cost per byte varies by chance, as a logarithm; 1 if too few cycles show it. If others use the
 * machine, it varies between neighbouring cycles, because marking waits for CPUs: the mean cost of near cycles was 1.6
 * times their median, and 1.06 on a machine of its own. If the program changes the kind of its heap, it changes slowly.
 */
export function markNoise(series: Series): number {
  const costs = markCosts(series, 0).map(([bytes, seconds]) => seconds / bytes)
  const differences = costs.slice(1).map((cost, i) => Math.abs(Math.log(cost / costs[i]!)))
  if (differences.length < FEWEST_PAIRS) return 1
  return Math.max(0, Math.log(meanToMedian(costs))) + medianOf(differences)! / MEDIAN_DIFFERENCE / 2
}

/** The mean cost over the median of the cycles near it. */
function meanToMedian(costs: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < costs.length; i += NEAR_CYCLES) {
    const near = costs.slice(i, i + NEAR_CYCLES)
    sum += sumOf(near) / medianOf(near)!
  }
  return sum / costs.length
}
