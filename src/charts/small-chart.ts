import { visitSetting } from '../model/steps.ts'
import { createTimeAxis, createValueAxis } from './axes.ts'
import type { Chart, SmallChartModel } from './chart.ts'
import { drawColumn } from './columns.ts'
import { append, createRoot, type Mark } from './dom.ts'
import { crossPath } from './heap/events.ts'
import { toFrame } from './layout.ts'
import { PathDecimator, scale, toLinearScale } from './path.ts'
import { clipTo, createPlot, type Part, sizeRoot, toChart } from './scene.ts'
import { createStack } from './stack.ts'
import { memoryTicks } from './ticks.ts'

/** A thumbnail of a run: the stacked heap, the limits it ran into and how it ended; no axes. */
export function createSmallChart(document: Document): Chart<SmallChartModel> {
  const root = createRoot(document, 'small-chart')
  const drawMemory = createMemory(root, ['memoryLimit', 'containerLimit'])
  const kill = append(root, 'path', 'kill-cross')

  const draw = ({ trace, window, memoryMax, size }: SmallChartModel) => {
    const { width } = size
    const x = toLinearScale(window, [0, width])
    const frame = { ...toFrame(size, window, { top: 0.2, bottom: 0.1 }, 10), left: 0, right: width, width, x }
    const y = toLinearScale([0, memoryMax], [frame.bottom, frame.top])
    sizeRoot(root, size)
    drawMemory({ trace, window, frame, y })
    const { outcome } = trace.result
    const isKilled = outcome.kind === 'oom-killed'
    kill.show(isKilled)
    if (!isKilled) return
    const arm = 4
    const across = Math.max(arm, Math.min(width - arm, scale(x, outcome.atSeconds)))
    const at = Math.max(frame.top + arm, scale(y, trace.segments.at(-1)?.containerLimit ?? memoryMax))
    kill.set('d', crossPath(Math.round(across), Math.round(at), arm))
  }

  return toChart<SmallChartModel, void>(root, { draw })
}

interface DashboardModel extends SmallChartModel {
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
  const drawAxis = createValueAxis(root)
  const unit = append(root, 'text', 'unit')
  const drawMemory = createMemory(root, ['containerLimit'])

  const draw = ({ trace, window, memoryMax, size, textSize }: DashboardModel) => {
    const frame = toFrame(size, window, MARGINS, textSize)
    const { left, top, bottom, height, em } = frame
    const y = toLinearScale([0, memoryMax], [bottom, top])
    const ticks = memoryTicks(memoryMax, Math.max(2, Math.floor(height / (TICK_EMS * em))))
    const scene = { trace, window, frame, y }
    sizeRoot(root, size, em)
    drawTime(scene)
    drawAxis(frame, ticks.list, y)
    unit.at(left - 0.6 * em, Math.round(top - 0.65 * em)).text(ticks.unit.name)
    drawMemory(scene)
  }
  return toChart<DashboardModel, void>(root, { draw })
}

const LIMIT_LINES = { memoryLimit: 'line memory-limit', containerLimit: 'line container-limit' } as const

/** The stack of a run, what the container counts, these limits, and the baseline. */
function createMemory(root: Mark, limits: readonly (keyof typeof LIMIT_LINES)[]): Part {
  const plot = createPlot(root)
  const drawStack = createStack(plot)
  const total = append(plot, 'path', 'line total')
  const lines = limits.map((limit) => [limit, append(plot, 'path', LIMIT_LINES[limit])] as const)
  const baseline = append(root, 'path', 'baseline')
  return (scene) => {
    const { trace, window, frame, y } = scene
    clipTo(plot, frame)
    drawStack(scene)
    const decimator = new PathDecimator(frame.x, y)
    if (trace.points.runtime) drawColumn(decimator, trace, window, trace.points.runtime.container)
    total.set('d', decimator.take())
    for (const [limit, line] of lines) {
      visitSetting(trace, limit, (time, value) => decimator.to(time, value))
      line.set('d', decimator.take())
    }
    baseline.set('d', `M${frame.left},${frame.bottom + 0.5}H${frame.right}`)
  }
}
