import { ticks } from 'd3-array'
import type { MapAxes } from '../../explore/map/axes.ts'
import type { Cell } from '../../explore/map/cell.ts'
import { type Chart, type Size, TEXT_SIZE } from '../chart.ts'
import { append, createRoot, type Mark, nameImage } from '../dom.ts'
import type { Box } from '../layout.ts'
import { scale, toLinearScale, toTenths } from '../path.ts'
import { sizeRoot } from '../scene.ts'
import { memoryTicks } from '../ticks.ts'
import { createWriter } from '../writer.ts'
import { completedOf, createBlocks, type KnownCells, keyOf, toPercent } from './cells.ts'
import { toOutline } from './hatch.ts'
import { writeAcross } from './map-axes.ts'
import { indexAt, positionOf, stretchOf, toSide } from './map-frame.ts'

/** The axis of a strip; the other setting keeps its present value. */
type Along = 'gogc' | 'limit'

export interface StripModel {
  readonly along: Along
  readonly axes: MapAxes
  readonly known: KnownCells
  readonly value: number
  readonly pointed: number | undefined
  readonly size: Size
  readonly label: string
  readonly textSize?: number
}

const MARGINS = { left: 3, right: 4.4, top: 2, bottom: 3.1 }
const BAND_EMS = 2
const GAP_EMS = 0.6
/** A curve that stays at its highest value is below the edge of the plot. */
const ROOM_ABOVE = 1.05

type Layout = ReturnType<typeof toLayout>

/** One setting alone: GC CPU and peak memory as curves over it, and below them a band with the map's colours and patterns. */
export function createStripChart(document: Document): Chart<StripModel> {
  const root = createRoot(document, 'strip-chart')
  const grid = append(root, 'path', 'grid')
  const drawBlocks = createBlocks(append(root, 'g', 'cells'))
  const memory = append(root, 'path', 'over memory-curve')
  const gc = append(root, 'path', 'over gc-curve')
  const texts = append(root, 'g')
  const pointed = append(root, 'path', 'pointed')
  const line = append(root, 'path', 'handle-lines')
  const handle = append(root, 'circle', 'handle')
  const draw = (model: StripModel) => {
    const layout = toLayout(model)
    const [top, bottom] = layout.band
    const boxOf = (index: number): Box => {
      const [left, right] = stretchOf(layout.x, index, 1)
      return { left, right, top, bottom }
    }
    sizeRoot(nameImage(root, model.label), model.size, layout.em)
    drawBlocks(
      model.known.cells.flatMap((cell, i) => (cell ? [[cell, boxOf(i)] as const] : [])),
      0,
      keyOf(model.known).fineness,
    )
    texts.element.textContent = ''
    grid.set('d', drawCurves(layout, model, texts, gc, memory))
    pointed.set('d', model.pointed === undefined ? '' : toOutline(boxOf(model.pointed)))
    const x = positionOf(layout.x, model.value)
    line.set('d', `M${x},${layout.top}V${bottom}`)
    handle
      .set('cx', x)
      .set('cy', (top + bottom) / 2)
      .set('r', 7)
  }
  return { node: root.element, update: draw, destroy: () => root.element.remove() }
}

export function stripIndexAt(model: StripModel, x: number): number {
  return indexAt(toLayout(model).x, x)
}

/** `floor`: the lower end of the curves; `band`: its top and bottom, below them. */
function toLayout({ along, axes, size, textSize: em = TEXT_SIZE }: StripModel) {
  const [left, right] = [MARGINS.left * em, size.width - MARGINS.right * em]
  const bottom = size.height - MARGINS.bottom * em
  const band = [bottom - BAND_EMS * em, bottom] as const
  const x = toSide(along === 'gogc' ? axes.gogcs : axes.limits, left, right, 2.4 * em)
  return { x, left, right, top: MARGINS.top * em, floor: band[0] - GAP_EMS * em, band, bottom, em }
}

function drawCurves(layout: Layout, model: StripModel, texts: Mark, gc: Mark, memory: Mark): string {
  const { left, right, top, floor, em } = layout
  const write = createWriter(texts)
  const results = completedOf(model.known).map(({ result }) => result)
  const shareMax = ROOM_ABOVE * Math.max(0.02, ...results.map(({ compulsoryGcFraction }) => compulsoryGcFraction))
  const memoryMax = ROOM_ABOVE * Math.max(1, ...results.map(({ peakMemoryBytes }) => peakMemoryBytes))
  const share = toLinearScale([0, shareMax], [floor, top])
  const size = toLinearScale([0, memoryMax], [floor, top])
  const gcPath = toPath(layout, model, ({ result }) => scale(share, result.compulsoryGcFraction))
  const memoryPath = toPath(layout, model, ({ result }) => scale(size, result.peakMemoryBytes))
  gc.set('d', gcPath)
  memory.set('d', memoryPath)
  const shares = ticks(0, shareMax, 4)
  const sizes = memoryTicks(memoryMax, 5)
  for (const value of shares) write(toPercent(value), left - 0.5 * em, scale(share, value) + 0.35 * em, 'ticks end')
  for (const { value, text } of sizes.list) write(text, right + 0.5 * em, scale(size, value) + 0.35 * em, 'ticks start')
  write('% GC CPU', 0, top - em, 'gc side-label start')
  write(`peak memory, ${sizes.unit.name}`, right + MARGINS.right * em, top - em, 'total side-label end')
  writeAcross(write, layout, model.along)
  return shares.map((value) => `M${left},${Math.floor(scale(share, value)) + 0.5}H${right}`).join('')
}

/** Joins the settings; broken where a program did not complete, and at off, which is on no scale. */
function toPath({ x }: Layout, { known }: StripModel, yOf: (cell: Cell) => number): string {
  let path = ''
  let isDown = false
  known.cells.forEach((cell, i) => {
    const isDrawn = cell?.result.outcome.kind === 'completed'
    if (cell && isDrawn && i < x.values.length) {
      path += `${isDown ? 'L' : 'M'}${toTenths(positionOf(x, x.values[i]!))},${toTenths(yOf(cell))}`
    } else if (cell && isDrawn && x.off)
      path += `M${toTenths(Math.min(...x.off))},${toTenths(yOf(cell))}H${toTenths(Math.max(...x.off))}`
    isDown = isDrawn === true
  })
  return path
}
