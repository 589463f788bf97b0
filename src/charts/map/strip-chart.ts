import { ticks } from 'd3-array'
import type { MapAxes } from '../../explore/map/axes.ts'
import type { Cell } from '../../explore/map/cell.ts'
import { formatSizeText } from '../../format.ts'
import { type Chart, type Size, TEXT_SIZE } from '../chart.ts'
import { append, createRoot, type Mark, nameImage } from '../dom.ts'
import { scale, toLinearScale, toTenths } from '../path.ts'
import { memoryTicks } from '../ticks.ts'
import { createBlocks, type KnownCells } from './cells.ts'
import { gogcTicks, limitTicks } from './map-axes.ts'
import { indexAt, positionOf, type Side, stretchOf, toSide } from './map-frame.ts'

/** The axis that a strip runs along; the other setting is as it is set. */
type Along = 'gogc' | 'limit'

export interface StripModel {
  readonly along: Along
  readonly axes: MapAxes
  readonly known: KnownCells
  /** The setting in force on that axis. */
  readonly value: number
  readonly pointed: number | undefined
  readonly size: Size
  readonly label: string
  readonly textSize?: number
}

const MARGINS = { left: 3, right: 4.4, top: 2, bottom: 3.1 }
const BAND_EMS = 2
const GAP_EMS = 0.6

interface Layout {
  readonly x: Side
  readonly left: number
  readonly right: number
  readonly top: number
  /** Where the curves end, and the band below them. */
  readonly floor: number
  readonly band: readonly [number, number]
  readonly bottom: number
  readonly em: number
}

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
  return {
    node: root.element,
    update(model) {
      const { size, textSize = TEXT_SIZE } = model
      const layout = toLayout(model)
      nameImage(root, model.label).set('font-size', textSize)
      root.set('width', size.width).set('height', size.height).set('viewBox', `0 0 ${size.width} ${size.height}`)
      const [top, bottom] = layout.band
      drawBlocks(
        model.known.cells.flatMap((cell, i) => {
          const [left, right] = stretchOf(layout.x, i, 1)
          return cell ? [[cell, { left, right, top, bottom }] as const] : []
        }),
        0,
      )
      texts.element.textContent = ''
      grid.set('d', drawCurves(layout, model, texts, gc, memory))
      const [left, right] = model.pointed === undefined ? [0, 0] : stretchOf(layout.x, model.pointed, 1)
      pointed.set('d', model.pointed === undefined ? '' : `M${left},${top}H${right}V${bottom}H${left}Z`)
      const x = positionOf(layout.x, model.value)
      line.set('d', `M${x},${layout.top}V${bottom}`)
      handle
        .set('cx', x)
        .set('cy', (top + bottom) / 2)
        .set('r', 7)
    },
    destroy: () => root.element.remove(),
  }
}

/** The index of the setting at a place on the strip, in pixels. */
export function stripIndexAt(model: StripModel, x: number): number {
  return indexAt(toLayout(model).x, x)
}

function toLayout({ along, axes, size, textSize: em = TEXT_SIZE }: StripModel): Layout {
  const [left, right] = [MARGINS.left * em, size.width - MARGINS.right * em]
  const bottom = size.height - MARGINS.bottom * em
  const band = [bottom - BAND_EMS * em, bottom] as const
  const x = toSide(along === 'gogc' ? axes.gogcs : axes.limits, left, right, 2.4 * em)
  return { x, left, right, top: MARGINS.top * em, floor: band[0] - GAP_EMS * em, band, bottom, em }
}

function drawCurves(layout: Layout, model: StripModel, texts: Mark, gc: Mark, memory: Mark): string {
  const { x, left, right, top, floor, bottom, em } = layout
  const write = (text: string, at: number, level: number, className: string) =>
    append(texts, 'text', className).set('x', toTenths(at)).set('y', toTenths(level)).text(text)
  const cells = model.known.cells.filter((cell): cell is Cell => cell?.result.outcome.kind === 'completed')
  const shareMax = cells.reduce((most, { result }) => Math.max(most, result.compulsoryGcFraction), 0.02)
  const memoryMax = cells.reduce((most, { result }) => Math.max(most, result.peakMemoryBytes), 1)
  const share = toLinearScale([0, shareMax], [floor, top])
  const size = toLinearScale([0, memoryMax], [floor, top])
  gc.set(
    'd',
    toPath(layout, model, ({ result }) => scale(share, result.compulsoryGcFraction)),
  )
  memory.set(
    'd',
    toPath(layout, model, ({ result }) => scale(size, result.peakMemoryBytes)),
  )
  const shares = ticks(0, shareMax, 4)
  const sizes = memoryTicks(memoryMax, 4)
  for (const value of shares)
    write(String(Math.round(1000 * value) / 10), left - 0.5 * em, scale(share, value) + 0.35 * em, 'ticks end')
  for (const { value, text } of sizes.list) write(text, right + 0.5 * em, scale(size, value) + 0.35 * em, 'ticks start')
  write('% GC CPU', 0, top - em, 'gc side-label start')
  write(`peak memory, ${sizes.unit.name}`, right + MARGINS.right * em, top - em, 'total side-label end')
  const named =
    model.along === 'gogc'
      ? gogcTicks(x, em).map((v) => [v, String(v)] as const)
      : limitTicks(x, 5 * em).map((v) => [v, formatSizeText(v)] as const)
  for (const [value, text] of named) write(text, positionOf(x, value), bottom + 1.3 * em, 'ticks middle')
  if (x.off) write('off', positionOf(x, Infinity), bottom + 1.3 * em, 'ticks middle')
  write(model.along === 'gogc' ? 'GOGC' : 'GOMEMLIMIT', (left + right) / 2, bottom + 2.6 * em, 'ticks middle')
  return shares.map((value) => `M${left},${Math.floor(scale(share, value)) + 0.5}H${right}`).join('')
}

/** From setting to setting; broken where a program did not run to its end, and at off, which is on no scale. */
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
