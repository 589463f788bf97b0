import { cycleEnd } from '../../model/cycles.ts'
import { type GcPart, visitGcShare } from '../../model/gc-share.ts'
import { endOf } from '../../model/steps.ts'
import type { Trace } from '../../model/trace.ts'
import type { TimeRange } from '../chart.ts'
import type { EndLabel } from '../end-labels.ts'
import { scale } from '../path.ts'
import type { Scene } from '../scene.ts'

const BANDS = ['background', 'assist', 'idle', 'pause'] as const

/** A share below this looks like a line. */
const VISIBLE = 0.004

/**
 * Labels for the right end of the GC CPU chart, at the heights of the last whole cycle period on screen. A band that is
 * missing in that period, but not on average, has its label at its mean share. If there is no room for all labels, that
 * of an empty bucket is left out first, and then those of the narrowest bands.
 */
export function cpuEndLabels({ trace, window, y }: Scene, bucketFill: number): EndLabel[] {
  const labels: EndLabel[] = []
  let below = 0
  for (const part of trace.cycles.runtime ? BANDS : []) {
    const last = lastShare(trace, window, part)
    const own = last > VISIBLE ? last : meanShare(trace, window, part)
    if (own > VISIBLE)
      labels.push({
        kind: part,
        name: part,
        shorter: [part === 'background' ? 'backgr.' : part],
        y: scale(y, below + own / 2),
        priority: 3 + own,
      })
    below += own
  }
  if (labels.length === 0)
    labels.push({ kind: 'gc', name: 'GC', y: scale(y, lastShare(trace, window, 'all') / 2), priority: 7 })
  const isLimited = trace.segments.some(({ cpuLimiter }) => cpuLimiter)
  if (isLimited) labels.push({ kind: 'half', name: 'GC CPU limit', shorter: ['limit'], y: scale(y, 0.5), priority: 8 })
  if (!Number.isNaN(bucketFill))
    labels.push({
      kind: 'bucket',
      name: 'limiter bucket',
      shorter: ['bucket'],
      y: scale(y, bucketFill),
      priority: bucketFill && 9,
    })
  return labels
}

function lastShare(trace: Trace, window: TimeRange, part: GcPart): number {
  const until = Math.min(window[1], endOf(trace))
  let found = 0
  visitGcShare(trace, [part], [until, until], (time, value) => {
    if (time <= until && value > 0) found = value
  })
  if (found > 0 || trace.cycles.count === 0) return found
  const last = cycleEnd(trace, trace.cycles.count - 1)
  visitGcShare(trace, [part], [last, last], (_, value) => {
    if (value > 0) found = value
  })
  return found
}

function meanShare(trace: Trace, [from, to]: TimeRange, part: GcPart): number {
  let area = 0
  let before = from
  visitGcShare(trace, [part], [from, to], (time, value) => {
    const now = Math.max(from, Math.min(to, time))
    area += value * (now - before)
    before = now
  })
  const length = Math.min(to, endOf(trace)) - from
  return length > 0 ? area / length : 0
}
