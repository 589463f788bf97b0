import { visitSetting } from '../model/steps.ts'
import { createTimeAxis, createValueAxis } from './axes.ts'
import type { Chart, SmallChartModel } from './chart.ts'
import { drawColumn } from './columns.ts'
import { append, createRoot } from './dom.ts'
import { toFrame } from './layout.ts'
import { PathDecimator, toLinearScale } from './path.ts'
import { clipTo, createPlot, sizeRoot, toChart } from './scene.ts'
import { createStack } from './stack.ts'
import { memoryTicks } from './ticks.ts'

export interface DashboardModel extends SmallChartModel {
  /** Font size in pixels; with that of the heap chart above, both have the same time axis. */
  readonly textSize?: number | undefined
}

/** Room above for the unit, below for half of the 0. */
const MARGINS = { top: 1.6, bottom: 0.5 }
/** The height of one figure on the memory axis, in ems. */
const TICK_EMS = 2.6

/** Samples of a run below its heap chart: the same time axis, and a memory axis that may be that of the chart. */
export function createDashboardChart(document: Document): Chart<DashboardModel> {
  const root = createRoot(document, 'dashboard-chart')
  const drawTime = createTimeAxis(root)
  const drawMemory = createValueAxis(root)
  const unit = append(root, 'text', 'unit')
  const plot = createPlot(root)
  const drawStack = createStack(plot)
  const total = append(plot, 'path', 'line total')
  const containerLimit = append(plot, 'path', 'line container-limit')
  const baseline = append(root, 'path', 'baseline')

  const draw = ({ trace, window, memoryMax, size, textSize }: DashboardModel) => {
    const frame = toFrame(size, window, MARGINS, textSize)
    const { left, right, top, bottom, height, em } = frame
    const y = toLinearScale([0, memoryMax], [bottom, top])
    const ticks = memoryTicks(memoryMax, Math.max(2, Math.floor(height / (TICK_EMS * em))))
    sizeRoot(root, size, em)
    clipTo(plot, frame)
    drawTime({ trace, pinned: null, window, frame, y })
    drawMemory(frame, ticks.list, y)
    unit.at(left - 0.6 * em, Math.round(top - 0.65 * em)).text(ticks.unit.name)
    drawStack({ trace, pinned: null, window, frame, y })
    const decimator = new PathDecimator(frame.x, y)
    if (trace.points.runtime) drawColumn(decimator, trace, window, trace.points.runtime.container)
    total.set('d', decimator.take())
    visitSetting(trace, 'containerLimit', (time, value) => decimator.to(time, value))
    containerLimit.set('d', decimator.take())
    baseline.set('d', `M${left},${bottom + 0.5}H${right}`)
  }
  return toChart<DashboardModel, void>(root, { draw })
}
