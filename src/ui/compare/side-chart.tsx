import { useMemo } from 'react'
import type { AxisModel, ChartHandlers, HeapChartModel } from '../../charts/chart.ts'
import { createCpuChart } from '../../charts/cpu/cpu-chart.ts'
import { createHeapChart } from '../../charts/heap/heap-chart.ts'
import { titleOf } from '../../scenario/presets/as-published.ts'
import type { Measured } from '../../view/figures.ts'
import { ChartHost } from '../chart-host.tsx'

interface SideChartProps {
  readonly name: string
  readonly side: Pick<Measured, 'scenario' | 'trace'>
  /** The time at the crosshair, in seconds on the time axis. */
  readonly at: number | undefined
  readonly memoryMax: number
  readonly timeEnd: number
  readonly onCursor: NonNullable<ChartHandlers['onCursor']>
}

export function SideChart({ name, side: { scenario, trace }, at, memoryMax, timeEnd, onCursor }: SideChartProps) {
  const create = useMemo(() => {
    return {
      heap: (document: Document) => createHeapChart(document, { onCursor }),
      cpu: (document: Document) => createCpuChart(document, { onCursor }),
    }
  }, [onCursor])
  const label = `${name}: ${titleOf(scenario)}`
  const common = { trace, cursorTime: at, window: [0, timeEnd] as const }
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <div className="comparison-side">
        <ChartHost<HeapChartModel>
          className="comparison-host"
          create={create.heap}
          model={{ ...common, memoryMax, label: `Heap over CPU time, ${label}` }}
        />
        <ChartHost<AxisModel>
          className="comparison-host cpu"
          create={create.cpu}
          model={{ ...common, label: `GC share of CPU time, ${label}` }}
        />
      </div>
    </figure>
  )
}
