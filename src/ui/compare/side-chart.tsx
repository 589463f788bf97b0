import { useCallback, useLayoutEffect, useRef } from 'react'
import type { AxisModel, Chart, ChartHandlers, HeapChartModel } from '../../charts/chart.ts'
import { createCpuChart } from '../../charts/cpu/cpu-chart.ts'
import { createHeapChart } from '../../charts/heap/heap-chart.ts'
import { titleOf } from '../../scenario/presets/as-published.ts'
import type { Side } from './differences.ts'

interface SideChartProps {
  readonly name: string
  readonly side: Side
  /** Where the crosshair stands, in seconds on the time axis. */
  readonly at: number | undefined
  readonly memoryMax: number
  readonly timeEnd: number
  readonly onCursor: ChartHandlers['onCursor']
}

/** Heap and GC CPU of one of the runs over the time axis of both. */
export function SideChart({ name, side: { scenario, trace }, at, memoryMax, timeEnd, onCursor }: SideChartProps) {
  const label = `${name}: ${titleOf(scenario)}`
  const common = { trace, pinned: null, cursorTime: at ?? null, window: [0, timeEnd] as const }
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <div className="comparison-side">
        <Host<HeapChartModel>
          className="comparison-host"
          create={createHeapChart}
          model={{ ...common, memoryMax, label: `Heap over CPU time, ${label}` }}
          onCursor={onCursor}
        />
        <Host<AxisModel>
          className="comparison-host cpu"
          create={createCpuChart}
          model={{ ...common, label: `GC share of CPU time, ${label}` }}
          onCursor={onCursor}
        />
      </div>
    </figure>
  )
}

interface HostProps<M extends AxisModel> {
  readonly className: string
  readonly create: (document: Document, handlers: ChartHandlers) => Chart<M>
  readonly model: Omit<M, 'size'>
  readonly onCursor: ChartHandlers['onCursor']
}

function Host<M extends AxisModel>({ className, create, model, onCursor }: HostProps<M>) {
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<Chart<M>>(null)
  const shown = useRef(model)
  shown.current = model
  const draw = useCallback(() => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = host.current ?? {}
    if (width > 0) chart.current?.update({ ...shown.current, size: { width, height } } as M)
  }, [])
  useLayoutEffect(() => {
    const element = host.current
    if (!element) return
    const made = create(document, { onCursor, onZoom() {} })
    element.append(made.node)
    chart.current = made
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.destroy()
    }
  }, [create, onCursor, draw])
  useLayoutEffect(draw)
  return <div ref={host} className={className} role="img" aria-label={model.label} />
}
