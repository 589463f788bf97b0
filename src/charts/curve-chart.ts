import { ticks } from 'd3-array'
import type { Chart, Size } from './chart.ts'
import { append, createRoot, type Mark } from './dom.ts'
import { type Frame, toFrame } from './layout.ts'
import { type LinearScale, scale, toLinearScale, toTenths } from './path.ts'
import { sizeRoot, toChart } from './scene.ts'
import { createWriter } from './writer.ts'

type Point = readonly [x: number, y: number]

export interface Curve {
  /** The meaning, as in charts.css: colour of the curve and of its figures. */
  readonly kind: string
  readonly name: string
  readonly side: 'left' | 'right'
  readonly points: readonly Point[]
  /** Measured points, drawn as open circles. */
  readonly measured: readonly Point[]
  /** The upper end of its scale, which begins at 0. */
  readonly max: number
  readonly format: (value: number) => string
}

export interface CurveChartModel {
  readonly label: string
  readonly size: Size
  readonly axis: { readonly name: string; readonly max: number }
  readonly curves: readonly [Curve, Curve]
  readonly textSize: number
}

const MARGINS = { top: 2.6, bottom: 3.6 }
const SIDE_EMS = 4.2
const X_TICK_EMS = 6
const Y_TICKS = 5
const RADIUS = 4.5

/** Two quantities over a third, each with its figures in its own colour on its own side. */
export function createCurveChart(document: Document): Chart<CurveChartModel> {
  const root = createRoot(document, 'curve-chart')
  const picture = append(root, 'g')
  return toChart<CurveChartModel, void>(root, { draw: (model) => draw(root, picture, model) })
}

function draw(root: Mark<SVGSVGElement>, picture: Mark<SVGGElement>, model: CurveChartModel): void {
  const { size, axis, curves, textSize: em } = model
  const frame = toCurveFrame(size, axis.max, em)
  sizeRoot(root, size, em)
  picture.element.replaceChildren()
  drawAxis(picture, frame, axis)
  for (const curve of curves) drawCurve(picture, frame, curve)
}

function toCurveFrame(size: Size, max: number, em: number): Frame {
  const frame = toFrame(size, [0, max], MARGINS, em)
  const left = Math.round(SIDE_EMS * em)
  const right = Math.max(left + 1, size.width - left)
  return { ...frame, left, right, width: right - left, x: toLinearScale([0, max], [left, right]) }
}

function drawAxis(to: Mark, frame: Frame, { name, max }: CurveChartModel['axis']): void {
  const { left, right, bottom, em, x, width } = frame
  const write = createWriter(to)
  append(to, 'path', 'baseline').set('d', `M${left},${bottom + 0.5}H${right}`)
  for (const value of ticks(0, max, Math.max(2, Math.floor(width / (X_TICK_EMS * em))))) {
    write(String(value), scale(x, value), bottom + 1.5 * em, 'ticks middle')
  }
  write(name, (left + right) / 2, bottom + 3 * em, 'ticks middle')
}

function drawCurve(to: Mark, frame: Frame, curve: Curve): void {
  const { left, right, top, bottom, em, x } = frame
  const write = createWriter(to)
  const isLeft = curve.side === 'left'
  const y = toLinearScale([0, curve.max], [bottom, top])
  for (const value of ticks(0, curve.max, Y_TICKS)) {
    const at = scale(y, value)
    if (isLeft) append(to, 'path', 'grid').set('d', `M${left},${Math.floor(at) + 0.5}H${right}`)
    const side = isLeft ? left - 0.6 * em : right + 0.6 * em
    write(curve.format(value), side, at + 0.35 * em, `side-label ${curve.kind} ${isLeft ? 'end' : 'start'}`)
  }
  const title = isLeft ? left - 3.6 * em : right + 3.6 * em
  write(curve.name, title, top - 1.3 * em, `side-label ${curve.kind} ${isLeft ? 'start' : 'end'}`)
  append(to, 'path', `curve ${curve.kind}`).set('d', toPath(curve.points, x, y))
  for (const [atX, atY] of curve.measured) {
    append(to, 'circle', `measured ${curve.kind}`)
      .set('cx', toTenths(scale(x, atX)))
      .set('cy', toTenths(scale(y, atY)))
      .set('r', RADIUS)
  }
}

function toPath(points: readonly Point[], x: LinearScale, y: LinearScale): string {
  const places = points.map(([atX, atY]) => `${toTenths(scale(x, atX))},${toTenths(scale(y, atY))}`)
  return places.length === 0 ? '' : `M${places.join(' ')}`
}
