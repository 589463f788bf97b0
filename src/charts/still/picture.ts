import type { Clock } from '../../model/clock.ts'
import type { Trace } from '../../model/trace.ts'
import { type Circumstances, toShortfallNote } from '../../model/verdict.ts'
import { onClock } from '../../model/wall-clock.ts'
import { titleOf } from '../../scenario/presets/as-published.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { AxisModel, Chart } from '../chart.ts'
import css from '../charts.css?raw'
import { createCpuChart } from '../cpu/cpu-chart.ts'
import { createHeapChart } from '../heap/heap-chart.ts'
import { fitScales } from '../scales.ts'
import { axisWindow, type TimeWindow } from '../window.ts'
import { toResultsText, toSettingsText } from './caption.ts'
import type { StillDocument } from './document.ts'
import { createPaper, EDGE, PAPER_CSS } from './paper.ts'
import { toSvgText } from './serialize.ts'
import { parseSheet, type Shade } from './styles.ts'

export interface Picture {
  readonly scenario: Scenario
  readonly trace: Trace
  readonly pinned?: Trace | undefined
  /** The stretch to show, in seconds of CPU time, as far as it is within the run; the whole run by default. */
  readonly window?: TimeWindow | undefined
  /** The clock of the time axis; CPU time by default. */
  readonly clock?: Clock
  readonly shade: Shade
  /** Address of the run, for the caption; undefined: no address. */
  readonly link?: string | undefined
  /** Without the chart of the GC's CPU share. */
  readonly isHeapOnly?: boolean
  /** What the verdict needs besides the run. */
  readonly circumstances: Circumstances
  readonly width?: number
}

const WIDTH = 960
const LEAST_WIDTH = 280
const EM = 13
const TITLE_EM = 18

export interface Still {
  readonly svg: string
  readonly width: number
  readonly height: number
}

/** The run as an SVG document: title, settings, charts, results, the version of the model, and the link. */
export function drawStill(picture: Picture): Still {
  const { scenario, trace, shade, link, circumstances } = picture
  const width = Math.round(Math.max(LEAST_WIDTH, picture.width ?? WIDTH))
  const paper = createPaper(width)
  paper.text('heading', titleOf(scenario), TITLE_EM)
  paper.text('settings', toSettingsText(scenario), EM)
  paper.skip(6)
  for (const [chart, height] of drawCharts(paper.document, picture, width)) paper.chart(chart, height)
  paper.skip(4)
  paper.text('settings', toResultsText(trace, circumstances), EM)
  paper.text('colophon', `Computed by Sawtooth, model ${trace.result.modelVersion}.`, EM - 1)
  if (link) paper.text('colophon', link, EM - 1, link)
  const height = paper.finish(titleOf(scenario))
  return { svg: toSvgText(paper.root, parseSheet(css + PAPER_CSS), shade), width, height }
}

type Drawn = readonly [node: SVGSVGElement, height: number]

function drawCharts(still: StillDocument, picture: Picture, width: number): readonly Drawn[] {
  const { scenario, isHeapOnly = false, clock = 'cpu' } = picture
  const trace = onClock(picture.trace, clock)
  const pinned = picture.pinned && onClock(picture.pinned, clock)
  const scales = fitScales(trace, pinned)
  const common = {
    trace,
    pinned,
    window: axisWindow(picture.window, picture.trace, picture.pinned, clock) ?? ([0, scales.timeEnd] as const),
    label: titleOf(scenario),
  }
  const inner = width - 2 * EDGE
  // The charts use no more of a document than a still document has.
  const document = still as unknown as Document
  const drawOne = <M extends AxisModel>(chart: Chart<M>, model: M): Drawn => {
    chart.update(model)
    return [chart.node, model.size.height]
  }
  const shortfall = picture.circumstances.shortfall
  const heap = {
    ...common,
    memoryMax: scales.memoryMax,
    note: shortfall && toShortfallNote(shortfall),
    size: { width: inner, height: Math.round(inner * 0.36 + 90) },
  }
  const cpu = { ...common, size: { width: inner, height: 130 } }
  const drawn = [drawOne(createHeapChart(document), heap)]
  return isHeapOnly ? drawn : [...drawn, drawOne(createCpuChart(document), cpu)]
}
