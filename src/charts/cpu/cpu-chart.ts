import { formatShare } from '../../format.ts'
import { clockOf } from '../../model/clock.ts'
import { bucketAt, gcShareAt } from '../../model/gc-share.ts'
import { limitingSpans } from '../../model/steps.ts'
import { createTimeAxis, createValueAxis, crisp, isInstant } from '../axes.ts'
import { type Readout, toAxisChart } from '../axis-chart.ts'
import type { AxisModel, Chart, ChartHandlers } from '../chart.ts'
import { append, createRoot, type Mark } from '../dom.ts'
import { textEms } from '../layout.ts'
import { middles, toStretches, widest } from '../marks.ts'
import { scale, toTenths } from '../path.ts'
import type { ReadoutRow } from '../readout/crosshair.ts'
import { explainedRegion } from '../readout/explained.ts'
import { createPlot, type Part, type Scene } from '../scene.ts'
import { endX } from '../stack.ts'
import type { Tick } from '../ticks.ts'
import { cpuEndLabels } from './cpu-labels.ts'
import { createShareAreas, drawBucket, drawShareOutline } from './cpu-lines.ts'

const MARGINS = { top: 1.75, bottom: 0.75 }

/**
 * The cost of GC on the time axis of the heap chart: its share of CPU time per cycle period, the 50 % that
 * the GC CPU limiter aims at, how full the limiter's bucket is, and where the limiter intervened.
 */
export function createCpuChart(document: Document, handlers?: ChartHandlers): Chart<AxisModel> {
  const root = createRoot(document, 'cpu-chart')
  const drawAxes = createCpuAxes(root)
  const plot = createPlot(root)
  const drawAreas = createShareAreas(plot)
  const pinnedShare = append(plot, 'path', 'pinned')
  const parts: readonly Part[] = [drawAxes, drawAreas, createHolds(plot, root)]
  const half = append(plot, 'path', 'line half')
  const bucket = append(plot, 'path', 'line bucket')
  const baseline = append(root, 'path', 'baseline')

  return toAxisChart<AxisModel>(root, plot, baseline, handlers, {
    margins: MARGINS,
    max: () => 1,
    draw(scene) {
      const { trace, window, frame, y } = scene
      for (const draw of parts) draw(scene)
      pinnedShare.set('d', drawShareOutline(scene))
      half.set('d', `M${frame.left},${crisp(scale(y, 0.5))}H${toTenths(endX(trace, window, frame))}`)
      const fill = drawBucket(scene)
      bucket.set('d', fill.path)
      return isInstant(trace) ? [] : cpuEndLabels(scene, fill.last)
    },
    readOut: readOutCpu,
  })
}

/** The values of the GC CPU chart at an instant. */
function readOutCpu(scene: Scene, time: number): Readout {
  const { trace, y } = scene
  const share = gcShareAt(trace, time)
  const rows: ReadoutRow[] = []
  if (share !== undefined) rows.push({ kind: 'gc', name: 'GC share', value: formatShare(share) })
  const fill = bucketAt(trace, time)
  if (!Number.isNaN(fill)) rows.push({ kind: 'bucket', name: 'bucket', value: formatShare(fill) })
  return [rows, share === undefined ? [] : [scale(y, share)], explainedRegion(scene, time, share ?? 0)]
}

/**
 * The stretches in which the limiter intervened, hatched: in the guide model a due cycle was held back, in the runtime
 * model the limiter was limiting. The widest stretch has a name, if it fits.
 */
function createHolds(plot: Mark, root: Mark): Part {
  const hatch = append(plot, 'path', 'hatch held')
  const label = append(root, 'text', 'note held')
  return ({ trace, window, frame }) => {
    const isRuntime = trace.points.runtime !== undefined
    const spans = isRuntime ? limitingSpans(trace) : trace.holds.map(({ start, end }) => [start, end] as const)
    const stretches = toStretches(spans, window, frame)
    const { top, bottom, height, em } = frame
    hatch.set('d', middles(stretches, (top + bottom) / 2)).set('stroke-width', height)
    const text = isRuntime ? 'limiting' : 'cycle held back'
    const at = widest(stretches)
    const isShown = at !== undefined && at[1] - at[0] > (textEms(text) + 1) * em
    label.show(isShown)
    if (!isShown) return
    label.at(Math.round((at[0] + at[1]) / 2), Math.round(top + 1.15 * em)).text(text)
  }
}

const SHARES: readonly Tick[] = [0, 0.5, 1].map((value) => ({ value, text: `${100 * value}` }))

/** On the axis of elapsed time, a share is one of all CPUs, including idle ones. */
const WHOLE = { cpu: 'CPU time', wall: 'all GOMAXPROCS CPUs' } as const

/** Percentages on the left; the figures of the time axis are in the heap chart above. */
function createCpuAxes(root: Mark): Part {
  const drawTime = createTimeAxis(root)
  const drawShares = createValueAxis(root)
  const title = append(root, 'text', 'title')
  const unit = append(root, 'text', 'unit').text('%')
  return (scene) => {
    const { trace, frame, y } = scene
    const { left, top, height, em, isNarrow } = frame
    // A low chart, on a phone that presents sideways, has room for its ends alone.
    drawShares(frame, height < 2.2 * em ? [SHARES[0]!, SHARES[2]!] : SHARES, y)
    drawTime(scene)
    const above = Math.round(top - 0.65 * em)
    const name = isNarrow ? 'CPU' : `${WHOLE[clockOf(trace)]}, from each cycle’s end to the next`
    title.at(left, above).text(isInstant(trace) ? 'No time passes' : `GC share of ${name}`)
    unit.at(left - 0.6 * em, above)
  }
}
