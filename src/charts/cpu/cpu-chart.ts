import { formatShare } from '../../format.ts'
import { clockOf } from '../../model/clock.ts'
import { cycleEnd } from '../../model/cycles.ts'
import { bucketAt, type GcPart, gcShareAt, visitBucket, visitGcShare } from '../../model/gc-share.ts'
import { endOf, limitingSpans } from '../../model/steps.ts'
import type { Trace } from '../../model/trace.ts'
import { createTimeAxis, createValueAxis, crisp, isInstant } from '../axes.ts'
import { type Readout, toAxisChart } from '../axis-chart.ts'
import type { AxisModel, Chart, ChartHandlers, TimeRange } from '../chart.ts'
import { append, createRoot, type Mark } from '../dom.ts'
import type { EndLabel } from '../end-labels.ts'
import { textEms } from '../layout.ts'
import { middles, toStretches, widest } from '../marks.ts'
import { PathDecimator, scale, toTenths } from '../path.ts'
import type { ReadoutRow } from '../readout/crosshair.ts'
import { explainedRegion } from '../readout/explained.ts'
import { createPinnedLine, createPlot, type Part, type Scene } from '../scene.ts'
import { closed, endX } from '../stack.ts'
import type { Tick } from '../ticks.ts'

const MARGINS = { top: 1.75, bottom: 0.75 }

/** GC's share of the CPU over time, and the limiter's bucket. The line at 50 % is the share that the limiter aims at. */
export function createCpuChart(document: Document, handlers?: ChartHandlers): Chart<AxisModel> {
  const root = createRoot(document, 'cpu-chart')
  const drawAxes = createCpuAxes(root)
  const plot = createPlot(root)
  const drawAreas = createShareAreas(plot)
  const drawPinned = createPinnedLine(plot)
  const parts: readonly Part[] = [drawAxes, drawAreas, createHolds(plot, root)]
  const half = append(plot, 'path')
  const bucket = append(plot, 'path', 'line bucket')
  const baseline = append(root, 'path', 'baseline')

  return toAxisChart<AxisModel>(root, plot, baseline, handlers, {
    margins: MARGINS,
    max: () => 1,
    draw(scene) {
      const { trace, window, frame, y } = scene
      for (const draw of parts) draw(scene)
      drawPinned(drawShareOutline(scene))
      half
        .set('class', `line ${kindOfLimit(trace)}`)
        .set('d', `M${frame.left},${crisp(scale(y, 0.5))}H${toTenths(endX(trace, window, frame))}`)
      const fill = drawBucket(scene)
      bucket.set('d', fill.path)
      return isInstant(trace) ? [] : cpuEndLabels(scene, fill.last)
    },
    readOut: readOutCpu,
  })
}

/** The name of its line, in the margin and in the read-out. */
const BUCKET = 'limiter bucket'

function readOutCpu(scene: Scene, time: number): Readout {
  const { trace, y } = scene
  const share = gcShareAt(trace, time)
  const rows: ReadoutRow[] = []
  // The sum of all parts has the colour of none.
  const kind = trace.cycles.runtime ? 'time' : 'gc'
  if (share !== undefined) rows.push({ kind, name: 'GC share', value: formatShare(share) })
  const fill = bucketAt(trace, time)
  if (!Number.isNaN(fill)) rows.push({ kind: 'bucket', name: BUCKET, value: formatShare(fill) })
  return [rows, share === undefined ? [] : [scale(y, share)], explainedRegion(scene, time, share ?? 0)]
}

/** Hatched: in the guide model a due cycle was held back there, in the runtime model the limiter was limiting. */
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
    const above = Math.round(top - 0.9 * em)
    const name = isNarrow ? 'CPU' : `${WHOLE[clockOf(trace)]}, from each cycle’s end to the next`
    title.at(left, above).text(isInstant(trace) ? 'No time passes' : `GC share of ${name}`)
    unit.at(left - 0.6 * em, above)
  }
}

/** The parts of a cycle’s work, from the bottom of the stack up; pauses are at its top. */
const PARTS = ['background', 'assist', 'idle'] as const

