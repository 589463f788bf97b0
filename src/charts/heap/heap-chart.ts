import type { Chart, ChartHandlers, HeapChartModel } from '../chart.ts'
import { append, createRoot } from '../dom.ts'
import { createEndLabels } from '../end-labels.ts'
import { toFrame } from '../layout.ts'
import { toLinearScale } from '../path.ts'
import { createCrosshair } from '../readout/crosshair.ts'
import { listenToPointer } from '../readout/pointer.ts'
import { clipTo, createPlot, type Part, type Scene, sizeRoot, toChart } from '../scene.ts'
import { createStack, endX } from '../stack.ts'
import { createEnding } from './events.ts'
import { createForced } from './forced.ts'
import { createHeapAxes } from './heap-axes.ts'
import { createHeapLines, heapEndLabels } from './heap-lines.ts'
import { readOutHeap } from './heap-readout.ts'
import { createNote } from './note.ts'
import { createPinned } from './pinned.ts'
import { createRug } from './rug.ts'

/** Room above and below the plot, for what is drawn over it. */
export const HEAP_MARGINS = { top: 2.2, bottom: 2.9 }

/**
 * The heap over time: other, live and new memory stacked, with the lines that control it, a mark per GC cycle below
 * it (forced ones have another shape), and the reason if the run ended early.
 */
export function createHeapChart(document: Document, handlers: ChartHandlers): Chart<HeapChartModel> {
  const root = createRoot(document, 'heap-chart')
  const drawAxes = createHeapAxes(root)
  const plot = createPlot(root)
  const gone = append(plot, 'g')
  const baseline = append(root, 'path', 'baseline')
  const notes = append(root, 'g')
  // In the order in which they are painted.
  const parts: readonly Part[] = [
    createStack(plot),
    createPinned(plot, notes),
    createRug(plot, root),
    createForced(plot, root),
    createHeapLines(plot),
    createEnding(gone, root),
  ]
  const drawNote = createNote(root)
  const drawEndLabels = createEndLabels(root)
  const pointerLayer = append(root, 'g')
  const crosshair = createCrosshair(pointerLayer, append(root, 'g'))
  const listen = listenToPointer(root.element, pointerLayer, handlers)

  return toChart<HeapChartModel, Scene>(root, {
    draw({ trace, pinned, pinnedName, window, size, memoryMax, note, textSize }) {
      const frame = toFrame(size, window, HEAP_MARGINS, textSize)
      const { left, right, top, bottom } = frame
      const scene: Scene = { trace, pinned, pinnedName, window, frame, y: toLinearScale([0, memoryMax], [bottom, top]) }
      sizeRoot(root, size, frame.em)
      clipTo(plot, frame)
      const axis = drawAxes(scene, memoryMax)
      for (const draw of parts) draw(scene)
      drawNote(scene, note)
      baseline.set('d', `M${left},${bottom + 0.5}H${right}`)
      drawEndLabels(frame, endX(trace, window, frame), heapEndLabels(scene, axis))
      listen(frame)
      return scene
    },
    drawCursor: ({ cursorTime }, scene) => readOutHeap(crosshair, scene, cursorTime),
    destroy: () => listen(undefined),
  })
}
