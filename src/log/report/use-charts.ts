import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AxisModel, ChartHandlers, HeapChartModel, Size } from '../../charts/chart.ts'
import { createCpuChart } from '../../charts/cpu/cpu-chart.ts'
import { createHeapChart } from '../../charts/heap/heap-chart.ts'

interface Sizes {
  readonly heap: Size
  readonly cpu: Size
}

type Hosts = { readonly [chart in keyof Sizes]: RefObject<HTMLDivElement | null> }

/** What both charts of a run draw. */
type Model = Omit<AxisModel, 'size' | 'label'> & Pick<HeapChartModel, 'memoryMax'> & { readonly name: string }

interface Charts {
  readonly heap: ReturnType<typeof createHeapChart>
  readonly cpu: ReturnType<typeof createCpuChart>
}

const NO_SIZE: Size = { width: 0, height: 0 }

/**
 * Charts of the heap and of GC CPU in two elements of the page.
 * @param handlers those of the last render are called
 * @returns the elements, the width of a chart in pixels (0: not laid out yet), and what draws a model into both
 */
export function useCharts(handlers: ChartHandlers) {
  const hosts: Hosts = { heap: useRef<HTMLDivElement>(null), cpu: useRef<HTMLDivElement>(null) }
  const charts = useRef<Charts>(null)
  const [sizes, measure] = useSizes(hosts)
  const latest = useRef(handlers)
  latest.current = handlers

  useLayoutEffect(() => {
    const [heapNode, cpuNode] = [hosts.heap.current, hosts.cpu.current]
    if (!heapNode || !cpuNode) return
    const own: ChartHandlers = {
      onCursor: (time) => latest.current.onCursor(time),
      onZoom: (range) => latest.current.onZoom(range),
    }
    const made = { heap: createHeapChart(document, own), cpu: createCpuChart(document, own) }
    heapNode.append(made.heap.node)
    cpuNode.append(made.cpu.node)
    charts.current = made
    measure()
    return () => {
      made.heap.destroy()
      made.cpu.destroy()
      charts.current = null
    }
  }, [hosts.heap, hosts.cpu, measure])

  const draw = ({ name, memoryMax, ...common }: Model) => {
    if (!charts.current || sizes.heap.width === 0) return
    charts.current.heap.update({ ...common, size: sizes.heap, memoryMax, label: `Heap over time: ${name}` })
    charts.current.cpu.update({ ...common, size: sizes.cpu, label: `GC share of CPU time: ${name}` })
  }
  return { hosts, width: sizes.heap.width, draw }
}

/** The sizes of both hosts, as they change. */
function useSizes({ heap, cpu }: Hosts) {
  const [sizes, setSizes] = useState<Sizes>({ heap: NO_SIZE, cpu: NO_SIZE })
  const [measure] = useState(() => () => setSizes({ heap: sizeOf(heap.current), cpu: sizeOf(cpu.current) }))
  useEffect(() => {
    const observer = new ResizeObserver(measure)
    if (heap.current) observer.observe(heap.current)
    if (cpu.current) observer.observe(cpu.current)
    return () => observer.disconnect()
  }, [heap, cpu, measure])
  return [sizes, measure] as const
}

function sizeOf(element: HTMLElement | null): Size {
  return element ? { width: element.clientWidth, height: element.clientHeight } : NO_SIZE
}
