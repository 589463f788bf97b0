import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { TimeRange } from '../../charts/chart.ts'
import { fitScales } from '../../charts/scales.ts'
import { createDashboardChart } from '../../charts/small-chart.ts'
import { countOf } from '../../format.ts'
import { printGctrace } from '../../gctrace/show/print.ts'
import type { Shown } from '../../lessons/lesson.ts'
import { type Sampled, SCRAPE_SECONDS, sampledRange, sampleTrace } from '../../lessons/sample.ts'
import { showQuantity } from '../../lessons/words.ts'
import type { Trace } from '../../model/trace.ts'
import type { Scenario } from '../../scenario/types.ts'
import { ChartHost } from '../../ui/chart-host.tsx'
import { useApp, useAppState, useRun } from '../../ui/context.ts'
import { TraceLine } from '../../ui/text/trace-line.tsx'
import { useStep } from './step-context.ts'

/** Views of the run that a step shows besides its figure. */
export function Beside() {
  const { step, isRevealed } = useStep()
  const { trace } = useRun()
  const scenario = useAppState((state) => state.scenario)
  const axis = useStore(useApp().axis)
  const above = axis.width > 0 ? { memoryMax: axis.memoryMax, textSize: axis.em } : undefined
  return (
    <>
      {step.show.includes('gctrace') && <Lines trace={trace} scenario={scenario} />}
      {dashboardsOf(step.show).map((of) => (
        <Dashboard key={of} of={of} trace={trace} window={axis.window} isWhole={isRevealed} above={above} />
      ))}
    </>
  )
}

/** More lines than this would only be scrolled past. */
const MOST_LINES = 60

export function Lines({ trace, scenario }: { readonly trace: Trace; readonly scenario: Scenario }) {
  const lines = useMemo(() => printGctrace(trace, scenario).trimEnd().split('\n'), [trace, scenario])
  const shown = lines.slice(0, MOST_LINES)
  const more = lines.length - MOST_LINES
  return (
    <figure className="gctrace-lines">
      <figcaption className="fine">
        What this run prints with GODEBUG=gctrace=1{shown.length > 1 && `: ${countOf(shown.length, 'line')}`}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <pre tabIndex={0}>
        {shown.map((line) => (
          <TraceLine key={line} text={line} />
        ))}
      </pre>
      {more > 0 && <p>and {more} more lines</p>}
    </figure>
  )
}

/** The lines of the dashboards. */
export function dashboardsOf(show: readonly Shown[]): readonly Sampled[] {
  const all = [
    ['dashboard', 'heap'],
    ['memory-dashboard', 'memory'],
  ] as const
  return all.flatMap(([name, of]) => (show.includes(name) ? [of] : []))
}

interface DashboardProps {
  readonly of: Sampled
  readonly trace: Trace
  readonly window: TimeRange
  /** Whether the whole run is shown. */
  readonly isWhole: boolean
  /** The memory axis of the chart above it, and its text size; undefined without one. */
  readonly above: { readonly memoryMax: number; readonly textSize: number } | undefined
}

/** The same run as a dashboard would show it: a sample of the heap, or of all memory, every few seconds, and lines. */
export function Dashboard({ of, trace, window, isWhole, above }: DashboardProps) {
  const name = of === 'heap' ? 'The heap' : 'All memory'
  const memoryMax = above?.memoryMax ?? fitScales(trace, undefined).memoryMax
  const textSize = above?.textSize
  const model = useMemo(
    () => ({
      trace: sampleTrace(trace, SCRAPE_SECONDS, of),
      window,
      memoryMax,
      textSize,
      label: `${name} as sampled every ${SCRAPE_SECONDS} seconds`,
    }),
    [trace, window, of, name, memoryMax, textSize],
  )
  const { low, high } = sampledRange(model.trace)
  return (
    <figure className="dashboard">
      <figcaption className="fine">
        {name} of the {isWhole ? 'same run' : 'run so far'} on a dashboard: one sample every {SCRAPE_SECONDS} s
        {above && ', on the same axes'}; lowest {showQuantity({ value: low, unit: 'bytes' })}, highest{' '}
        {showQuantity({ value: high, unit: 'bytes' })}
      </figcaption>
      <ChartHost create={createDashboardChart} model={model} className="dashboard-host" />
    </figure>
  )
}
