import type { Trace } from '../../model/trace.ts'

/** With the same program and load, the last scraped and the last simulated goal differ by less than this factor. */
const GOALS_APART = 1.5

/** The goal after the last simulated cycle, in bytes; undefined without a cycle, or without a goal. */
export function lastGoal({ cycles }: Trace): number | undefined {
  const goal = cycles.goal[cycles.count - 1]
  return goal !== undefined && Number.isFinite(goal) ? goal : undefined
}

/** Whether a simulated goal and a measured one are too far apart for the same program. undefined: there is none. */
export function isOtherGoal(simulated: number | undefined, measured: number | undefined): boolean {
  if (simulated === undefined || measured === undefined) return false
  return measured > GOALS_APART * simulated || measured < simulated / GOALS_APART
}
