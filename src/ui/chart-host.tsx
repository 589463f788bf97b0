import { useLayoutEffect, useRef } from 'react'
import type { Chart, Size } from '../charts/chart.ts'

interface ChartHostProps<M extends { readonly size: Size }> {
  /** Creates the chart; the same function for as long as the host lives. */
  readonly create: (document: Document) => Chart<M>
  /** The model to draw, or undefined while it is being computed: the host keeps its size. */
  readonly model: Omit<M, 'size'> | undefined
  readonly className: string
  /** Its horizontal place on the page, in pixels, if it is not the full width. */
  readonly across?: { readonly left: number; readonly width: number } | undefined
}

/** An element for a chart, which fills it. */
export function ChartHost<M extends { readonly size: Size }>({ create, model, className, across }: ChartHostProps<M>) {
  const host = useRef<HTMLDivElement>(null)
  const mounted = useRef<{ readonly chart: Chart<M>; readonly draw: () => void }>(undefined)
  const shown = useRef(model)
  useLayoutEffect(() => {
    const element = host.current
    if (!element) return
    const chart = create(document)
    const draw = () => {
      const size = { width: element.clientWidth, height: element.clientHeight }
      if (!shown.current || size.width === 0) return
      chart.update({ ...shown.current, size } as unknown as M)
      // A chart without a model has no name yet, so keep it out of the page.
      if (!chart.node.isConnected) element.append(chart.node)
    }
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    mounted.current = { chart, draw }
    return () => {
      observer.disconnect()
      chart.destroy()
      mounted.current = undefined
    }
  }, [create])
  useLayoutEffect(() => {
    shown.current = model
    const draw = () => mounted.current?.draw()
    // Several runs may arrive at once. The first drawing of each is a separate task, so that the page can respond in
    // between.
    const turn = mounted.current?.chart.node.isConnected ? draw() : setTimeout(draw, 0)
    return () => clearTimeout(turn ?? undefined)
  }, [model])
  const style = across && { marginLeft: across.left, width: across.width }
  return <div ref={host} className={`chart-host ${className}`} style={style} />
}
