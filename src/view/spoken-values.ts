import { formatSize } from '../format.ts'
import { toWholeMomentText } from '../model/clock.ts'
import { readAt } from '../model/reading.ts'
import type { Trace } from '../model/trace.ts'

export function toSpokenValues(trace: Trace, time: number): string {
  const reading = readAt(trace, time)
  const at = toWholeMomentText(trace, time)
  if (!reading) return at
  const { live, fresh, container, goal } = reading
  const total = container ?? reading.total
  const parts = [`live ${formatSize(live)}`, `new ${formatSize(fresh)}`, `total ${formatSize(total)}`]
  if (Number.isFinite(goal)) parts.push(`goal ${formatSize(goal)}`)
  return `${at}: ${parts.join(', ')}`
}
