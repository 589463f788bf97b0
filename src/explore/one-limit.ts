import type { Change, Scenario } from '../scenario/types.ts'
import { limitBytes, OFF, toLimit } from '../units.ts'

/**
 * The scenario with one memory limit for the whole run: changes of the limit on the way would answer another question
 * than "which limit?".
 *
 * @param bytes Infinity for none
 */
export function withOneLimit(scenario: Scenario, bytes: number): Scenario {
  return { ...scenario, memoryLimit: toLimit(bytes), changes: without(scenario.changes, 'memoryLimit') }
}

/** The scenario in one container for the whole run. @param bytes Infinity for none */
export function withOneContainer(scenario: Scenario, bytes: number): Scenario {
  return { ...scenario, containerLimit: toLimit(bytes), changes: without(scenario.changes, 'containerLimit') }
}

/** The scenario with GOGC=off for the whole run. */
export function withoutGogc(scenario: Scenario): Scenario {
  return { ...scenario, gogc: OFF, changes: without(scenario.changes, 'gogc') }
}

/** The largest container limit that is in force at any time of the run, in bytes; Infinity where at some time none is. */
export function largestContainer({ containerLimit, changes }: Scenario): number {
  const set = changes.flatMap((change) =>
    change.containerLimit ? [{ at: change.at, limit: change.containerLimit }] : [],
  )
  const first = set.findLast(({ at }) => at === 0)?.limit ?? containerLimit
  return set.reduce((most, { at, limit }) => (at > 0 ? Math.max(most, limitBytes(limit)) : most), limitBytes(first))
}

/** A change that sets nothing else is left out, so that it does not even plan the next cycle anew. */
function without(changes: readonly Change[], key: 'memoryLimit' | 'containerLimit' | 'gogc'): readonly Change[] {
  if (!changes.some((change) => key in change)) return changes
  return changes.flatMap((change) => {
    if (!(key in change)) return [change]
    const { [key]: _, ...rest } = change
    return Object.keys(rest).length > 1 ? [rest] : []
  })
}
