import { startTransition, useEffect, useState } from 'react'
import { createStore } from 'zustand/vanilla'
import type { Trace } from '../../model/trace.ts'
import { createNeededContext } from '../../ui/needed-context.ts'
import { createDispatcher, type Dispatcher, type WorkerPort } from '../../work/dispatcher.ts'
import { loadOnce } from '../../work/load-once.ts'
import type { Job, JobKind, Pieces } from './jobs.ts'

/** Runs the jobs of these pages, whose results all come in pieces. */
type PageDispatcher = Dispatcher<Job, Pieces[JobKind], void>
type PageWorker = WorkerPort<Job, Pieces[JobKind], void>

export const [WorkContext, useWork] = createNeededContext<ReturnType<typeof createWork>>('WorkContext')

/** The page's own worker, created by the first job. */
export function createWork() {
  /** Whether the page itself computes, because it got no worker. */
  const isHere = createStore(() => false)
  const dispatcher: PageDispatcher = createDispatcher({
    createWorker: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as PageWorker,
    load: loadOnce('The part that simulates', () => import('./jobs.ts').then(({ runJob }) => runJob)),
    onNoWorker: () => isHere.setState(true),
  })
  return { dispatcher, traceOf: createTraceOf(dispatcher), isHere }
}

interface Runs {
  /** The traces of the presets, in their order, once all are computed. */
  readonly traces?: readonly Trace[]
  /** Why there will be none, for people. */
  readonly problem?: string
}

/** The runs of presets. `isWanted`: nothing is computed before it is true. */
export function useRuns(presets: readonly string[], isWanted: boolean): Runs {
  const { traceOf } = useWork()
  const [runs, setRuns] = useState<Runs>({})
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    const show = (found: Runs) => {
      if (isCurrent) startTransition(() => setRuns(found))
    }
    Promise.all(presets.map(traceOf)).then(
      (all) => show({ traces: all }),
      (error: Error) => show({ problem: error.message }),
    )
    return () => {
      isCurrent = false
    }
  }, [presets, isWanted, traceOf])
  return runs
}

/** The run of a preset, computed once. Rejects with the reason if it cannot be computed; the next call tries again. */
type TraceOf = (preset: string) => Promise<Trace>

export function createTraceOf(dispatcher: PageDispatcher): TraceOf {
  const known = new Map<string, Promise<Trace>>()
  const compute = (preset: string) =>
    new Promise<Trace>((resolve, reject) =>
      dispatcher.start(
        { kind: 'run', preset },
        (end) => {
          if (end.kind === 'done') return
          known.delete(preset)
          reject(new Error(end.reason))
        },
        (trace) => resolve(trace as Trace),
      ),
    )
  return (preset) => {
    const trace = known.get(preset) ?? compute(preset)
    known.set(preset, trace)
    return trace
  }
}
