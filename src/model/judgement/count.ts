import { addGoal, addPeriod, addStretch, createTally, type SetBy, type Tally, THRASHING_SHARE } from '../tally.ts'
import { GOAL_RULES, SET_BY, type Segment, type Trace } from '../trace.ts'

/**
 * Counts what a verdict needs from the columns of a guide model's run. A run of the runtime model counts it on its way.
 */
export function countColumns(trace: Trace): Tally {
  const tally = createTally()
  tally.limitedSeconds = trace.result.limiterSeconds
  countGoals(trace, tally)
  if (mayExceed(trace)) countAbove(trace, tally)
  countStopped(trace, tally)
  return tally
}

/** What `rule` is for a goal that GOGC set. */
export const BY_GOGC = GOAL_RULES.indexOf('gogc')

function countGoals({ cycles, points, segments }: Trace, tally: Tally): void {
  const { count, rule, goal, startPoint } = cycles
  const { time, live } = points
  let s = 0
  let plain = 0
  for (let i = 0; i < count; i++) {
    // For most cycles only their number matters.
    if (rule[i] === BY_GOGC) {
      plain++
      continue
    }
    const start = startPoint[i]!
    while (s + 1 < segments.length && segments[s + 1]!.time <= time[start]!) s++
    addGoal(tally, setBy(rule[i]!, live[start]!, segments[s]!), goal[i]!, live[start]!, 0)
  }
  tally.rules.cycles += plain
}

/** A goal at the least distance from the live heap may also come from a GOGC of next to nothing. */
function setBy(rule: number, live: number, segment: Segment): SetBy {
  const by = SET_BY[GOAL_RULES[rule] ?? 'minimum-heap']
  const isRoom = byGogc(live, segment) + segment.otherMemory <= segment.memoryLimit
  return by === 'floor' && isRoom ? 'room' : by
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
function mayExceed({ points: { count, live, fresh }, segments }: Trace): boolean {
  const limit = Math.min(...segments.map((segment) => segment.memoryLimit - segment.otherMemory))
  for (let i = 0; i < count; i++) if (live[i]! + fresh[i]! > limit) return true
  return false
}

/** Seconds for which memory was above the limit in force. Between two points it runs in a straight line. */
function countAbove(trace: Trace, tally: Tally): void {
  const { segments } = trace
  const { count, time, live, fresh } = trace.points
  let s = 0
  for (let i = 1; i < count; i++) {
    const start = time[i - 1]!
    const end = time[i]!
    while (s + 1 < segments.length && segments[s + 1]!.time <= start) s++
    if (!(end > start)) continue
    const { otherMemory, memoryLimit } = segments[s]!
    const isWithin = s + 1 === segments.length || end <= segments[s + 1]!.time
    if (!isWithin) {
      countAcross(trace, tally, i, s)
      continue
    }
    const from = otherMemory + live[i - 1]! + fresh[i - 1]!
    const to = otherMemory + live[i]! + fresh[i]!
    addStretch(tally, end - start, from, to, memoryLimit)
  }
}

/** Counts the stretch before point `i`, in which settings changed; it begins in segment `s`. */
function countAcross({ points, segments }: Trace, tally: Tally, i: number, s: number): void {
  const { time, live, fresh } = points
  const [start, end] = [time[i - 1]!, time[i]!]
  const between = (column: Float64Array, instant: number) =>
    column[i - 1]! + (column[i]! - column[i - 1]!) * ((instant - start) / (end - start))
  let from = start
  for (let k = s; from <= end; k++) {
    const { otherMemory, memoryLimit } = segments[k]!
    const until = Math.min(end, segments[k + 1]?.time ?? Infinity)
    const at = (instant: number) => otherMemory + between(live, instant) + between(fresh, instant)
    addStretch(tally, until - from, at(from), at(until), memoryLimit)
    if (until >= end) return
    from = until
  }
}
