import type { AxisModel, Chart, ChartHandlers } from './chart.ts'
import { append, type Mark } from './dom.ts'
import { createEndLabels, type EndLabel } from './end-labels.ts'
import { type Box, type Margins, toFrame } from './layout.ts'
import { scale, toLinearScale } from './path.ts'
import { createCrosshair, type ReadoutRow } from './readout/crosshair.ts'
import { listenToPointer } from './readout/pointer.ts'
import { clipTo, type Scene, sizeRoot, toChart } from './scene.ts'
import { endX } from './stack.ts'

export type Readout = readonly [readonly ReadoutRow[], readonly number[], Box | undefined]

/** A run shorter than 1 / SLIVER of what is drawn is too short to see. */
const SLIVER = 8

/** What a chart with a time axis and a value axis draws of its own. */
interface Own<M extends AxisModel> {
  readonly margins: Margins
  /** The top of the value axis, which starts at zero. */
  max(model: M): number
  /** Draws a scene and returns the labels of its right end. */
  draw(scene: Scene, model: M): readonly EndLabel[]
  readOut(scene: Scene, time: number): Readout
}

/** The crosshair and the pointer are above all that `own` has in `root`. */
export function toAxisChart<M extends AxisModel>(
  root: Mark<SVGSVGElement>,
  plot: Mark,
  baseline: Mark,
  handlers: ChartHandlers | undefined,
  own: Own<M>,
): Chart<M> {
  const drawEndLabels = createEndLabels(root)
  const pointerLayer = append(root, 'g')
  const crosshair = createCrosshair(pointerLayer, append(root, 'g'))
  const pointer = listenToPointer(root.element, pointerLayer, handlers)
  return toChart<M, Scene>(root, {
    draw(model) {
      const { trace, pinned, pinnedName, window, size } = model
      const frame = toFrame(size, window, own.margins, model.textSize)
      const { left, right, top, bottom } = frame
      const y = toLinearScale([0, own.max(model)], [bottom, top])
      const scene: Scene = { trace, pinned, pinnedName, window, frame, y }
      sizeRoot(root, size, frame.em)
      clipTo(plot, frame)
      baseline.set('d', `M${left},${bottom + 0.5}H${right}`)
      const runEnd = endX(trace, window, frame)
      // Labels stand beside the longer of both runs, never over it.
      const end = Math.max(runEnd, pinned ? endX(pinned, window, frame) : 0)
      plot.set('data-end', end)
      const labels = own.draw(scene, model)
      // If the run is too short to see beside the pinned one, its labels would point at nothing.
      const isSliver = runEnd - left < (end - left) / SLIVER
      drawEndLabels(frame, end, isSliver ? labels.filter(({ kind }) => kind === 'compared-with') : labels)
      pointer.draw(frame)
      return scene
    },
    drawCursor({ cursorTime: time }, scene) {
      const { window, frame } = scene
      const x = time === undefined || time < window[0] || time > window[1] ? undefined : scale(frame.x, time)
      pointer.showAt(x)
      if (x === undefined) crosshair.hide()
      else crosshair.show(frame, x, ...own.readOut(scene, time!))
    },
    destroy: () => pointer.draw(),
  })
}
