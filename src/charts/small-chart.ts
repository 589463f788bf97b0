import { visitSetting } from '../model/steps.ts'
import type { Chart, SmallChartModel } from './chart.ts'
import { drawColumn } from './columns.ts'
import { append, createRoot } from './dom.ts'
import { crossPath } from './events.ts'
import type { Frame } from './layout.ts'
import { Pen, scale, toStraight } from './pen.ts'
import { clipTo, createPlot } from './plot.ts'
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
    const y = toStraight([0, memoryMax], [frame.bottom, frame.top])
    root.set('width', size.width).set('height', size.height).set('viewBox', `0 0 ${size.width} ${size.height}`)
    clipTo(plot, frame)
    drawStack({ trace, pinned: null, window, frame, y })
    const pen = new Pen(frame.x, y)
    if (trace.points.runtime) drawColumn(pen, trace, window, trace.points.runtime.container)
    total.set('d', pen.take())
    visitSetting(trace, 'memoryLimit', (time, value) => pen.to(time, value))
    memoryLimit.set('d', pen.take())
    visitSetting(trace, 'containerLimit', (time, value) => pen.to(time, value))
    containerLimit.set('d', pen.take())
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

  let drawn: SmallChartModel | undefined
  return {
    node: root.element,
    update(model) {
      root.set('aria-label', model.label)
      if (!drawn || !isSame(drawn, model)) draw(model)
      drawn = model
    },
    destroy: () => root.element.remove(),
  }
}

function toSmallFrame({ width, height }: SmallChartModel['size'], window: SmallChartModel['window']): Frame {
  const bottom = height - 1
  const top = 2
  return {
    left: 0,
    right: width,
    top,
    bottom,
    width,
    height: bottom - top,
    outerWidth: width,
    em: 10,
    isNarrow: true,
    x: toStraight(window, [0, width]),
  }
}

function isSame(a: SmallChartModel, b: SmallChartModel): boolean {
  return (
    a.trace === b.trace &&
    a.memoryMax === b.memoryMax &&
    a.window[0] === b.window[0] &&
    a.window[1] === b.window[1] &&
    a.size.width === b.size.width &&
    a.size.height === b.size.height
  )
}
