import type { Trace } from '../../model/trace.ts'
import type { Drawable } from '../engine/jobs.ts'

/**
 * The other run on the memory beside the heap that this run stands on. A log does not show it: of two runs, one of them
 * measured, only the heaps can be compared.
 */
export function onSameBase({ trace, drawn }: Drawable, { segments: [first] }: Trace): Drawable {
  const otherMemory = first?.otherMemory ?? 0
  const on = (run: Trace): Trace => ({ ...run, segments: run.segments.map((one) => ({ ...one, otherMemory })) })
  const whole = on(trace)
  return { trace: whole, drawn: drawn === trace ? whole : on(drawn) }
}
