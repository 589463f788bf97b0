import type { Trace } from '../model/trace.ts'

/** A simulated run as an outline of its heap alone: what is measured shows no other memory. */
export function withoutOther(trace: Trace): Trace {
  return {
    ...trace,
    segments: trace.segments.map((segment) => ({ ...segment, otherMemory: 0, outsideMemory: 0 })),
  }
}
