import { useLayoutEffect, useRef } from 'react'
import type { Chart, Size } from '../../charts/chart.ts'

interface ChartPlaceProps<M extends { readonly size: Size }> {
  /** Makes the chart; one function for as long as the place lives. */
  readonly create: (document: Document) => Chart<M>
  readonly model: Omit<M, 'size'>
  readonly className: string
  /** Its place across the page, in pixels, where that is not all there is. */
  readonly across?: { readonly left: number; readonly width: number } | undefined
}

/** A place for a chart that nobody touches, which is drawn as large as the place is. */
export function ChartPlace<M extends { readonly size: Size }>({
  create,
  model,
  className,
  across,
}: ChartPlaceProps<M>) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = host.current
    if (!element) return
    const chart = create(document)
    const draw = () => {
      const size = { width: element.clientWidth, height: element.clientHeight }
      if (size.width > 0) chart.update({ ...model, size } as unknown as M)
    }
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    draw()
    element.append(chart.node)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [create, model])
  const style = across && { marginLeft: across.left, width: across.width }
  return <div ref={host} className={`chart-place ${className}`} style={style} />
}
