import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { TimeRange } from '../../charts/chart.ts'
import { fitScales } from '../../charts/scales.ts'
import { createDashboardChart } from '../../charts/small-chart.ts'
import { countOf } from '../../format.ts'
import { printGctrace } from '../../gctrace/show/print.ts'
import type { Shown } from '../../lessons/lesson.ts'
import { asksForCycle, cyclesIn } from '../../lessons/measure.ts'
import { type Sampled, SCRAPE_SECONDS, sampledRange, sampleTrace } from '../../lessons/sample.ts'
import { showQuantity } from '../../lessons/words.ts'
import type { Trace } from '../../model/trace.ts'
import type { Scenario } from '../../scenario/types.ts'
import { ChartHost } from '../../ui/chart-host.tsx'
import { useApp, useAppState, useRun } from '../../ui/context.ts'
import { TraceLine } from '../../ui/text/trace-line.tsx'
import { useStep } from './step-context.ts'

const NONE: readonly number[] = []

/** Views of the run that a step shows besides its figure. */
export function Beside() {
  const { step, experiment, isRevealed } = useStep()
  const { trace } = useRun()
  const scenario = useAppState((state) => state.scenario)
  const axis = useStore(useApp().axis)
  const about = useMemo(() => {
    const of = step.bet?.of ?? ''
    return isRevealed || !asksForCycle(of) ? cyclesIn(of, experiment.trace.cycles.count) : NONE
  }, [step, experiment, isRevealed])
  const above = axis.width > 0 ? { memoryMax: axis.memoryMax, textSize: axis.em } : undefined
  return (
    <>
      {step.show.includes('gctrace') && <Lines trace={trace} scenario={scenario} about={about} isMarked={isRevealed} />}
      {dashboardsOf(step.show).map((of) => (
        <Dashboard key={of} of={of} trace={trace} window={axis.window} isWhole={isRevealed} above={above} />
      ))}
    </>
  )
}

/** More lines than this would only be scrolled past. */
const MOST_LINES = 60

interface LinesProps {
  readonly trace: Trace
  readonly scenario: Scenario
  /** The cycles that the step asks about: the last of them is scrolled into sight. */
  readonly about?: readonly number[]
  /** Whether their lines are marked. */
  readonly isMarked?: boolean
}

export function Lines({ trace, scenario, about = NONE, isMarked = false }: LinesProps) {
  const list = useRef<HTMLPreElement>(null)
  const lines = useMemo(() => printGctrace(trace, scenario).trimEnd().split('\n'), [trace, scenario])
  const shown = lines.slice(0, MOST_LINES)
  const more = lines.length - MOST_LINES
  const last = about.at(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the answer, there are more lines
  useEffect(() => {
    const element = list.current
    if (!element || last === undefined) return
    // Its size changes when the step is shown for a projector, or by the window.
    const observer = new ResizeObserver(() => scrollToLine(element, last))
    observer.observe(element)
    return () => observer.disconnect()
  }, [last, lines])
  return (
    <figure className="gctrace-lines">
      <figcaption className="fine">
        What this run prints with GODEBUG=gctrace=1{shown.length > 1 && `: ${countOf(shown.length, 'line')}`}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <pre ref={list} tabIndex={0}>
        {shown.map((line, i) => (
          <TraceLine key={line} text={line} isMarked={isMarked && about.includes(i)} />
        ))}
      </pre>
      {more > 0 && <p>and {more} more lines</p>}
    </figure>
  )
}

/** Scrolls a list to one of its lines if that is not in sight: to the middle, so that it is seen among others. */
function scrollToLine(list: HTMLElement, line: number): void {
  const [place, box] = [list.children[line]?.getBoundingClientRect(), list.getBoundingClientRect()]
  if (!place || (place.top >= box.top && place.bottom <= box.bottom)) return
  list.scrollTop += place.top - box.top - (list.clientHeight - place.height) / 2
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
