import type { Series } from '../../calibration/shape/series.ts'
import { quantile } from '../../numbers.ts'
import { type GcPercent, gogcPercent, MIB } from '../../units.ts'

/*
 * An allocation that takes the heap past its goal starts a GC cycle, and Go moves the goal above the heap (Go 1.26,
 * mgcpacer.go, heapGoalInternal). We simulate steady allocation. A large object starts at most one cycle, so half of
 * the GOGC need not double the cycles.
 */

/** At least this many goals must be moved: fewer are usual in a job whose slices grow. */
const FEWEST_MOVED = 5
/** At least this share must be moved. A service that zips files has 0.77, and its predictions hold. */
const NEARLY_ALL = 0.9
/** With less growth than this, an ordinary cycle may start within a MiB of its goal, to which sizes are rounded. */
const CLEAR_GROWTH = 40 * MIB
const FAR = 0.25

/**
 * Only goals that are clearly (`CLEAR_GROWTH`) above the live heap count.
 * @param gogc of the log; if it is off, a limit set the goals, and Go moved none
 * @param asked if it is lower, the same objects reach further beyond the goals
 */
export function whyLargeObjects(
  { count, forced, heapStart, live, goal, roots }: Series,
  gogc: GcPercent,
  asked: GcPercent,
): string | undefined {
  const [own, other] = [gogcPercent(gogc) / 100, gogcPercent(asked) / 100]
  if (own === Infinity) return undefined
  const cycles = Array.from({ length: count }, (_, i) => i)
  const clear = cycles.filter((i) => i > 0 && forced[i] === 0 && goal[i]! - live[i - 1]! > CLEAR_GROWTH)
  const moved = clear.filter((i) => goal[i]! - heapStart[i]! <= MIB)
  const beyond = moved.map((i) => {
    const scanned = live[i - 1]! + roots[i - 1]!
    return (goal[i]! - live[i - 1]! - own * scanned) / (Math.max(own / 10, Math.min(own, other)) * scanned)
  })
  const isUsual = moved.length >= FEWEST_MOVED && moved.length >= NEARLY_ALL * clear.length
  if (!isUsual || quantile(beyond, 0.75) < FAR) return undefined
  return `large objects took the heap past its goal in ${moved.length} of the ${clear.length} GC cycles with much growth, and we do not simulate such objects: under other settings, memory and the number of cycles may lie outside these ranges`
}
