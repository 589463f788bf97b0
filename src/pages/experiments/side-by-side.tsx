import { type CSSProperties, useMemo, useRef, useState } from 'react'
import type { Chart, ChartHandlers, HeapChartModel, TimeRange } from '../../charts/chart.ts'
import { createHeapChart } from '../../charts/heap/heap-chart.ts'
import { fitScales, type Scales } from '../../charts/scales.ts'
import { titleOfPreset } from '../../explore/published/text.ts'
import { formatBriefSize } from '../../format.ts'
import type { Trace } from '../../model/trace.ts'
import { Button } from '../../ui/button.tsx'
import { ChartHost } from '../../ui/chart-host.tsx'
import { SidesPlayer } from '../../ui/playback/sides-player.tsx'
import { NoBreak } from '../../ui/text/no-break.tsx'
import { toAppHref } from '../links.ts'
import { Outcome } from './outcome.tsx'

interface SideBySideProps {
  readonly presets: readonly string[]
  /** The traces of these presets, in order; undefined while they are computed. */
  readonly traces: readonly Trace[] | undefined
}

const NOTHING_YET: SharedScales = { memoryMax: 1, timeEnd: 1, cut: [] }

/** Runs on shared axes, with the crosshair at the same instant of all. Zooming into one zooms into all. */
export function SideBySide({ presets, traces }: SideBySideProps) {
  const { memoryMax, timeEnd, cut } = useMemo(() => (traces ? toSharedScales(traces) : NOTHING_YET), [traces])
  const [cursor, setCursor] = useState<number>()
  const [zoom, setZoom] = useState<TimeRange>()
  const handlers = useMemo<ChartHandlers>(() => ({ onCursor: setCursor, onZoom: setZoom }), [])
  const window = useMemo<TimeRange>(() => zoom ?? [0, timeEnd], [zoom, timeEnd])
  const charts = useRef<HTMLUListElement>(null)
  const sides = traces?.map((trace, i) => ({ name: titleOfPreset(presets[i] ?? ''), trace }))
  return (
    <>
      <ul ref={charts} className={`runs runs-${Math.min(presets.length, 3)}`}>
        {presets.map((id, i) => {
          const trace = traces?.[i]
          const isCut = trace !== undefined && cut.includes(trace)
          return <Run key={id} preset={id} isCut={isCut} {...{ trace, memoryMax, window, cursor, handlers }} />
        })}
      </ul>
      <div className="sides-place" style={{ '--sides': presets.length } as CSSProperties}>
        {sides && (
          <SidesPlayer
            charts={charts}
            hosts=".run-chart"
            sides={sides}
            window={window}
            onZoom={(to) => setZoom(to ? [to.start, to.end] : undefined)}
          />
        )}
      </div>
      {zoom && (
        <Button className="quiet on" onClick={() => setZoom(undefined)}>
          Whole runs
        </Button>
      )}
    </>
  )
}

interface RunProps extends Omit<RunChartProps, 'label'> {
  readonly preset: string
  readonly isCut: boolean
}

function Run({ preset, isCut, ...chart }: RunProps) {
  const { trace } = chart
  const title = titleOfPreset(preset)
  return (
    <li>
      <h4>
        <a href={toAppHref(preset)}>
          <NoBreak text={title} />
        </a>
      </h4>
      <Outcome preset={preset} trace={trace} />
      {trace && isCut && (
        <p className="cut">
          Goes on beyond this scale, to {formatBriefSize(trace.result.peakContainerBytes)}: drawn whole, it would
          flatten the others.
        </p>
      )}
      <RunChart label={title} {...chart} />
    </li>
  )
}

interface RunChartProps {
  /** Undefined while it is being computed. */
  readonly trace: Trace | undefined
  readonly label: string
  readonly memoryMax: number
  readonly window: TimeRange
  readonly cursor: number | undefined
  readonly handlers: ChartHandlers
}

const TEXT_SIZE = 12

/** A run with axes, with a crosshair and a zoom that several charts share. */
function RunChart({ trace, label, memoryMax, window, cursor, handlers }: RunChartProps) {
  const create = useMemo(
    () =>
      (document: Document): Chart<HeapChartModel> =>
        createHeapChart(document, handlers),
    [handlers],
  )
  const model = trace && {
    trace,
    memoryMax,
    window,
    cursorTime: cursor,
    textSize: TEXT_SIZE,
    label: `Heap over CPU time: ${label}`,
  }
  return <ChartHost create={create} model={model} className="run-chart" />
}

/** A run this many times as high as the next would flatten all others, so it is cut off. */
const OUTLIER = 6
/** The scale then ends at this many times the next run. */
const BEYOND = 1.6

/** One scale for several runs, and the runs that exceed it. */
interface SharedScales extends Scales {
  readonly cut: readonly Trace[]
}

/** The scales on which all runs can be compared. @param traces at least one */
export function toSharedScales(traces: readonly Trace[]): SharedScales {
  const scales = traces.map((trace) => fitScales(trace, undefined))
  const timeEnd = Math.max(...scales.map((own) => own.timeEnd))
  const [largest = 0, next = largest] = scales.map(({ memoryMax }) => memoryMax).toSorted((a, b) => b - a)
  const memoryMax = largest > OUTLIER * next ? BEYOND * next : largest
  return { timeEnd, memoryMax, cut: traces.filter((_, i) => (scales[i]?.memoryMax ?? 0) > memoryMax) }
}
