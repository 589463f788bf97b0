import { useLayoutEffect, useRef } from 'react'
import { createLegendChart } from '../../charts/map/legend-chart.ts'
import { useHostSize } from '../use-chart.ts'
import { useTextSize } from './text-size.ts'

export function Legend({ isStrip }: { readonly isStrip: boolean }) {
  const host = useRef<HTMLDivElement>(null)
  const { width } = useHostSize(host)
  // Its many names need smaller text.
  const em = useTextSize(width) - 1
  useLayoutEffect(() => {
    if (!host.current || width === 0) return
    const chart = createLegendChart(document)
    chart.update({ width, em, isStrip })
    host.current.replaceChildren(chart.node)
  }, [width, em, isStrip])
  return <div ref={host} className="legend-host" />
}
