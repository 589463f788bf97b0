import { formatMiB } from '../../format.ts'
import { readAt } from '../../model/reading.ts'
import type { Trace } from '../../model/trace.ts'

/** The values under the crosshair in words, for a screen reader. */
export function toSpokenValues(trace: Trace, time: number): string {
  const reading = readAt(trace, time)
  const at = `${time.toFixed(2)} s`
  if (!reading) return at
  const { live, fresh, total, goal } = reading
  const parts = [`live ${formatMiB(live)}`, `new ${formatMiB(fresh)}`, `total ${formatMiB(total)}`]
  if (Number.isFinite(goal)) parts.push(`goal ${formatMiB(goal)}`)
  return `${at}: ${parts.join(', ')} MiB`
}
