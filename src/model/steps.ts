import { endPointOf } from './cycles.ts'
import { type Goal, setGoal, toGrowth } from './guide/goal.ts'
import { type Span, type Visit, visitSteps } from './step-line.ts'
import type { Plan, Segment, Trace } from './trace.ts'

/** The base line: the bottom of the heap, or that of the chart's stack, where other memory is below the heap. */
type Base = 'heap' | 'stack'

/** The heap goal in force, in bytes, as a step line. */
export function visitGoal(trace: Trace, span: Span, visit: Visit, base: Base = 'heap'): void {
  const { cycles, segments } = trace
  visitSteps(trace, span, visit, {
    liftOf: liftFor(base),
    atStart: segments[0]?.goal ?? Number.NaN,
    atSegment: (segment) => segment.goal,
    beforeCycle: (i) => cycles.goal[i]!,
    afterCycle: (i, segment, next) =>
      trace.model === 'guide' ? guideGoalAfter(trace, i, segment) : (planBefore(trace, next)?.goal ?? Number.NaN),
  })
}

/** Runtime model: the heap at which the next cycle starts, in bytes, as a step line. */
export function visitTrigger(trace: Trace, span: Span, visit: Visit, base: Base = 'heap'): void {
  const trigger = trace.cycles.runtime?.trigger
  if (!trigger) return
  visitSteps(trace, span, visit, {
    liftOf: liftFor(base),
    atStart: trace.segments[0]?.trigger ?? Number.NaN,
    atSegment: (segment) => segment.trigger ?? Number.NaN,
    beforeCycle: (i) => trigger[i]!,
    afterCycle: (_i, _segment, next) => planBefore(trace, next)?.trigger ?? Number.NaN,
  })
}

function liftFor(base: Base): (segment: Segment) => number {
  return base === 'stack' ? (segment) => segment.otherMemory : () => 0
}

/** The plan that the runtime model recorded just before a segment, or before the end of the run. */
function planBefore(trace: Trace, next: Segment | undefined): Plan | undefined {
  return next ? next.before : trace.pending
}

/** A setting of the segments, as a step line to the end of the run. Bytes; Infinity where a limit is off. */
export function visitSetting(
  trace: Trace,
  key: 'memoryLimit' | 'containerLimit' | 'otherMemory' | 'outsideMemory',
  visit: Visit,
): void {
  trace.segments.forEach((segment, i) => {
    visit(segment.time, segment[key])
    visit(trace.segments[i + 1]?.time ?? endOf(trace), segment[key])
  })
}

/** The last instant of the run on its time axis, in seconds. */
export function endOf({ points }: Trace): number {
  return points.count > 0 ? points.time[points.count - 1]! : 0
}

/** Stretches for which the runtime model's limiter was limiting, in seconds. */
export function limitingSpans({ points }: Trace): readonly Span[] {
  const limiting = points.runtime?.limiting
  const spans: Span[] = []
  if (!limiting) return spans
  for (let i = 0; i < points.count; i++) {
    if (limiting[i] === 0) continue
    const start = points.time[i]!
    while (i < points.count - 1 && limiting[i] === 1) i++
    spans.push([start, points.time[i]!])
  }
  return spans
}

/** The guide's goal follows from the live heap alone. */
function guideGoalAfter({ cycles, points }: Trace, i: number, segment: Segment): number {
  const goal: Goal = { bytes: 0, rule: 0, asked: 0 }
  const { gogc, memoryLimit, otherMemory } = segment
  const settings = { growth: toGrowth(gogc), isGcOff: gogc.kind === 'off', memoryLimit, otherMemory }
  setGoal(goal, points.live[endPointOf(cycles, i)]!, settings)
  return goal.bytes
}
