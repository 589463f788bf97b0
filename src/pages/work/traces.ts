import type { Trace } from '../../model/trace.ts'
import type { Workshop } from './workshop.ts'

/** Runs of presets, each computed once, when it is first asked for. */
export interface Traces {
  /** Rejects with the reason where the run cannot be computed; asked again, it is tried again. */
  traceOf(preset: string): Promise<Trace>
}

export function createTraces(workshop: Workshop): Traces {
  const known = new Map<string, Promise<Trace>>()
  const compute = (preset: string) =>
    new Promise<Trace>((resolve, reject) =>
      workshop.start({ kind: 'run', preset }, resolve, (end) => {
        if (end.kind === 'done') return
        known.delete(preset)
        reject(new Error(end.reason))
      }),
    )
  return {
    traceOf(preset) {
      const trace = known.get(preset) ?? compute(preset)
      known.set(preset, trace)
      return trace
    },
  }
}
