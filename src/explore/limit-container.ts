import type { Scenario } from '../scenario/types.ts'
import { LEAST_LIMIT, nextLimit, previousLimit, roundDown, roundUp } from './limit-grid.ts'
import { createProbe, isSpent, isWithin, MAX_CYCLES, type Tried, tryLimit, tryOnce } from './limit-probe.ts'
import { withOneContainer, withoutGogc } from './one-limit.ts'

/** What the program needs that does not fit its container. */
export interface Need {
  /** The run without any container or memory limit. */
  readonly free: Tried
  /** GOGC is what costs: `free` takes more than the share, and with GOGC=off it does not. */
  readonly isGogc: boolean
  /**
   * A container that would do, for the whole run, with the limit to set in it: that very run was simulated. Null where
   * `free` does not keep to the share either, or no limit that was tried does.
   */
  readonly container: { readonly bytes: number; readonly limit: Tried } | null
}

/** Share of the container that stays free at the peak: the headroom that is usually advised at the least. */
const FREE = 0.05

/**
 * Looks for a container in which the program ends well with GC CPU at or under the share: without any container it
 * halves in on a limit that does, and takes the container from what that run needs. There may be a smaller one.
 * At most 60 runs, and as many points as any search.
 */
export function* findNeed(scenario: Scenario, share: number): Generator<Tried, Need> {
  const probe = createProbe(withOneContainer(scenario, Infinity), MAX_CYCLES)
  const isGood = isWithin(share)
  const free = yield* tryLimit(probe, Infinity)
  if (!isGood(free)) return { free, isGogc: yield* isFreeWithoutGogc(probe.scenario, share), container: null }
  let good = Math.max(2 * LEAST_LIMIT, roundUp(1.05 * free.result.peakMemoryBytes))
  if (!isGood(yield* tryLimit(probe, good))) return { free, isGogc: false, container: null }
  let bad = LEAST_LIMIT
  while (previousLimit(good) > bad) {
    const middle = Math.max(nextLimit(bad), Math.min(previousLimit(good), roundDown(Math.sqrt(good * bad))))
    if (isGood(yield* tryLimit(probe, middle))) good = middle
    else bad = middle
  }
  const needed = (yield* tryLimit(probe, good)).result.peakContainerBytes
  const bytes = Math.max(nextLimit(good), roundUp(needed / (1 - FREE)))
  const limit = tryOnce(withOneContainer(scenario, bytes), good, probe.maxCycles)
  yield limit
  return { free, isGogc: false, container: isGood(limit) && !isSpent(probe) ? { bytes, limit } : null }
}

function* isFreeWithoutGogc(scenario: Scenario, share: number): Generator<Tried, boolean> {
  const off = tryOnce(withoutGogc(scenario), Infinity, MAX_CYCLES)
  yield off
  return off.result.compulsoryGcFraction <= share
}