/** The GC's share as wide as its cycle period is long; in the runtime model stacked by who did the work. */
function createShareAreas(parent: Mark): Part {
  // From the highest to the lowest, each painted over by the next.
  const top = append(parent, 'path')
  const below = [...PARTS].reverse().map((part) => ({
    path: append(parent, 'path', `area ${part}`),
    parts: PARTS.slice(0, PARTS.indexOf(part) + 1) as readonly GcPart[],
  }))
  return ({ trace, window, frame, y }) => {
    const decimator = new PathDecimator(frame.x, y)
    const draw = (parts: readonly GcPart[]) => {
      visitGcShare(trace, parts, window, (time, value) => decimator.to(time, value))
      return closed(decimator.take(), frame)
    }
    const isRuntime = trace.cycles.runtime !== undefined
    top.set('class', isRuntime ? 'area pause' : 'area gc').set('d', draw(['all']))
    for (const { path, parts } of below) path.set('d', isRuntime ? draw(parts) : '')
  }
}

function drawShareOutline({ pinned, window, frame, y }: Scene): string {
  const decimator = new PathDecimator(frame.x, y)
  if (pinned) visitGcShare(pinned, ['all'], window, (time, value) => decimator.to(time, value))
  return decimator.take()
}

/** A bucket that never holds more would be a line over the foot of the GC share. */
const EMPTY = 0.01

/** The path is empty if the bucket is empty all along. */
function drawBucket({ trace, window, frame, y }: Scene): { readonly path: string; readonly last: number } {
  const decimator = new PathDecimator(frame.x, y)
  let last = Number.NaN
  let highest = 0
  visitBucket(trace, window, (time, value) => {
    decimator.to(time, value)
    if (time <= window[1]) last = value
    highest = Math.max(highest, value)
  })
  const path = decimator.take()
  return highest > EMPTY ? { path, last } : { path: '', last: Number.NaN }
}

/** The class of the line at 50 %. The course does not show one that is `off`. */
const kindOfLimit = ({ segments }: Trace) => (segments.some(({ cpuLimiter }) => cpuLimiter) ? 'half' : 'half off')

const BANDS = ['background', 'assist', 'idle', 'pause'] as const

/** A share below this looks like a line. */
const VISIBLE = 0.004

/**
 * Labels are at the heights of the last whole cycle period on screen, or, if a band is missing there, at its root mean
 * square. Without room for all, that of an empty bucket is left out first, then those of the narrowest bands.
 */
function cpuEndLabels({ trace, window, y }: Scene, bucketFill: number): EndLabel[] {
  const labels: EndLabel[] = []
  let below = 0
  for (const part of trace.cycles.runtime ? BANDS : []) {
    const last = lastShare(trace, window, part)
    const own = last > VISIBLE ? last : rootMeanSquare(trace, window, part)
    if (own > VISIBLE)
      labels.push({
        kind: part,
        name: part,
        shorter: [part === 'background' ? 'backgr.' : part],
        y: scale(y, below + own / 2),
        priority: 3 + own,
      })
    below += own
  }
  if (labels.length === 0)
    labels.push({ kind: 'gc', name: 'GC', y: scale(y, lastShare(trace, window, 'all') / 2), priority: 7 })
  const kind = kindOfLimit(trace)
  const limit =
    kind === 'half'
      ? { name: 'GC CPU limit', shorter: ['CPU limit'], priority: 8 }
      : { name: 'GC CPU limit, off', shorter: ['limit off'], priority: 2 }
  labels.push({ kind, y: scale(y, 0.5), ...limit })
  if (!Number.isNaN(bucketFill))
    labels.push({
      kind: 'bucket',
      name: BUCKET,
      shorter: ['bucket'],
      y: scale(y, bucketFill),
      priority: bucketFill && 9,
    })
  return labels
}

function lastShare(trace: Trace, window: TimeRange, part: GcPart): number {
  const until = Math.min(window[1], endOf(trace))
  let found = 0
  visitGcShare(trace, [part], [until, until], (time, value) => {
    if (time <= until && value > 0) found = value
  })
  if (found > 0 || trace.cycles.count === 0) return found
  const last = cycleEnd(trace, trace.cycles.count - 1)
  visitGcShare(trace, [part], [last, last], (_, value) => {
    if (value > 0) found = value
  })
  return found
}

/** The root mean square of a share over time: unlike the mean, it sees a few high and narrow bars. */
function rootMeanSquare(trace: Trace, [from, to]: TimeRange, part: GcPart): number {
  let area = 0
  let before = from
  visitGcShare(trace, [part], [from, to], (time, value) => {
    const now = Math.max(from, Math.min(to, time))
    area += value * value * (now - before)
    before = now
  })
  const length = Math.min(to, endOf(trace)) - from
  return length > 0 ? Math.sqrt(area / length) : 0
}
