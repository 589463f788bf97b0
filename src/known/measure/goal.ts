import type { Trace } from '../../model/trace.ts'

/** With the same program and load, the goal of the last scrape and the simulated one differ by less than this factor. */
const GOALS_APART = 1.5

/** The goal of the next cycle as the run ends, in bytes, as a scrape shows it; undefined without a cycle or a goal. */
export function nextGoal({ cycles, pending }: Trace): number | undefined {
  return cycles.count > 0 ? finite(pending?.goal) : undefined
}

/** The goal of the last completed cycle, in bytes, as a log prints it; undefined without a cycle or a goal. */
export function lastGoal({ cycles: { goal, count, runtime } }: Trace): number | undefined {
  return finite((runtime?.goalEnd ?? goal)[count - 1])
}

function finite(goal = Infinity): number | undefined {
  return Number.isFinite(goal) ? goal : undefined
}

/** Whether a simulated goal and a measured one are too far apart for the same program. undefined: there is none. */
export function isOtherGoal(simulated: number | undefined, measured: number | undefined): boolean {
  if (simulated === undefined || measured === undefined) return false
  return measured > GOALS_APART * simulated || measured < simulated / GOALS_APART
}
