import { useLayoutEffect, useRef } from 'react'
import type { Chart, Size } from '../charts/chart.ts'

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
      // A chart without a model has no name yet: nobody is to come upon it.
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
    // Runs come several at once: the first drawing of each is a task of its own, and the page answers in between.
    const turn = mounted.current?.chart.node.isConnected ? draw() : setTimeout(draw, 0)
    return () => clearTimeout(turn ?? undefined)
  }, [model])
  const style = across && { marginLeft: across.left, width: across.width }
  return <div ref={host} className={`chart-host ${className}`} style={style} />
}
