import { useMemo } from 'react'
import { useStore } from 'zustand'
import { HEAP_MARGINS } from '../../charts/heap/heap-chart.ts'
import { toFrame } from '../../charts/layout.ts'
import { fitScales } from '../../charts/scales.ts'
import { createSmallChart } from '../../charts/small-chart.ts'
import { printGctrace } from '../../gctrace/show/print.ts'
import { heapRange, SCRAPE_SECONDS, sampleTrace } from '../../lessons/sample.ts'
import { showQuantity } from '../../lessons/words.ts'
import { ChartHost } from '../../ui/chart-host.tsx'
import { useApp, useAppState, useRun } from '../../ui/context.ts'
import { useStep } from './step-context.ts'

/** Views of the run that a step shows besides its figure. */
export function Beside() {
  const { step } = useStep()
  return (
    <>
      {step.show.includes('gctrace') && <Lines />}
      {step.show.includes('dashboard') && <Dashboard />}
    </>
  )
}

/** Lines that are more than this would only be scrolled over. */
const MOST_LINES = 60

function Lines() {
  const { trace } = useRun()
  const scenario = useAppState((state) => state.scenario)
  const lines = useMemo(() => printGctrace(trace, scenario).trimEnd().split('\n'), [trace, scenario])
  const more = lines.length - MOST_LINES
  return (
    <figure className="gctrace-lines">
      <figcaption>What this run prints with GODEBUG=gctrace=1</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <pre tabIndex={0}>{lines.slice(0, MOST_LINES).join('\n')}</pre>
      {more > 0 && <p>and {more} more lines</p>}
    </figure>
  )
}

/** The same run as a dashboard would draw it: one sample of the heap every few seconds, joined by lines. */
function Dashboard() {
  const { trace } = useRun()
  const { isRevealed } = useStep()
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
  // The chart has no axis of its own.
  const { low, high } = heapRange(model.trace)
  return (
    <figure className="dashboard">
      <figcaption>
        The heap of the {isRevealed ? 'same run' : 'run so far'} on a dashboard: one sample every {SCRAPE_SECONDS} s, on
        the same time axis; lowest {showQuantity({ value: low, unit: 'bytes' })}, highest{' '}
        {showQuantity({ value: high, unit: 'bytes' })}
      </figcaption>
      <ChartHost
        create={createSmallChart}
        model={model}
        className="dashboard-host"
        across={axis.width > 0 ? { left, width: right - left } : undefined}
      />
    </figure>
  )
}
