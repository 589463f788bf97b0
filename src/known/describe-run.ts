import { countOf, formatCount, formatSeconds, formatSize } from '../format.ts'
import type { RunResult } from '../model/result.ts'

/** A run in a few words: how often GC runs, and what it costs. */
export function describeRun({
  cycles,
  wallSeconds,
  peakContainerBytes,
  compulsoryGcFraction,
  throttledSeconds,
  outcome,
}: RunResult): string {
  if (outcome.kind === 'oom-killed') {
    const when = wallSeconds > 0 ? `killed after ${formatSeconds(wallSeconds)}` : 'killed as it starts'
    return cycles === 0 ? `${when}, before its first GC cycle ends` : `${when} and ${countOf(cycles, 'GC cycle')}`
  }
  const rate = cycles / Math.max(1e-9, wallSeconds)
  const perSecond = rate >= 9.95 ? formatCount(Math.round(rate)) : rate.toFixed(1)
  const waiting =
    throttledSeconds > 0.01 * wallSeconds
      ? `, held up for ${((100 * throttledSeconds) / wallSeconds).toFixed(0)} % of the time`
      : ''
  return `${perSecond} GC cycles a second, GC uses ${(100 * compulsoryGcFraction).toFixed(0)} % of the CPUs, up to ${formatSize(peakContainerBytes)}${waiting}`
}
