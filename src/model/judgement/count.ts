import { addGoal, addPeriod, addStretch, createTally, type SetBy, type Tally, THRASHING_SHARE } from '../tally.ts'
import { GOAL_RULES, SET_BY, type Segment, type Trace } from '../trace.ts'

export function countColumns(trace: Trace): Tally {
  const tally = countBesideEffort(trace)
  countStopped(trace, tally)
  return tally
}

/** Goals, and memory above the limit: counted from the columns of a run in either model. */
export function countBesideEffort(trace: Trace): Tally {
  const tally = createTally()
  tally.limitedSeconds = trace.result.limiterSeconds
  countGoals(trace, tally)
  if (mayExceed(trace)) countAbove(trace, tally)
  return tally
}

const BY_GOGC = GOAL_RULES.indexOf('gogc')

function countGoals(trace: Trace, tally: Tally): void {
  const { cycles, points, segments } = trace
  const { count, rule, goal, startPoint, runtime } = cycles
  const { time, live } = points
  const isRuntime = trace.model === 'runtime'
  let s = 0
  let plain = 0
  for (let i = 0; i < count; i++) {
    // For most cycles of the guide model only their number matters.
    if (!isRuntime && rule[i] === BY_GOGC) {
      plain++
      continue
    }
    const start = startPoint[i]!
    while (s + 1 < segments.length && segments[s + 1]!.time <= time[start]!) s++
    const segment = segments[s]!
    const roots = runtime ? runtime.roots[i]! : 0
    addGoal(tally, setBy(isRuntime, rule[i]!, live[start]!, segment), goal[i]!, live[start]!, roots)
  }
  tally.rules.cycles += plain
}

/** In the guide model, a goal at the least distance from the live heap may also come from a GOGC of next to nothing. */
function setBy(isRuntime: boolean, rule: number, live: number, segment: Segment): SetBy {
  const by = SET_BY[GOAL_RULES[rule] ?? 'minimum-heap']
  const isMinimum = !isRuntime && byGogc(live, segment) + segment.otherMemory <= segment.memoryLimit
  return by === 'floor' && isMinimum ? 'minimum' : by
}

function byGogc(live: number, { gogc }: Segment): number {
  return gogc.kind === 'off' ? Infinity : live * (1 + gogc.percent / 100)
}

function countStopped({ points: { time }, cycles }: Trace, tally: Tally): void {
  const { count, startPoint, endPoint } = cycles
  let before = 0
  for (let i = 0; i < count; i++) {
    const start = startPoint[i]!
    const end = time[endPoint ? endPoint[i]! : start + 1]!
    const running = end - time[start]!
    addPeriod(tally, end - before, running, running, end - before, 0, THRASHING_SHARE.guide, false)
    before = end
  }
}

/** Whether memory was above the smallest limit at any point. Most runs never are, which saves most of the counting. */
function mayExceed({ points, segments }: Trace): boolean {
  const { count, live, fresh } = points
  const counted = points.runtime?.counted
  const limit = Math.min(...segments.map((segment) => segment.memoryLimit - (counted ? 0 : segment.otherMemory)))
  for (let i = 0; i < count; i++) if ((counted ? counted[i]! : live[i]! + fresh[i]!) > limit) return true
  return false
}

/** Elapsed seconds for which memory was above the limit in force. Between two points it runs in a straight line. */
function countAbove(trace: Trace, tally: Tally): void {
  const { segments } = trace
  const { count, time, live, fresh, runtime } = trace.points
  const wall = runtime?.wall ?? time
  const counted = runtime?.counted
  let s = 0
  for (let i = 1; i < count; i++) {
    const start = time[i - 1]!
    const end = time[i]!
    const elapsed = wall[i]! - wall[i - 1]!
    while (s + 1 < segments.length && segments[s + 1]!.time <= start) s++
    if (!(elapsed > 0)) continue
    const { otherMemory, memoryLimit } = segments[s]!
    const isWithin = s + 1 === segments.length || end <= segments[s + 1]!.time
    if (!isWithin) {
      countAcross(trace, tally, i, s, elapsed)
      continue
    }
    const from = counted ? counted[i - 1]! : otherMemory + live[i - 1]! + fresh[i - 1]!
    const to = counted ? counted[i]! : otherMemory + live[i]! + fresh[i]!
    addStretch(tally, elapsed, from, to, memoryLimit)
  }
}

function countAcross(trace: Trace, tally: Tally, i: number, s: number, elapsed: number): void {
  const { points, segments } = trace
  const [start, end] = [points.time[i - 1]!, points.time[i]!]
  let from = start
  for (let k = s; from <= end; k++) {
    const segment = segments[k]!
    const until = Math.min(end, segments[k + 1]?.time ?? Infinity)
    const at = (time: number) => memoryAt(trace, segment, i, (time - start) / (end - start))
    const part = (until - from) / (end - start)
    addStretch(tally, elapsed * part, at(from), at(until), segment.memoryLimit)
    if (until >= end) return
    from = until
  }
}

/** Memory that GOMEMLIMIT counts, part of the way (a share) from the point before `i` to point `i`. */
function memoryAt({ points }: Trace, { otherMemory }: Segment, i: number, share: number): number {
  const at = (column: Float64Array) => column[i - 1]! + (column[i]! - column[i - 1]!) * share
  return points.runtime ? at(points.runtime.counted) : otherMemory + at(points.live) + at(points.fresh)
}
