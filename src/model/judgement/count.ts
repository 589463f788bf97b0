import { cycleEnd } from '../cycles.ts'
import { addGoal, addPeriod, addStretch, createTally, type SetBy, type Tally, THRASHING_SHARE } from '../tally.ts'
import { GOAL_RULES, type Segment, type Trace } from '../trace.ts'

/** Counts from its columns what a run is judged by: of the guide model's runs, and of logs. */
export function countColumns(trace: Trace): Tally {
  const tally = createTally()
  countGoals(trace, tally)
  if (trace.cycles.runtime) countMeasured(trace, tally)
  else countStopped(trace, tally)
  countAbove(trace, tally)
  return tally
}

function countGoals(trace: Trace, tally: Tally): void {
  const { cycles, points, segments } = trace
  const isRuntime = trace.model === 'runtime'
  let s = 0
  for (let i = 0; i < cycles.count; i++) {
    const start = cycles.startPoint[i]!
    const time = points.time[start]!
    while (s + 1 < segments.length && segments[s + 1]!.time <= time) s++
    const live = points.live[start]!
    const segment = segments[s]!
    const byGogcHere = isRuntime ? byGogc(live, segment) : Infinity
    addGoal(tally, setBy(trace, i, live, segment), cycles.goal[i]!, live, byGogcHere)
  }
}

/** In the guide model the least distance from the live heap to a goal may also be a GOGC of next to nothing. */
function setBy(trace: Trace, i: number, live: number, segment: Segment): SetBy {
  switch (GOAL_RULES[trace.cycles.rule[i]!]!) {
    case 'gogc':
      return 'gogc'
    case 'minimum-heap':
      return 'minimum'
    case 'memory-limit':
      return 'limit'
    case 'live-heap-floor':
      return trace.model === 'runtime' || byGogc(live, segment) + segment.otherMemory > segment.memoryLimit
        ? 'floor'
        : 'other'
    default:
      return 'other'
  }
}

function byGogc(live: number, { gogc }: Segment): number {
  return gogc.kind === 'off' ? Infinity : live * (1 + gogc.percent / 100)
}

/** A cycle of the guide's stops the program. */
function countStopped({ points: { time }, cycles: { count, startPoint, endPoint } }: Trace, tally: Tally): void {
  let before = 0
  for (let i = 0; i < count; i++) {
    const start = startPoint[i]!
    const end = time[endPoint ? endPoint[i]! : start + 1]!
    const running = end - time[start]!
    addPeriod(tally, end - before, running, running, end - before, THRASHING_SHARE.guide, false)
    before = end
  }
}

function countMeasured(trace: Trace, tally: Tally): void {
  const { cycles, segments } = trace
  const runtime = cycles.runtime!
  let before = 0
  let s = 0
  for (let i = 0; i < cycles.count; i++) {
    const time = cycleEnd(trace, i)
    while (s + 1 < segments.length && segments[s + 1]!.time <= time) s++
    const end = runtime.endWall[i]!
    const spent = runtime.assist[i]! + runtime.background[i]! + runtime.pause[i]!
    const offered = (end - before) * segments[s]!.procs - runtime.idle[i]!
    addPeriod(tally, end - before, end - runtime.startWall[i]!, spent, offered, THRASHING_SHARE.runtime, i > 0)
    before = end
  }
}

/** Elapsed seconds for which memory was above the limit in force. Between two points it runs in a straight line. */
function countAbove(trace: Trace, tally: Tally): void {
  const { points, segments } = trace
  const { count, time } = points
  const wall = points.runtime?.wall ?? time
  let s = 0
  for (let i = 1; i < count; i++) {
    const start = time[i - 1]!
    const end = time[i]!
    const elapsed = wall[i]! - wall[i - 1]!
    while (s + 1 < segments.length && segments[s + 1]!.time <= start) s++
    if (!(elapsed > 0)) continue
    const segment = segments[s]!
    const isWithin = end > start && (s + 1 === segments.length || end <= segments[s + 1]!.time)
    // Nearly every stretch is one of these: this function is most of what a map of the guide's model takes.
    if (isWithin)
      addStretch(tally, elapsed, memoryBefore(trace, segment, i), memoryAfter(trace, segment, i), segment.memoryLimit)
    else countAcross(trace, tally, i, s, elapsed)
  }
}

/** The stretch up to a point, in which settings change. */
function countAcross(trace: Trace, tally: Tally, i: number, s: number, elapsed: number): void {
  const { points, segments } = trace
  const [start, end] = [points.time[i - 1]!, points.time[i]!]
  let from = start
  for (let k = s; from <= end; k++) {
    const segment = segments[k]!
    const until = Math.min(end, segments[k + 1]?.time ?? Infinity)
    const at = (time: number) => memoryAt(trace, segment, i, end > start ? (time - start) / (end - start) : 0)
    const to = end > start ? at(until) : memoryAt(trace, segment, i, 1)
    const part = end > start ? (until - from) / (end - start) : 1
    addStretch(tally, elapsed * part, at(from), to, segment.memoryLimit)
    if (until >= end) return
    from = until
  }
}

function memoryBefore({ points: { runtime, live, fresh } }: Trace, { otherMemory }: Segment, i: number): number {
  return runtime ? runtime.counted[i - 1]! : otherMemory + live[i - 1]! + fresh[i - 1]!
}

/** The whole way from the point before, as `memoryAt` rounds it. */
function memoryAfter({ points: { runtime, live, fresh } }: Trace, { otherMemory }: Segment, i: number): number {
  if (runtime) return runtime.counted[i - 1]! + (runtime.counted[i]! - runtime.counted[i - 1]!)
  return otherMemory + (live[i - 1]! + (live[i]! - live[i - 1]!)) + (fresh[i - 1]! + (fresh[i]! - fresh[i - 1]!))
}

/** Memory that GOMEMLIMIT counts, at a share of the way from the point before `i` to it. */
function memoryAt({ points }: Trace, { otherMemory }: Segment, i: number, share: number): number {
  const at = (column: Float64Array) => column[i - 1]! + (column[i]! - column[i - 1]!) * share
  return points.runtime ? at(points.runtime.counted) : otherMemory + at(points.live) + at(points.fresh)
}
