import { cycleStart } from '../model/cycles.ts'
import { GOAL_RULES, type Trace } from '../model/trace.ts'

/** The first cycle in which two runs differ, from 0, with its figures in each; null for a run without this cycle. */
export type Divergence = NonNullable<ReturnType<typeof findDivergence>>

/** Sums of doubles round: figures closer than this share are the same. */
const ROUNDING = 1e-6

/** The first cycle whose start or goal differs between the runs; undefined if all are the same. */
export function findDivergence(a: Trace, b: Trace) {
  const count = Math.max(a.cycles.count, b.cycles.count)
  for (let cycle = 0; cycle < count; cycle++) {
    const [left, right] = [cycleAt(a, cycle), cycleAt(b, cycle)]
    if (left && right && isClose(left.seconds, right.seconds) && isClose(left.goal, right.goal)) continue
    return { cycle, a: left, b: right }
  }
  return undefined
}

/** The start and the goal of a cycle: seconds on the run's time axis, bytes. */
function cycleAt(trace: Trace, i: number) {
  const { count, goal, rule } = trace.cycles
  if (i >= count) return null
  return { seconds: cycleStart(trace, i), goal: goal[i] ?? 0, rule: GOAL_RULES[rule[i] ?? 0] ?? ('gogc' as const) }
}

function isClose(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b))
}
