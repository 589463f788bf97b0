import { formatSize, lowerFirst } from '../format.ts'
import { cycleStart, endPointOf, nearestCycle, segmentAt } from '../model/cycles.ts'
import { isEmptyTrace } from '../model/empty.ts'
import { explainCycle } from '../model/explain/explain.ts'
import type { PaidPart } from '../model/explain/explain-runtime.ts'
import type { ExplainedTerm } from '../model/explain/explain-terms.ts'
import { killedBy, whatNoCycleDid, whyNoCycle } from '../model/judgement/rules.ts'
import { readAt } from '../model/reading.ts'
import type { Trace } from '../model/trace.ts'
import { toSpokenValues } from './spoken-values.ts'

export interface Readout {
  readonly title: string
  /** How its goal was set: `goal 60.0 MiB = 30.0 live × (1 + 100/100)`. */
  readonly goal: string
  readonly rest: string
  /** Runtime model: the same term by term, to be seen; not spoken. */
  readonly terms?: readonly ExplainedTerm[] | undefined
  readonly paid?: readonly PaidPart[] | undefined
}

/** What the readout explains: the cycle at the crosshair; without one, the cycle that began with the largest heap. */
export function toReadout(trace: Trace, cursor: number | undefined): Readout {
  if (isEmptyTrace(trace)) return { title: 'The runtime model is being loaded', goal: '', rest: '' }
  const killed = cursor === undefined ? explainKill(trace) : undefined
  if (killed) return killed
  const cycle = nearestCycle(trace, cursor ?? peakCycleStart(trace))
  if (cycle < 0) return { title: `No GC cycle ${whatNoCycleDid(trace)}`, goal: '', rest: whyNoCycle(trace) ?? '' }
  const { title, goal, lines, terms, paid } = explainCycle(trace, cycle)
  if (cursor !== undefined) return { title, goal, rest: lines.join(' · '), terms, paid }
  const higher = higherEnd(trace, cycle)
  const what = higher === undefined ? 'Largest heap' : 'Largest heap of a whole cycle'
  return { title: `${what}: ${lowerFirst(title)}`, goal, rest: [...lines, ...(higher ?? [])].join(' · '), terms, paid }
}

/** The readout for a screen reader, after the values under the crosshair, which may lie outside the explained cycle. */
export function toSpokenReadout(trace: Trace, cursor: number): string {
  const { title, goal, rest } = toReadout(trace, cursor)
  return [toSpokenValues(trace, cursor), title, goal, rest].filter((part) => part !== '').join('. ')
}

/** Why the container killed the run: what it allowed, and why the collector did not prevent it. */
function explainKill(trace: Trace): Readout | undefined {
  const { outcome } = trace.result
  if (outcome.kind !== 'oom-killed') return undefined
  const { containerLimit } = segmentAt(trace, outcome.atSeconds)
  return {
    title: 'Killed',
    goal: `memory ${killedBy(trace, outcome.atSeconds) === 'growth' ? 'passed' : 'was above'} the container’s ${formatSize(containerLimit)}`,
    rest: whyTooLate(trace, outcome.atSeconds, containerLimit),
  }
}

/** Why no cycle prevented it, in totals that compare with the container’s limit; empty if a cycle ran in time. */
function whyTooLate(trace: Trace, time: number, containerLimit: number): string {
  if (time === 0) return 'no GC setting prevents that'
  const { pending, unfinished } = trace
  const needed = pending?.total ?? guideTotal(trace, time)
  if (needed === Infinity) return 'no GC cycle was due: GOGC is off, and no memory limit is set'
  if (!(needed > containerLimit)) return ''
  const most = formatSize(needed)
  const total = most === formatSize(containerLimit) ? 'a total just above that' : `a total of ${most}`
  return unfinished ? `a GC cycle was marking, with its goal at ${total}` : `the next GC cycle was due only at ${total}`
}

/** The guide's program has no other memory, and its cycles start at the goal. */
function guideTotal(trace: Trace, time: number): number {
  const { otherMemory, outsideMemory } = segmentAt(trace, time)
  return (readAt(trace, time)?.goal ?? Number.NaN) + otherMemory + outsideMemory
}

/** If the run ended with a larger heap than its largest cycle had: that heap, in words. */
function higherEnd(trace: Trace, cycle: number): string[] | undefined {
  const { cycles, points, unfinished } = trace
  const last = heapAt(trace, points.count - 1)
  if (last <= Math.max(heapAt(trace, cycles.startPoint[cycle]!), heapAt(trace, endPointOf(cycles, cycle))))
    return undefined
  return [`the run ended with a larger heap, ${formatSize(last)}${unfinished ? ', while a cycle was marking' : ''}`]
}

function peakCycleStart(trace: Trace): number {
  const { count, startPoint } = trace.cycles
  let peak = -1
  let found = 0
  for (let i = 0; i < count; i++) {
    const heap = heapAt(trace, startPoint[i]!)
    if (heap > peak) {
      peak = heap
      found = i
    }
  }
  return count > 0 ? cycleStart(trace, found) : 0
}

function heapAt({ points }: Trace, point: number): number {
  return points.live[point]! + points.fresh[point]!
}
