import { formatSize } from '../../format.ts'
import { cycleStart } from '../../model/cycles.ts'
import { endOf, visitGoal } from '../../model/steps.ts'
import type { Trace } from '../../model/trace.ts'

/** What an event did to the run: the goal it changed, the cycles until the next event, the end it brought. */
export function effectOfEvent(trace: Trace, index: number): string {
  // The first segment is the run's start; each change adds one.
  const segment = trace.segments[index + 1]
  const { outcome } = trace.result
  if (!segment) return outcome.kind === 'completed' ? 'nothing was left to run' : 'the run had ended before it'
  const parts = [toGoalText(trace, segment.time, segment.goal)]
  const next = trace.segments[index + 2]
  const until = next?.time ?? endOf(trace)
  const cycles = countCycles(trace, segment.time, until)
  parts.push(`${cycles} ${cycles === 1 ? 'cycle' : 'cycles'} until ${next ? 'the next event' : 'the end'}`)
  if (outcome.kind === 'oom-killed' && !next)
    parts.push(
      outcome.atSeconds === segment.time
        ? 'killed at once'
        : `killed ${seconds(outcome.atSeconds - segment.time)} later`,
    )
  return parts.join(' · ')
}

function toGoalText(trace: Trace, time: number, goal: number): string {
  let before = Number.NaN
  visitGoal(trace, [Math.max(0, time - 1e-9), time], (at, value) => {
    if (at < time) before = value
  })
  if (!Number.isFinite(goal)) return 'no goal any more'
  if (!Number.isFinite(before)) return `goal ${formatSize(goal)}`
  if (Math.abs(before - goal) < 1) return `goal stays at ${formatSize(goal)}`
  return `goal ${formatSize(before)} → ${formatSize(goal)}`
}

function countCycles(trace: Trace, from: number, until: number): number {
  let count = 0
  for (let i = 0; i < trace.cycles.count; i++) {
    const start = cycleStart(trace, i)
    if (start >= from && start < until) count++
  }
  return count
}

function seconds(value: number): string {
  return `${Number(value.toPrecision(2))} s`
}
