import { cycleCpu, cycleEnd, cycleStart, endPointOf, firstCycleFrom } from './cycles.ts'
import { lastSegmentAt, type Span, type Visit } from './step-line.ts'
import { endOf } from './steps.ts'
import type { Segment, Trace } from './trace.ts'

/** The kinds of a cycle's work. The guide model has only `all`. */
export type GcPart = 'all' | 'background' | 'assist' | 'idle' | 'pause'

/**
 * The GC's share of CPU time as a step line, one step per cycle period. The area under the line is the GC time.
 *
 *   share = GC time of the cycle / (its end − the end of the cycle before)
 *
 * After the last cycle it is the share of the cycle which the end of the run cut off. With several parts, their sum.
 */
export function visitGcShare(trace: Trace, parts: readonly GcPart[], span: Span, visit: Visit): void {
  const { cycles } = trace
  const end = endOf(trace)
  let i = firstCycleFrom(trace, span[0])
  let previous = i > 0 ? cycleEnd(trace, i - 1) : 0
  for (; i < cycles.count && previous <= span[1]; i++) {
    const until = cycleEnd(trace, i)
    const period = until - previous
    if (period <= 0) continue
    const share = Math.min(1, gcSeconds(trace, i, parts) / period)
    visit(previous, share)
    visit(until, share)
    previous = until
  }
  if (i < cycles.count) return
  const share = shareAfterLast(trace, parts)
  visit(previous, share)
  visit(end, share)
}

/** The GC's share in the cycle period around `time`, 0…1; undefined outside the run. */
export function gcShareAt(trace: Trace, time: number): number | undefined {
  if (!(time >= 0) || time > endOf(trace)) return undefined
  const i = firstCycleFrom(trace, time)
  return i < trace.cycles.count ? gcShareOfCycle(trace, i) : shareAfterLast(trace, ALL)
}

const ALL: readonly GcPart[] = ['all']

/** The GC's share in the period that ends with cycle `i`, 0…1. */
export function gcShareOfCycle(trace: Trace, i: number): number {
  const previous = i > 0 ? cycleEnd(trace, i - 1) : 0
  const period = cycleEnd(trace, i) - previous
  return period > 0 ? Math.min(1, gcSeconds(trace, i, ALL) / period) : 0
}

function shareAfterLast(trace: Trace, parts: readonly GcPart[]): number {
  const { cycles, unfinished } = trace
  const period = endOf(trace) - (cycles.count > 0 ? cycleEnd(trace, cycles.count - 1) : 0)
  if (!unfinished || period <= 0) return 0
  const { assist, background, idle, pause } = unfinished
  const all = assist + background + idle + pause
  const seconds = parts.reduce((sum, part) => sum + (part === 'all' ? all : unfinished[part]), 0)
  return Math.min(1, seconds / period)
}

function gcSeconds(trace: Trace, i: number, parts: readonly GcPart[]): number {
  const { runtime } = trace.cycles
  if (!runtime) return cycleEnd(trace, i) - cycleStart(trace, i)
  let seconds = 0
  for (const part of parts) seconds += part === 'all' ? cycleCpu(runtime, i) : runtime[part][i]!
  return seconds
}

/**
 * The fill of the limiter's bucket, 0…1, as a line; NaN while the limiter is off. GC fills it by one per second and the
 * mutator drains it by one, within one CPU-second per GOMAXPROCS (Go 1.26, mgclimit.go, capacityPerProc).
 */
export function visitBucket(trace: Trace, span: Span, visit: Visit): void {
  if (!trace.segments.some(({ cpuLimiter }) => cpuLimiter)) return
  if (trace.points.runtime) visitRecordedFill(trace, span, visit)
  else visitGuideFill(trace, span, visit)
}

/** The fill of the bucket at `time`, 0…1; NaN while the limiter is off, and outside the run. */
export function bucketAt(trace: Trace, time: number): number {
  let before = Number.NEGATIVE_INFINITY
  let from = Number.NaN
  let found = Number.NaN
  visitBucket(trace, [time, time], (at, value) => {
    if (at <= time) found = value
    else if (before <= time) found = from + ((value - from) * (time - before)) / (at - before)
    before = at
    from = value
  })
  return time > endOf(trace) ? Number.NaN : found
}

function visitRecordedFill(trace: Trace, span: Span, visit: Visit): void {
  const { cycles, points, segments } = trace
  const fill = points.runtime!.fill
  const first = firstCycleFrom(trace, span[0])
  let s = 0
  for (let i = first > 0 ? endPointOf(cycles, first - 1) : 0; i < points.count; i++) {
    const time = points.time[i]!
    for (let next = segments[s + 1]; next && next.time <= time; next = segments[++s + 1]) {
      visit(next.time, share(fill[i]!, segments[s]!))
    }
    visit(time, share(fill[i]!, segments[s]!))
    if (time > span[1]) return
  }
}

function visitGuideFill(trace: Trace, span: Span, visit: Visit): void {
  const { cycles, segments } = trace
  const end = endOf(trace)
  let i = firstCycleFrom(trace, span[0])
  let time = i > 0 ? cycleEnd(trace, i - 1) : 0
  let fill = i > 0 ? cycles.fillAfter[i - 1]! : 0
  let s = lastSegmentAt(segments, time)
  const drainUntil = (until: number) => {
    const left = fill - (until - time)
    if (left < 0) visit(time + fill, share(0, segments[s]!))
    fill = Math.max(0, left)
    time = until
    visit(time, share(fill, segments[s]!))
  }
  if (segments[s]) visit(time, share(fill, segments[s]!))
  while (time <= span[1]) {
    const start = i < cycles.count ? cycleStart(trace, i) : end
    const next = segments[s + 1]
    drainUntil(Math.min(start, next?.time ?? start))
    if (next && next.time <= start) {
      s++
      fill = Math.min(fill, next.procs)
      visit(time, share(fill, next))
    } else if (i < cycles.count) {
      const { procs } = segments[s]!
      const until = cycleEnd(trace, i)
      if (fill + (until - time) > procs) visit(time + procs - fill, share(procs, segments[s]!))
      fill = cycles.fillAfter[i]!
      time = until
      visit(time, share(fill, segments[s]!))
      i++
    } else break
  }
}

function share(fill: number, { cpuLimiter, procs }: Segment): number {
  return cpuLimiter ? fill / procs : Number.NaN
}
