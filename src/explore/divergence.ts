import { cycleStart } from '../model/cycles.ts'
import { GOAL_RULES, type GoalRule, type Trace } from '../model/trace.ts'

/** The start and the goal of one cycle, for comparing two runs. Seconds on the run's time axis, bytes. */
interface CycleStart {
  readonly seconds: number
  readonly goal: number
  readonly rule: GoalRule
}

/** The first cycle in which two runs differ, from 0, with its figures in each; null for a run without this cycle. */
export interface Divergence {
  readonly cycle: number
  readonly a: CycleStart | null
  readonly b: CycleStart | null
}

/** Sums of doubles round: figures closer than this share are the same. */
const ROUNDING = 1e-6

/** The first cycle whose start or goal differs between the runs; undefined if all are the same. */
export function findDivergence(a: Trace, b: Trace): Divergence | undefined {
  const count = Math.max(a.cycles.count, b.cycles.count)
  for (let cycle = 0; cycle < count; cycle++) {
    const [left, right] = [cycleAt(a, cycle), cycleAt(b, cycle)]
    if (left && right && isClose(left.seconds, right.seconds) && isClose(left.goal, right.goal)) continue
    return { cycle, a: left, b: right }
  }
  return undefined
}

function cycleAt(trace: Trace, i: number): CycleStart | null {
  const { count, goal, rule } = trace.cycles
  if (i >= count) return null
  return { seconds: cycleStart(trace, i), goal: goal[i] ?? 0, rule: GOAL_RULES[rule[i] ?? 0] ?? 'gogc' }
}

function isClose(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b))
}
