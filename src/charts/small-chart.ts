import { visitSetting } from '../model/steps.ts'
import type { Chart, Size, SmallChartModel, TimeRange } from './chart.ts'
import { drawColumn } from './columns.ts'
import { append, createRoot } from './dom.ts'
import { crossPath } from './heap/events.ts'
import { type Frame, toFrame } from './layout.ts'
import { PathDecimator, scale, toLinearScale } from './path.ts'
import { clipTo, createPlot, sizeRoot, toChart } from './scene.ts'
import { createStack } from './stack.ts'

/** A thumbnail of a run: the stacked heap, the limits it ran into and how it ended; no axes. */
export function createSmallChart(document: Document): Chart<SmallChartModel> {
  const root = createRoot(document, 'small-chart')
  const plot = createPlot(root)
  const drawStack = createStack(plot)
  const total = append(plot, 'path', 'line total')
  const memoryLimit = append(plot, 'path', 'line memory-limit')
  const containerLimit = append(plot, 'path', 'line container-limit')
  const baseline = append(root, 'path', 'baseline')
  const kill = append(root, 'path', 'kill-cross')

  const draw = ({ trace, window, memoryMax, size }: SmallChartModel) => {
    const frame = toSmallFrame(size, window)
    const y = toLinearScale([0, memoryMax], [frame.bottom, frame.top])
    sizeRoot(root, size)
    clipTo(plot, frame)
    drawStack({ trace, pinned: null, window, frame, y })
    const decimator = new PathDecimator(frame.x, y)
    if (trace.points.runtime) drawColumn(decimator, trace, window, trace.points.runtime.container)
    total.set('d', decimator.take())
    visitSetting(trace, 'memoryLimit', (time, value) => decimator.to(time, value))
    memoryLimit.set('d', decimator.take())
    visitSetting(trace, 'containerLimit', (time, value) => decimator.to(time, value))
    containerLimit.set('d', decimator.take())
    baseline.set('d', `M${frame.left},${frame.bottom + 0.5}H${frame.right}`)
    const { outcome } = trace.result
    const isKilled = outcome.kind === 'oom-killed'
    kill.show(isKilled)
    if (!isKilled) return
    const arm = 4
    const x = Math.max(arm, Math.min(size.width - arm, scale(frame.x, outcome.atSeconds)))
    const at = Math.max(frame.top + arm, scale(y, trace.segments.at(-1)?.containerLimit ?? memoryMax))
    kill.set('d', crossPath(Math.round(x), Math.round(at), arm))
  }

  return toChart<SmallChartModel, void>(root, { draw })
}

function toSmallFrame({ width, height }: Size, window: TimeRange): Frame {
  const frame = toFrame({ width, height }, window, { top: 0.2, bottom: 0.1 }, 10)
  return { ...frame, left: 0, right: width, width, x: toLinearScale(window, [0, width]) }
}
