import { useLayoutEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { HEAP_MARGINS } from '../charts/heap-chart.ts'
import { toFrame } from '../charts/layout.ts'
import { fitScales } from '../charts/scales.ts'
import { createSmallChart } from '../charts/small-chart.ts'
import { SCRAPE_SECONDS, sampleTrace } from '../lessons/sample.ts'
import { endOf } from '../model/steps.ts'
import { onClock } from '../model/wall-clock.ts'
import { useApp, useRun } from '../ui/context.ts'

/** The same run as a dashboard would draw it: one sample of the heap every few seconds, joined by lines. */
export function Dashboard() {
  const { trace } = useRun()
  const axis = useStore(useApp().axis)
  const host = useRef<HTMLDivElement>(null)
  const sampled = useMemo(() => sampleTrace(trace, SCRAPE_SECONDS), [trace])
  // Under the time axis of the chart above.
  const { left, right } = toFrame(axis, axis.window, HEAP_MARGINS, axis.em)
  useLayoutEffect(() => {
    const element = host.current
    if (!element) return
    const chart = createSmallChart(document)
    const draw = () => {
      const size = { width: element.clientWidth, height: element.clientHeight }
      const { memoryMax } = fitScales(trace, undefined)
      const label = `The heap as sampled every ${SCRAPE_SECONDS} seconds`
      if (size.width > 0)
        chart.update({ trace: sampled, window: [0, endOf(onClock(trace, 'wall'))], memoryMax, label, size })
    }
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    element.append(chart.node)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [trace, sampled])
  return (
    <figure className="dashboard">
      <figcaption>The same run on a dashboard: one sample every {SCRAPE_SECONDS} s, to the same scale</figcaption>
      <div ref={host} className="dashboard-host" style={{ marginLeft: left, width: right - left }} />
    </figure>
  )
}
