import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Chart, Size } from '../charts/chart.ts'
import { measureForPrint, sizeIn } from '../view/host-size.ts'

/** The size of an element, in CSS pixels; 0 × 0 before it is in the page. */
export function useHostSize(host: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = host.current
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      setSize((known) => (known.width === width && known.height === height ? known : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [host])
  return size
}

/** Draws a chart as large as its host. @param share of the sheet's width that the chart takes on paper */
export function useChart<M extends { readonly size: Size }>(
  host: RefObject<HTMLElement | null>,
  create: (document: Document) => Chart<M>,
  model: M,
  share = 1,
): void {
  const chart = useRef<Chart<M>>(null)
  useLayoutEffect(() => {
    if (!host.current) return
    const made = create(document)
    host.current.append(made.node)
    chart.current = made
    return () => made.destroy()
  }, [host, create])
  useLayoutEffect(() => {
    if (model.size.width > 0) chart.current?.update(model)
    // Before the page is printed, React has no time to render.
    return measureForPrint((most) => {
      if (host.current) chart.current?.update({ ...model, size: sizeIn(host.current, most && most * share) })
    })
  })
}
