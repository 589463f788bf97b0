import type { Trace } from '../model/trace.ts'
import type { AxisModel, Chart, TimeRange } from './chart.ts'
import type { Mark } from './dom.ts'
import type { Frame } from './layout.ts'
import type { Straight } from './pen.ts'

/** What the parts of a chart draw: a run, the one to compare it with, and where they stand in the picture. */
export interface Scene {
  readonly trace: Trace
  readonly pinned: Trace | null
  readonly window: TimeRange
  readonly frame: Frame
  readonly y: Straight
}

/** A part of a chart, made once; it draws itself anew for each scene. */
export type Part = (scene: Scene) => void

/** How a chart with axes draws: everything, and the crosshair alone. */
export interface Drawing<M> {
  draw(model: M): Scene
  drawCursor(model: M, scene: Scene): void
  /** Whether more than the crosshair differs, besides what every chart is told. */
  isOther?(a: M, b: M): boolean
  destroy(): void
}

/** A chart that redraws only what an update changes: moving the crosshair leaves all else as it is. */
export function toChart<M extends AxisModel>(root: Mark<SVGSVGElement>, drawing: Drawing<M>): Chart<M> {
  let drawn: { readonly model: M; readonly scene: Scene } | undefined
  return {
    node: root.element,
    update(model) {
      root.set('aria-label', model.label)
      const isKept = drawn && isSameDrawing(drawn.model, model) && !drawing.isOther?.(drawn.model, model)
      const scene = isKept && drawn ? drawn.scene : drawing.draw(model)
      drawing.drawCursor(model, scene)
      drawn = { model, scene }
    },
    destroy() {
      drawing.destroy()
      root.element.remove()
    },
  }
}

/** Gives the picture its size. */
export function sizeRoot(root: Mark, { width, height }: AxisModel['size'], em: number): void {
  root.set('width', width).set('height', height).set('viewBox', `0 0 ${width} ${height}`).set('font-size', em)
}

function isSameDrawing(a: AxisModel, b: AxisModel): boolean {
  return (
    a.trace === b.trace &&
    a.pinned === b.pinned &&
    a.window[0] === b.window[0] &&
    a.window[1] === b.window[1] &&
    a.size.width === b.size.width &&
    a.size.height === b.size.height &&
    a.textSize === b.textSize
  )
}
