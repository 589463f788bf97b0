import { useLayoutEffect, useRef } from 'react'
import { createLegendChart } from '../../charts/map/legend-chart.ts'
import { useHostSize } from '../use-chart.ts'

const EM = 12

/** The meaning of colours, patterns and lines. */
export function Legend({ isStrip }: { readonly isStrip: boolean }) {
  const host = useRef<HTMLDivElement>(null)
  const { width } = useHostSize(host)
  useLayoutEffect(() => {
    if (!host.current || width === 0) return
    const chart = createLegendChart(document)
    chart.update({ width, em: EM, isStrip })
    host.current.replaceChildren(chart.node)
  }, [width, isStrip])
  return <div ref={host} className="legend-host" />
}
