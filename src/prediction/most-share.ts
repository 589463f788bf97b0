import type { Scenario } from '../scenario/types.ts'

/**
 * The largest share of CPU that GC can take without idle marking, from the ranges of GC CPU and of elapsed time. The
 * share with idle marking is at least as large, since c / o ≤ (c + i) / (o + i) for c ≤ o.
 */
export function mostShare(
  { procs, changes }: Scenario,
  { gcSeconds, wallSeconds }: { readonly gcSeconds: { high: number }; readonly wallSeconds: { low: number } },
): number {
  const fewest = Math.min(procs, ...changes.map((change) => change.procs ?? procs))
  const offered = fewest * wallSeconds.low
  return offered > 0 ? gcSeconds.high / offered : 1
}
