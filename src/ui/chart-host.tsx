import { useRef } from 'react'
import type { Chart, Size } from '../charts/chart.ts'
import { useChart, useHostSize } from './use-chart.ts'

interface ChartHostProps<M extends { readonly size: Size }> {
  /** Makes the chart; one function for as long as the host lives. */
  readonly create: (document: Document) => Chart<M>
  /** What to show, or undefined while that is being computed: the host keeps its place. */
  readonly model: Omit<M, 'size'> | undefined
  readonly className: string
  /** Its place across the page, in pixels, where that is not all there is. */
  readonly across?: { readonly left: number; readonly width: number } | undefined
}

/** A place for a chart, which is drawn as large as the place is. */
export function ChartHost<M extends { readonly size: Size }>({ create, model, className, across }: ChartHostProps<M>) {
  const host = useRef<HTMLDivElement>(null)
  const size = useHostSize(host)
  useChart(host, create, model && ({ ...model, size } as unknown as M))
  const style = across && { marginLeft: across.left, width: across.width }
  return <div ref={host} className={`chart-host ${className}`} style={style} />
}
