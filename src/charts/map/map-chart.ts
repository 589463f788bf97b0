import type { MapAxes } from '../../explore/map/axes.ts'
import type { Place } from '../../explore/map/order.ts'
import { type Chart, type Size, TEXT_SIZE } from '../chart.ts'
import { append, createRoot, type Mark, nameImage } from '../dom.ts'
import { sizeRoot } from '../scene.ts'
import { createCells, type KnownCells, toBox } from './cells.ts'
import { toOutline } from './hatch.ts'
import { createIsolines } from './isoline-marks.ts'
import { createMapAxes } from './map-axes.ts'
import { type MapFrame, type MarginEms, positionOf, toMapFrame } from './map-frame.ts'

/** The present setting. Percent and bytes; Infinity: off. */
export interface Setting {
  readonly gogc: number
  readonly memoryLimit: number
}

export interface MapModel {
  readonly axes: MapAxes
  readonly known: KnownCells
  readonly setting: Setting
  readonly pointed: Place | undefined
  readonly areLinesLater?: boolean
  /** The container's limit in bytes; Infinity: none. */
  readonly container: number
  readonly size: Size
  readonly label: string
  readonly textSize?: number
}

const MARGINS: MarginEms = { left: 5.2, right: 0.6, top: 2, bottom: 3.1 }
const SHARES_EMS = 3.4
const RADIUS = 7

export function frameOf({ axes, size, container, textSize = TEXT_SIZE }: Omit<MapModel, 'known'>): MapFrame {
  const right = Number.isFinite(container) ? SHARES_EMS : MARGINS.right
  return toMapFrame(axes, size, textSize, { ...MARGINS, right })
}

/** Every GOGC and GOMEMLIMIT at once: colour for GC CPU, patterns for dangers, isolines, and the present setting. */
export function createMapChart(document: Document): Chart<MapModel> {
  const root = createRoot(document, 'map-chart')
  const drawCells = createCells(append(root, 'g'))
  const isolines = append(root, 'g')
  const drawAxes = createMapAxes(append(root, 'g'))
  const pointed = append(root, 'path', 'pointed')
  const drawHandleLines = createHandleLines(root)
  const drawIsolines = createIsolines(isolines, append(root, 'g'))
  const drawRing = createRing(root)
  let drawn: MapModel | undefined
  let frame: MapFrame
  return {
    node: root.element,
    update(model) {
      const isOther = !drawn || isOtherLayout(drawn, model)
      if (isOther) frame = frameOf(model)
      sizeRoot(nameImage(root, model.label), model.size, frame.em)
      if (isOther || drawn?.known !== model.known) drawCells(model.known, frame)
      if (isOther || drawn?.known !== model.known || drawn.areLinesLater !== model.areLinesLater)
        drawIsolines(model.known, frame, model.areLinesLater)
      if (isOther) drawAxes(frame, model.container)
      pointed.set('d', model.pointed ? toOutline(toBox(frame, model.pointed, 1)) : '')
      drawHandleLines(frame, model.setting)
      drawRing(frame, model.setting)
      drawn = model
    },
    destroy: () => root.element.remove(),
  }
}

function isOtherLayout(a: MapModel, b: MapModel): boolean {
  return (
    a.axes !== b.axes ||
    a.container !== b.container ||
    a.textSize !== b.textSize ||
    a.size.width !== b.size.width ||
    a.size.height !== b.size.height
  )
}

function placeOf(frame: MapFrame, { gogc, memoryLimit }: Setting) {
  return { x: positionOf(frame.x, gogc), y: positionOf(frame.y, memoryLimit) }
}

function createHandleLines(root: Mark) {
  const halo = append(root, 'path', 'handle-lines halo')
  const lines = append(root, 'path', 'handle-lines')
  return (frame: MapFrame, setting: Setting) => {
    const { x, y } = placeOf(frame, setting)
    const path = `M${x},${y + RADIUS}V${frame.bottom}M${x - RADIUS},${y}H${frame.left}`
    halo.set('d', path)
    lines.set('d', path)
  }
}

function createRing(root: Mark) {
  const ring = append(root, 'circle', 'handle')
  const dot = append(root, 'circle', 'handle-dot')
  return (frame: MapFrame, setting: Setting) => {
    const { x, y } = placeOf(frame, setting)
    ring.set('cx', x).set('cy', y).set('r', RADIUS)
    dot.set('cx', x).set('cy', y).set('r', 2)
  }
}
