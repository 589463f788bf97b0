import type { Trace } from '../../model/trace.ts'
import type { Desk } from '../../work/desk.ts'
import type { Job, JobKind, Pieces } from './jobs.ts'

/** Runs of presets, each computed once, when it is first asked for. */
export interface Traces {
  /** Rejects with the reason where the run cannot be computed; asked again, it is tried again. */
  traceOf(preset: string): Promise<Trace>
}

export function createTraces(desk: Desk<Job, Pieces[JobKind], void>): Traces {
  const known = new Map<string, Promise<Trace>>()
  const compute = (preset: string) =>
    new Promise<Trace>((resolve, reject) =>
      desk.start(
        { kind: 'run', preset },
        (end) => {
          if (end.kind === 'done') return
          known.delete(preset)
          reject(new Error(end.reason))
        },
        (trace) => resolve(trace as Trace),
      ),
    )
  return {
    traceOf(preset) {
      const trace = known.get(preset) ?? compute(preset)
      known.set(preset, trace)
      return trace
    },
  }
}
