import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Size } from '../../charts/chart.ts'

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
