import { cycleEnd, cycleStart, firstCycleFrom } from './cycles.ts'
import type { Segment, Trace } from './trace.ts'

/**
 * What a trace implies but does not store: the values in force between its points. Each function visits the vertices of
 * a line over `span` in time order; Infinity is an absent limit, NaN a gap. A run may have two million cycles, so they
 * return no arrays.
 */
export type Visit = (time: number, value: number) => void

/** A stretch of the time axis in seconds: start, end. */
export type Span = readonly [number, number]

interface StepRules {
  /** By how much a segment lifts the line. */
  liftOf(segment: Segment): number
  readonly atStart: number
  atSegment(segment: Segment): number
  beforeCycle(i: number): number
  /** The value after cycle `i`, in `segment`, if the next segment or the run's end comes before the next cycle. */
  afterCycle(i: number, segment: Segment, next: Segment | undefined): number
}

/**
 * From a cycle's end or a segment's start on, the next cycle recorded the value. Only other stretches need the rules.
 */
export function visitSteps(trace: Trace, span: Span, visitor: Visit, rules: StepRules): void {
  const { cycles, points, segments } = trace
  const end = points.count > 0 ? points.time[points.count - 1]! : 0
  let i = firstCycleFrom(trace, span[0])
  let time = i > 0 ? cycleEnd(trace, i - 1) : 0
  let s = lastSegmentAt(segments, time)
  let isAfterCycle = i > 0
  let value = rules.atStart
  let lift = segments[s] ? rules.liftOf(segments[s]!) : 0
  const reduced = withoutRepeats(visitor)
  const visit: Visit = (at, bare) => reduced.visit(at, bare + lift)
  const settle = () => {
    if (isAfterCycle) value = rules.afterCycle(i - 1, segments[s]!, segments[s + 1])
    isAfterCycle = false
  }
  const changeTo = (segment: Segment) => {
    visit(time, value)
    visit(segment.time, value)
    time = segment.time
    value = rules.atSegment(segment)
    lift = rules.liftOf(segment)
  }
  while (time <= span[1]) {
    const next = segments[s + 1]
    if (next && next.time <= (i < cycles.count ? cycleStart(trace, i) : end)) {
      settle()
      changeTo(next)
      s++
    } else if (i < cycles.count) {
      const until = cycleEnd(trace, i)
      value = rules.beforeCycle(i)
      if (next) s = visitSegmentsWithin(segments, s, until, changeTo)
      visit(time, value)
      visit(until, value)
      time = until
      isAfterCycle = true
      i++
    } else break
  }
  settle()
  visit(time, value)
  if (end > time && i === cycles.count) visit(end, value)
  reduced.flush()
}

/** Leaves out vertices within a level stretch, such as the many cycles of a heap at rest that have one goal. */
function withoutRepeats(visit: Visit): { readonly visit: Visit; flush(): void } {
  let level = Number.NaN
  let repeatsUntil = Number.NaN
  const flush = () => {
    if (!Number.isNaN(repeatsUntil)) visit(repeatsUntil, level)
    repeatsUntil = Number.NaN
  }
  return {
    flush,
    visit(time, value) {
      if (value === level) {
        repeatsUntil = time
        return
      }
      flush()
      visit(time, value)
      level = value
    },
  }
}

/** Runtime model: settings may change while a cycle marks. Returns the index of the segment in force as it ends. */
function visitSegmentsWithin(
  segments: readonly Segment[],
  from: number,
  end: number,
  visit: (segment: Segment) => void,
): number {
  let s = from
  for (let next = segments[s + 1]; next && next.time < end; next = segments[++s + 1]) visit(next)
  return s
}

/** The index of the last segment that begins before an instant; 0 if none does. */
export function lastSegmentAt(segments: readonly Segment[], time: number): number {
  let s = 0
  while (s + 1 < segments.length && segments[s + 1]!.time < time) s++
  return s
}
