import { latest } from './ranged.ts'
import type { ProcessRun } from './timeline.ts'

/** Settings that a program may change while it runs. */
const CHANGEABLE = ['gogc', 'memoryLimit'] as const
/** Fewer scrapes tell less than all of them do, although some were taken under other settings. */
const FEWEST = 3

/**
 * The scrapes since GOGC or GOMEMLIMIT last changed, where enough are left: heap goals and GC cycles under other settings
 * do not tell the live heap.
 */
export function sinceChange(run: ProcessRun): ProcessRun {
  const { scrapes } = run
  const last = latest(scrapes)
  const other = scrapes.findLastIndex(({ values }) =>
    CHANGEABLE.some((field) => values.has(field) && values.get(field) !== last.get(field)),
  )
  const later = scrapes.slice(other + 1)
  return other < 0 || later.length < FEWEST ? run : { ...run, scrapes: later, isSinceChange: true }
}
