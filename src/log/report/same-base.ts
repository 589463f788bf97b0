import type { Trace } from '../../model/trace.ts'
import type { Drawable } from '../engine/jobs.ts'

/**
 * Draws the other run with this run’s memory outside the heap. A log does not show that memory, so only the heaps of a
 * simulated and a measured run can be compared.
 */
export function onSameBase({ trace, drawn }: Drawable, { segments: [first] }: Trace): Drawable {
  const otherMemory = first?.otherMemory ?? 0
  const on = (run: Trace): Trace => ({ ...run, segments: run.segments.map((one) => ({ ...one, otherMemory })) })
  const whole = on(trace)
  return { trace: whole, drawn: drawn === trace ? whole : on(drawn) }
}
