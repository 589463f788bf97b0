import { formatCount, formatSeconds, formatSize } from '../format.ts'
import { wallAt } from './clock.ts'
import { cycleEnd, cycleLiveFound, cycleStart, firstCycleFrom, isForced, segmentAt, unfinishedStart } from './cycles.ts'
import { readAt } from './reading.ts'
import { endOf } from './steps.ts'
import type { Trace } from './trace.ts'

/** The state of a run at an instant. Sizes in bytes; Infinity if no cycle is due, or no goal is set. */
type Now =
  | { readonly kind: 'killed'; readonly containerLimit: number }
  | { readonly kind: 'ended' }
  | { readonly kind: 'held'; readonly heap: number }
  /** Marking in a cycle that the end of the run cuts off. Negative: the heap is past the goal. */
  | { readonly kind: 'cut-off'; readonly untilGoal: number }
  | { readonly kind: 'allocating'; readonly heap: number; readonly until: number }
  | {
      readonly kind: 'marking'
      readonly cycle: number
      readonly heap: number
      /** The marked bytes: an estimate, in proportion to the time of this cycle that has passed. */
      readonly marked: number
      readonly live: number
      /** Negative: the heap is past the goal. */
      readonly untilGoal: number
      /** CPU-seconds of assists in the whole cycle. */
      readonly assist: number
    }

/** The state of program and collector at an instant of the run's time axis, in seconds; undefined outside the run. */
export function nowAt(trace: Trace, time: number): Now | undefined {
  const reading = readAt(trace, time)
  if (!reading) return undefined
  const { outcome } = trace.result
  const heap = reading.live + reading.fresh
  if (outcome.kind === 'oom-killed' && time >= endOf(trace))
    return { kind: 'killed', containerLimit: segmentAt(trace, time).containerLimit }
  const cycle = firstCycleFrom(trace, time)
  if (cycle < trace.cycles.count && cycleStart(trace, cycle) <= time) return marking(trace, cycle, time, heap)
  if (time >= endOf(trace)) return { kind: 'ended' }
  if (time >= (unfinishedStart(trace) ?? Infinity)) return { kind: 'cut-off', untilGoal: reading.goal - heap }
  if (trace.holds.some(({ start, end }) => start <= time && time < end)) return { kind: 'held', heap }
  const due = Number.isNaN(reading.trigger) ? reading.goal : reading.trigger
  return { kind: 'allocating', heap, until: Math.max(0, due - heap) }
}

function marking(trace: Trace, cycle: number, time: number, heap: number): Now {
  const wall = (at: number) => wallAt(trace, at)
  const [start, end] = [wall(cycleStart(trace, cycle)), wall(cycleEnd(trace, cycle))]
  const part = end > start ? Math.min(1, Math.max(0, (wall(time) - start) / (end - start))) : 1
  const live = cycleLiveFound(trace, cycle)
  const { runtime, goal } = trace.cycles
  return {
    kind: 'marking',
    cycle,
    heap,
    marked: part * live,
    live,
    untilGoal: goal[cycle]! - heap,
    assist: runtime?.assist[cycle] ?? 0,
  }
}

/** What `nowAt` returns as a sentence: `marking: about 18.3 of 30.0 MiB are marked; 2.1 MiB until the goal`. */
export function describeNow(trace: Trace, time: number): string {
  const now = nowAt(trace, time)
  switch (now?.kind) {
    case undefined:
      return ''
    case 'killed':
      return `Killed: memory exceeded the container’s ${formatSize(now.containerLimit)}.`
    case 'ended':
      return trace.result.outcome.kind === 'completed' ? 'The program has ended.' : 'The run stops here.'
    case 'held':
      return `A cycle is due, and the GC CPU limit holds it back: the heap grows, ${formatSize(now.heap)} now.`
    case 'cut-off':
      return `Marking in a cycle that the end of the run cuts off; ${describeRoom(now.untilGoal)}.`
    case 'allocating':
      return now.until === Infinity
        ? 'Allocating; no cycle is due: GOGC is off, and no memory limit is set.'
        : `Allocating: ${formatSize(now.until)} until the next cycle is due.`
    case 'marking':
      return describeMarking(trace, now)
  }
}

function describeMarking(trace: Trace, { cycle, marked, live, untilGoal, assist }: Now & { kind: 'marking' }): string {
  const who = isForced(trace, cycle) ? 'a cycle that the program forced' : `cycle ${formatCount(cycle + 1)}`
  const done = `Marking in ${who}: about ${formatSize(marked)} of ${formatSize(live)}`
  if (!trace.cycles.runtime) return `${done}; the program stands still.`
  return `${done}; ${describeRoom(untilGoal)}${assist > 0 ? `; assists take ${formatSeconds(assist)} of CPU in this cycle` : ''}.`
}

function describeRoom(untilGoal: number): string {
  if (untilGoal === Infinity) return 'no goal is set'
  return `${formatSize(Math.abs(untilGoal))} ${untilGoal < 0 ? 'past' : 'until'} the goal`
}
