import { useMemo } from 'react'
import type { Chart, ChartHandlers, HeapChartModel, TimeRange } from '../../charts/chart.ts'
import { createHeapChart } from '../../charts/heap/heap-chart.ts'
import type { Trace } from '../../model/trace.ts'
import { ChartHost } from '../../ui/chart-host.tsx'

interface RunChartProps {
  /** Undefined while it is being computed. */
  readonly trace: Trace | undefined
  readonly label: string
  readonly memoryMax: number
  readonly window: TimeRange
  readonly cursor: number | null
  readonly handlers: ChartHandlers
}

const TEXT_SIZE = 12

/** A run with axes, and the crosshair and zoom of whoever shows several of them. */
export function RunChart({ trace, label, memoryMax, window, cursor, handlers }: RunChartProps) {
  const create = useMemo(
    () =>
      (document: Document): Chart<HeapChartModel> =>
        createHeapChart(document, handlers),
    [handlers],
  )
  const model = useMemo(
    () =>
      trace && {
        trace,
        pinned: null,
        memoryMax,
        window,
        cursorTime: cursor,
        textSize: TEXT_SIZE,
        label: `Heap over CPU time: ${label}`,
      },
    [trace, memoryMax, window, cursor, label],
  )
  return <ChartHost create={create} model={model} className="run-chart" />
}
