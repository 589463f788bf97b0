import type { Scenario } from '../scenario/types.ts'

/**
 * The most that GC's share of CPU can be without idle marking, by the ranges of GC CPU and of elapsed time: with idle marking
 * it is no less, since c / o ≤ (c + i) / (o + i) for c ≤ o.
 */
export function mostShare(
  { procs, changes }: Scenario,
  { gcSeconds, wallSeconds }: { readonly gcSeconds: { high: number }; readonly wallSeconds: { low: number } },
): number {
  const fewest = Math.min(procs, ...changes.map((change) => change.procs ?? procs))
  const offered = fewest * wallSeconds.low
  return offered > 0 ? gcSeconds.high / offered : 1
}
