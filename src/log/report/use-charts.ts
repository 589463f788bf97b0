import { useRef, useState } from 'react'
import type { ChartHandlers } from '../../charts/chart.ts'
import { createCpuChart } from '../../charts/cpu/cpu-chart.ts'
import { createHeapChart } from '../../charts/heap/heap-chart.ts'
import { useHostSize } from '../../ui/use-chart.ts'

/**
 * Two elements of the page for the charts of a run, how large they are, and what creates the charts.
 * @param handlers those of the last render are called
 */
export function useCharts(handlers: ChartHandlers) {
  const heap = useRef<HTMLDivElement>(null)
  const cpu = useRef<HTMLDivElement>(null)
  const latest = useRef(handlers)
  latest.current = handlers
  const [create] = useState(() => {
    const own: ChartHandlers = {
      onCursor: (time) => latest.current.onCursor(time),
      onZoom: (range) => latest.current.onZoom(range),
    }
    return {
      heap: (document: Document) => createHeapChart(document, own),
      cpu: (document: Document) => createCpuChart(document, own),
    }
  })
  return { hosts: { heap, cpu }, sizes: { heap: useHostSize(heap), cpu: useHostSize(cpu) }, create }
}
