import { crisp } from '../axes.ts'
import type { AxisModel, Chart, ChartHandlers } from '../chart.ts'
import { append, createRoot } from '../dom.ts'
import { createEndLabels } from '../end-labels.ts'
import { toFrame } from '../layout.ts'
import { scale, toLinearScale, toTenths } from '../path.ts'
import { createCrosshair } from '../readout/crosshair.ts'
import { listenToPointer } from '../readout/pointer.ts'
import { clipTo, createPlot, type Part, type Scene, sizeRoot, toChart } from '../scene.ts'
import { endX } from '../stack.ts'
import { createCpuAxes } from './cpu-axes.ts'
import { cpuEndLabels } from './cpu-labels.ts'
import { createShareAreas, drawBucket, drawShareOutline } from './cpu-lines.ts'
import { readOutCpu } from './cpu-readout.ts'
import { createHolds } from './holds.ts'

const MARGINS = { top: 1.75, bottom: 0.75 }

/**
 * What the GC costs over the same time axis as the heap chart: its share of CPU time per cycle period, the 50 % that
 * the GC CPU limiter aims at, how full the limiter's bucket is, and where the limiter intervened.
 */
export function createCpuChart(document: Document, handlers: ChartHandlers): Chart<AxisModel> {
  const root = createRoot(document, 'cpu-chart')
  const drawAxes = createCpuAxes(root)
  const plot = createPlot(root)
  const drawAreas = createShareAreas(plot)
  const pinnedShare = append(plot, 'path', 'pinned')
  const parts: readonly Part[] = [drawAxes, drawAreas, createHolds(plot, root)]
  const half = append(plot, 'path', 'line half')
  const bucket = append(plot, 'path', 'line bucket')
  const baseline = append(root, 'path', 'baseline')
  const drawEndLabels = createEndLabels(root)
  const pointerLayer = append(root, 'g')
  const crosshair = createCrosshair(pointerLayer, append(root, 'g'))
  const listen = listenToPointer(root.element, pointerLayer, handlers)

  return toChart<AxisModel, Scene>(root, {
    draw({ trace, pinned, window, size, textSize }) {
      const frame = toFrame(size, window, MARGINS, textSize)
      const { left, right, top, bottom } = frame
      const y = toLinearScale([0, 1], [bottom, top])
      const scene: Scene = { trace, pinned, window, frame, y }
      sizeRoot(root, size, frame.em)
      clipTo(plot, frame)
      for (const draw of parts) draw(scene)
      pinnedShare.set('d', drawShareOutline(scene))
      const end = endX(trace, window, frame)
      half.set('d', `M${left},${crisp(scale(y, 0.5))}H${toTenths(end)}`)
      baseline.set('d', `M${left},${bottom + 0.5}H${right}`)
      const fill = drawBucket(scene)
      bucket.set('d', fill.path)
      drawEndLabels(frame, end, cpuEndLabels(scene, fill.last))
      listen(frame)
      return scene
    },
    drawCursor: ({ cursorTime }, scene) => readOutCpu(crosshair, scene, cursorTime),
    destroy: () => listen(undefined),
  })
}
