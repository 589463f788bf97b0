import { cycleEnd, segmentAt } from '../../../src/model/cycles.ts'
import {
  addGoal,
  addOffered,
  addPeriod,
  addStretch,
  createTally,
  spareOf,
  type Tally,
  THRASHING_SHARE,
} from '../../../src/model/tally.ts'
import { GOAL_RULES, SET_BY, type Trace } from '../../../src/model/trace.ts'

/** What a run of the runtime model counts while it goes on, here counted from its columns when it has ended. */
export function countFromColumns(trace: Trace): Tally {
  const tally = createTally()
  tally.limitedSeconds = trace.result.limiterSeconds
  countGoals(trace, tally)
  countAbove(trace, tally)
  countEffort(trace, tally)
  return tally
}

function countGoals({ cycles: { count, rule, goal, startPoint, runtime }, points: { live } }: Trace, tally: Tally) {
  for (let i = 0; i < count; i++) {
    const by = SET_BY[GOAL_RULES[rule[i]!]!]
    addGoal(tally, by, goal[i]!, live[startPoint[i]!]!, runtime!.roots[i]!)
  }
}

/** Each change of a setting is a point, so the settings between two points are those of the first. */
function countAbove(trace: Trace, tally: Tally): void {
  const { count, time, runtime } = trace.points
  const { wall, counted } = runtime!
  for (let i = 1; i < count; i++) {
    const { memoryLimit } = segmentAt(trace, time[i - 1]!)
    addStretch(tally, wall[i]! - wall[i - 1]!, counted[i - 1]!, counted[i]!, memoryLimit)
  }
}

function countEffort(trace: Trace, tally: Tally): void {
  const { cycles, points, segments, unfinished } = trace
  const runtime = cycles.runtime!
  let before = 0
  for (let i = 0; i < cycles.count; i++) {
    const { procs } = segmentAt(trace, cycleEnd(trace, i))
    const end = runtime.endWall[i]!
    const spent = runtime.assist[i]! + runtime.background[i]! + runtime.pause[i]!
    const offered = (end - before) * procs - runtime.idle[i]!
    const running = end - runtime.startWall[i]!
    const marked = { background: runtime.background[i]!, idle: runtime.idle[i]!, pause: runtime.pause[i]! }
    const spare = spareOf(marked, running * procs)
    addPeriod(tally, end - before, running, spent, offered, spare, THRASHING_SHARE.runtime, i > 0)
    before = end
  }
  const { procs } = segments.at(-1)!
  const wall = points.runtime!.wall
  const end = wall[points.count - 1]!
  const spare = unfinished ? spareOf(unfinished, (end - wall[unfinished.startPoint]!) * procs) : 0
  addOffered(tally, (end - before) * procs - (unfinished?.idle ?? 0), spare)
}
