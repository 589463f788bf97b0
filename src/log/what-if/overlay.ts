import type { Trace } from '../../model/trace.ts'
import type { Drawable } from '../engine/jobs.ts'

/** A simulated run as an outline of its heap alone: a log shows no other memory. */
export function toOutline({ trace, drawn }: Drawable): Drawable {
  const outline = withoutOther(trace)
  return { trace: outline, drawn: drawn === trace ? outline : withoutOther(drawn) }
}

function withoutOther(trace: Trace): Trace {
  return {
    ...trace,
    segments: trace.segments.map((segment) => ({ ...segment, otherMemory: 0, outsideMemory: 0 })),
  }
}
