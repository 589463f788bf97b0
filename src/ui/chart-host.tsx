import { useLayoutEffect, useRef } from 'react'
import type { Chart, Size } from '../charts/chart.ts'
import { useHostSize } from './use-chart.ts'

interface ChartHostProps<M extends { readonly size: Size }> {
  /** Creates the chart; the same function for as long as the host lives. */
  readonly create: (document: Document) => Chart<M>
  /** The model to draw, or undefined while it is being computed: the host keeps its size. */
  readonly model: Omit<M, 'size'> | undefined
  readonly className: string
}

export function ChartHost<M extends { readonly size: Size }>({ create, model, className }: ChartHostProps<M>) {
  const host = useRef<HTMLDivElement>(null)
  const size = useHostSize(host)
  const chart = useRef<Chart<M>>(undefined)
  useLayoutEffect(() => {
    const made = create(document)
    chart.current = made
    return () => made.destroy()
  }, [create])
  useLayoutEffect(() => {
    const { current } = chart
    if (!current || !model || size.width === 0) return
    const draw = () => {
      current.update({ ...model, size } as unknown as M)
      // A chart without a model has no name yet, so keep it out of the page.
      if (!current.node.isConnected) host.current?.append(current.node)
    }
    if (current.node.isConnected) return draw()
    // Several runs may arrive at once. The first drawing of each is a separate task, so that the page can respond in
    // between.
    const timer = setTimeout(draw, 0)
    return () => clearTimeout(timer)
  }, [model, size])
  return <div ref={host} className={`chart-host ${className}`} />
}
