import { useMemo } from 'react'
import { useStore } from 'zustand'
import { HEAP_MARGINS } from '../../charts/heap/heap-chart.ts'
import { toFrame } from '../../charts/layout.ts'
import { fitScales } from '../../charts/scales.ts'
import { createSmallChart } from '../../charts/small-chart.ts'
import { SCRAPE_SECONDS, sampleTrace } from '../../lessons/sample.ts'
import { ChartHost } from '../../ui/chart-host.tsx'
import { useApp, useRun } from '../../ui/context.ts'

/** The same run as a dashboard would draw it: one sample of the heap every few seconds, joined by lines. */
export function Dashboard() {
  const { trace } = useRun()
  const axis = useStore(useApp().axis)
  // Under the time axis of the chart above.
  const { left, right } = toFrame(axis, axis.window, HEAP_MARGINS, axis.em)
  const model = useMemo(
    () => ({
      trace: sampleTrace(trace, SCRAPE_SECONDS),
      window: axis.window,
      memoryMax: fitScales(trace, undefined).memoryMax,
      label: `The heap as sampled every ${SCRAPE_SECONDS} seconds`,
    }),
    [trace, axis.window],
  )
  return (
    <figure className="dashboard">
      <figcaption>The same run on a dashboard: one sample every {SCRAPE_SECONDS} s, on the same time axis</figcaption>
      <ChartHost
        create={createSmallChart}
        model={model}
        className="dashboard-host"
        across={axis.width > 0 ? { left, width: right - left } : undefined}
      />
    </figure>
  )
}
