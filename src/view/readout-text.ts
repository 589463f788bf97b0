import { formatShare, formatSize } from '../format.ts'
import { toWholeMomentText } from '../model/clock.ts'
import { cycleStart, nearestCycle, segmentAt } from '../model/cycles.ts'
import { isEmptyTrace } from '../model/empty.ts'
import { explainCycle } from '../model/explain/explain.ts'
import type { PaidPart } from '../model/explain/explain-runtime.ts'
import type { ExplainedTerm } from '../model/explain/explain-terms.ts'
import { whyNoCycle } from '../model/judgement/rules.ts'
import { readAt } from '../model/reading.ts'
import type { Trace } from '../model/trace.ts'

export interface Readout {
  /** Which cycle is explained. */
  readonly title: string
  /** What set its goal: `goal 60.0 MiB = 30.0 live × (1 + 100/100)`. */
  readonly goal: string
  /** What it did. */
  readonly rest: string
  /** Runtime model: the same term by term, for the eye. */
  readonly terms?: readonly ExplainedTerm[] | undefined
  readonly paid?: readonly PaidPart[] | undefined
}

/** Why the cycle nearest to the crosshair ran; without a crosshair, the one that began with the largest heap. */
export function toReadout(trace: Trace, cursor: number | undefined): Readout {
  if (isEmptyTrace(trace)) return { title: 'The runtime model is being loaded', goal: '', rest: '' }
  const killed = cursor === undefined ? explainKill(trace) : undefined
  if (killed) return killed
  const cycle = nearestCycle(trace, cursor ?? peakCycleStart(trace))
  if (cycle < 0) return { title: 'No GC cycle ran', goal: '', rest: whyNoCycle(trace) ?? '' }
  const { title, goal, lines, terms, paid } = explainCycle(trace, cycle)
  const shown = cursor === undefined ? `Largest heap: ${lowerFirst(title)}` : title
  return { title: shown, goal, rest: lines.join(' · '), terms, paid }
}

/** Why a run that was killed was killed: what the container allowed, and what the collector was waiting for. */
function explainKill(trace: Trace): Readout | undefined {
  const { outcome } = trace.result
  if (outcome.kind !== 'oom-killed') return undefined
  const { containerLimit, otherMemory, outsideMemory } = segmentAt(trace, outcome.atSeconds)
  const goal = readAt(trace, outcome.atSeconds)?.goal ?? Number.NaN
  const needed = goal + otherMemory + outsideMemory
  return {
    title: `Killed at ${toWholeMomentText(trace, outcome.atSeconds)}`,
    goal: `memory ${outcome.atSeconds > 0 ? 'passed' : 'was above'} the container’s ${formatSize(containerLimit)}`,
    rest: [
      ...(needed === Infinity ? ['no GC cycle was due: GOGC is off, and no limit is set'] : []),
      ...(needed > containerLimit && needed < Infinity
        ? [`the next GC cycle was due only at a total of ${formatSize(needed)}`]
        : []),
      `${formatShare(outcome.progress)} of its work time was done`,
    ].join(' · '),
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function peakCycleStart(trace: Trace): number {
  const { cycles, points } = trace
  let peak = -1
  let found = 0
  for (let i = 0; i < cycles.count; i++) {
    const at = cycles.startPoint[i] ?? 0
    const heap = (points.live[at] ?? 0) + (points.fresh[at] ?? 0)
    if (heap > peak) {
      peak = heap
      found = i
    }
  }
  return cycles.count > 0 ? cycleStart(trace, found) : 0
}
