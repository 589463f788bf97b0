import type { Scrape } from './timeline.ts'

/** At least this share of the cycles must be seen after their sweep. */
const MOST_CYCLES = 0.5
/** Fewer cycles show no mean. */
const FEWEST_CYCLES = 2

/**
 * The least live heap that a mean cycle can have found, if it allocates at least a share of the way from the live heap to
 * the goal. In bytes; 0 unless scrapes show the end of most sweeps.
 *   heap at the end of a cycle ≥ live before + share × (goal − live before), and that heap is freed + live after
 * Summed over n cycles, of which the first may start with nothing live:
 *   live ≥ (goal − freed / share) / (1 + (1 / share − 1) / n)
 */
export function leastLive(scrapes: readonly Scrape[], goal: number, share: number): number {
  const swept = scrapes.map(toFreed).filter(({ cycles, freed }, i, all) => {
    const next = all[i + 1]
    // While GC sweeps, the freed bytes grow.
    return cycles === next?.cycles && freed === next.freed
  })
  const [first, last] = [swept[0], swept.at(-1)]
  if (!first || !last) return 0
  const cycles = last.cycles - first.cycles
  const seen = new Set(swept.map((one) => one.cycles)).size - 1
  if (!(cycles >= FEWEST_CYCLES && seen >= MOST_CYCLES * cycles)) return 0
  const freed = (last.freed - first.freed) / cycles
  return Math.max(0, (goal - freed / share) / (1 + (1 / share - 1) / cycles))
}

function toFreed({ values }: Scrape) {
  const [cycles, allocated, objects] = [values.get('cycles'), values.get('allocTotal'), values.get('heapAlloc')]
  return { cycles: cycles ?? Number.NaN, freed: (allocated ?? Number.NaN) - (objects ?? Number.NaN) }
}
