import type { Trace } from '../../model/trace.ts'
import type { Workshop } from './workshop.ts'

/** Runs of presets, each computed once, when it is first asked for. */
export interface Traces {
  traceOf(preset: string): Promise<Trace>
}

export function createTraces(workshop: Workshop): Traces {
  const known = new Map<string, Promise<Trace>>()
  return {
    traceOf(preset) {
      const before = known.get(preset)
      if (before) return before
      const trace = new Promise<Trace>((resolve) => workshop.start({ kind: 'run', preset }, resolve))
      known.set(preset, trace)
      return trace
    },
  }
}
