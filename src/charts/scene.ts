import type { Trace } from '../model/trace.ts'
import { isSame } from '../scenario/same.ts'
import type { Chart, Size, TimeRange } from './chart.ts'
import { append, type Mark, nameImage } from './dom.ts'
import type { Frame } from './layout.ts'
import type { LinearScale } from './path.ts'

/** The input of the parts of a chart: a run, one to compare it with, and the frame. */
export interface Scene {
  readonly trace: Trace
  readonly pinned?: Trace | undefined
  readonly pinnedName?: string | undefined
  readonly window: TimeRange
  readonly frame: Frame
  readonly y: LinearScale
}

export type Part = (scene: Scene) => void

interface Drawing<M, S> {
  draw(model: M): S
  drawCursor?(model: M, drawn: S): void
  destroy?(): void
}

/** A chart that redraws only what an update changes: moving the crosshair redraws nothing else. */
export function toChart<M extends Told, S>(root: Mark<SVGSVGElement>, drawing: Drawing<M, S>): Chart<M> {
  let drawn: { readonly model: M; readonly result: S } | undefined
  return {
    node: root.element,
    update(model) {
      nameImage(root, model.label)
      const result = drawn && isSameDrawing(drawn.model, model) ? drawn.result : drawing.draw(model)
      drawing.drawCursor?.(model, result)
      drawn = { model, result }
    },
    destroy() {
      drawing.destroy?.()
      root.element.remove()
    },
  }
}

interface Told {
  readonly label: string
  readonly size: Size
}

/** Whether two models look the same: sizes and windows are compared by their numbers. */
function isSameDrawing<M extends Told>(a: M, b: M): boolean {
  const keys = Object.keys({ ...a, ...b }) as (keyof M)[]
  return keys.every((key) => {
    if (key === 'label' || key === 'cursorTime' || a[key] === b[key]) return true
    return (key === 'size' || key === 'window') && isSame(a[key], b[key])
  })
}

export function sizeRoot(root: Mark, { width, height }: Size, em?: number): void {
  root.set('width', width).set('height', height).set('viewBox', `0 0 ${width} ${height}`)
  if (em !== undefined) root.set('font-size', em)
}

/** The part of a chart that clips its content: an inner SVG, which needs no id that two charts could share. */
export function createPlot(parent: Mark): Mark<SVGSVGElement> {
  return append(parent, 'svg', 'plot')
}

/** The line of the run to compare with, over the run itself: apart from it by the colour of the paper. */
export function createPinnedLine(plot: Mark): (path: string) => void {
  const lines = ['pinned-halo', 'pinned'].map((name) => append(plot, 'path', name))
  return (path) => {
    for (const line of lines) line.set('d', path)
  }
}

/** Moves the clip to the frame; its content keeps the outer coordinates. */
export function clipTo(plot: Mark, { left, top, width, height }: Frame): void {
  plot.at(left, top).set('width', width).set('height', height)
  plot.set('viewBox', `${left} ${top} ${width} ${height}`)
}
