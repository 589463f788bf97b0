/** Bursts are the highest live heaps of neighbouring cycles above this quantile of all. */
const ABOVE = 0.75
/** The tail compares this many of the largest bursts with the next one. With fewer bursts, chance decides it. */
const HIGHEST = 4

/**
 * How far apart the largest bursts of a live heap lie: the mean logarithm of the highest over the next one (Hill’s
 * estimator). 0 if the bursts are alike, and if there are too few.
 * @param live what each cycle found live, in any unit
 */
export function burstTail(live: Float64Array): number {
  const sorted = live.toSorted()
  const least = sorted[Math.floor(ABOVE * sorted.length)] ?? 0
  const highest = burstsAbove(live, least).sort((a, b) => b - a)
  if (highest.length <= HIGHEST) return 0
  const next = highest[HIGHEST]!
  return highest.slice(0, HIGHEST).reduce((sum, burst) => sum + Math.log(burst / next), 0) / HIGHEST
}

function burstsAbove(live: Float64Array, least: number): number[] {
  const bursts: number[] = []
  let highest = 0
  for (const size of [...live, 0]) {
    if (size > least) highest = Math.max(highest, size)
    else if (highest > 0) {
      bursts.push(highest)
      highest = 0
    }
  }
  return bursts
}
