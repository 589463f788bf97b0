import { append, type Mark } from './dom.ts'
import type { Frame } from './layout.ts'

/** The part of a chart that clips what is drawn in it: an inner SVG, which needs no id that two charts could share. */
export function createPlot(parent: Mark): Mark<SVGSVGElement> {
  return append(parent, 'svg', 'plot')
}

/** Moves the clip to the frame; what is inside keeps the outer coordinates. */
export function clipTo(plot: Mark, { left, top, width, height }: Frame): void {
  plot.set('x', left).set('y', top).set('width', width).set('height', height)
  plot.set('viewBox', `${left} ${top} ${width} ${height}`)
}
