import { createContext, useContext, useEffect, useState } from 'react'
import type { Trace } from '../../model/trace.ts'
import { createTraces, type Traces } from './traces.ts'
import { createWorkshop, type WorkerPort, type Workshop } from './workshop.ts'

export interface Work {
  readonly workshop: Workshop
  readonly traces: Traces
}

export const WorkContext = createContext<Work | undefined>(undefined)

/** The page's own worker, which is made when the first job comes. */
export function createWork(): Work {
  const workshop = createWorkshop({
    createWorker: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as WorkerPort,
    loadJobs: () => import('./jobs.ts'),
    defer: (callback) => setTimeout(callback, 0),
  })
  return { workshop, traces: createTraces(workshop) }
}

export function useWork(): Work {
  const work = useContext(WorkContext)
  if (!work) throw new Error('no WorkContext around this component')
  return work
}

/** The runs of presets, once all of them are here. `isWanted`: nothing is computed before it is true. */
export function useTraces(presets: readonly string[], isWanted: boolean): readonly Trace[] | undefined {
  const { traces } = useWork()
  const [found, setFound] = useState<readonly Trace[]>()
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    void Promise.all(presets.map((preset) => traces.traceOf(preset))).then((all) => {
      if (isCurrent) setFound(all)
    })
    return () => {
      isCurrent = false
    }
  }, [presets, isWanted, traces])
  return found
}
