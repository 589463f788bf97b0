import { ticks } from 'd3-array'
import type { Cell } from '../../explore/map/cell.ts'
import { containerFor, peakMemoryOf, toFront } from '../../explore/map/front.ts'
import { countOf, formatBriefSize } from '../../format.ts'
import { type Chart, type Size, TEXT_SIZE } from '../chart.ts'
import { append, createRoot, type Mark, nameImage } from '../dom.ts'
import { scale, toLinearScale, toTenths } from '../path.ts'
import { sizeRoot } from '../scene.ts'
import { memoryTicks } from '../ticks.ts'
import { createWriter, type Write } from '../writer.ts'
import { completedOf, type KnownCells, toPercent } from './cells.ts'

/** What GC CPU is compared with: peak memory as GOMEMLIMIT counts it, or the container that each run needs. */
export type Against = 'memory' | 'container'

export interface TradeModel {
  readonly against: Against
  readonly known: KnownCells
  /** The run with the present setting, and the pointed cell. */
  readonly current: Pick<Cell, 'result'>
  readonly pointed: Cell | undefined
  readonly size: Size
  readonly label: string
  readonly textSize?: number
}

const NAMES: Readonly<Record<Against, string>> = {
  memory: 'peak memory',
  container: 'smallest container, 5 % left free',
}
const MEMORY_OF: Readonly<Record<Against, (cell: Pick<Cell, 'result'>) => number>> = {
  memory: peakMemoryOf,
  container: containerFor,
}
const MARGINS = { left: 3.4, right: 1, top: 1.9, bottom: 3.1 }
/** A pointer that is further than this from every setting points at none. */
const REACH_PIXELS = 24

/** At most this share of all settings is left out of the chart, where each takes more than so many times what the others take. */
const FAR = { share: 0.05, times: 3 }

type Layout = ReturnType<typeof toLayout>

/** GC CPU against memory: a point for every setting that completed, and the front of the best of them. */
export function createTradeChart(document: Document): Chart<TradeModel> {
  const root = createRoot(document, 'trade-chart')
  const drawSettings = createSettings(root)
  const drawPointed = createDot(root, 'pointed-dot', 5)
  const drawCurrent = createDot(root, 'handle', 7)
  let drawn: (TradeModel & Pick<Layout, 'far'>) | undefined
  return {
    node: root.element,
    update(model) {
      const layout = toLayout(model)
      sizeRoot(nameImage(root, model.label), model.size, layout.em)
      // The present setting decides which settings are left out.
      const isSame = drawn?.far.length === layout.far.length && drawn.size === model.size
      if (!isSame || drawn?.known !== model.known || drawn.against !== model.against) drawSettings(layout, model)
      drawPointed(layout, model, model.pointed)
      drawCurrent(layout, model, model.current)
      drawn = { ...model, far: layout.far }
    },
    destroy: () => root.element.remove(),
  }
}

function createSettings(root: Mark) {
  const grid = append(root, 'path', 'grid')
  const points = append(root, 'path', 'settings')
  const fronts = [append(root, 'path', 'front halo'), append(root, 'path', 'front')]
  const texts = append(root, 'g')
  return (layout: Layout, model: TradeModel) => {
    const places = layout.cells.map((cell) => `M${toTenths(toX(layout, model, cell))},${toTenths(toY(layout, cell))}h0`)
    points.set('d', places.join(''))
    const path = toFrontPath(layout, model)
    for (const front of fronts) front.set('d', path)
    texts.element.textContent = ''
    // If no setting completes, the axes would have an arbitrary scale.
    grid.set('d', layout.cells.length > 0 ? drawAxes(layout, model, createWriter(texts)) : '')
  }
}

/** Shown only if the run completed within the axes: the setting in force need not be one of the map’s. */
function createDot(root: Mark, className: string, radius: number) {
  const dot = append(root, 'circle', className).set('r', radius)
  return (layout: Layout, model: TradeModel, cell: Pick<Cell, 'result'> | undefined) => {
    const isDrawn =
      cell !== undefined &&
      cell.result.outcome.kind === 'completed' &&
      toX(layout, model, cell) <= layout.right + 1 &&
      toY(layout, cell) >= layout.top
    dot.show(isDrawn)
    if (isDrawn) dot.set('cx', toX(layout, model, cell)).set('cy', toY(layout, cell))
  }
}

export function cellNear(model: TradeModel, x: number, y: number): Cell | undefined {
  const layout = toLayout(model)
  const distance = (cell: Cell) => Math.hypot(toX(layout, model, cell) - x, toY(layout, cell) - y)
  const near = layout.cells.filter((cell) => distance(cell) <= REACH_PIXELS)
  return near.sort((a, b) => distance(a) - distance(b))[0]
}

/** With GOGC=off and no limit, one point may fill the whole scale: `far` are such settings, which are given in words. */
function withoutFar({ against, known, current }: TradeModel): Readonly<Record<'cells' | 'far', readonly Cell[]>> {
  const all = completedOf(known)
  const memoryOf = MEMORY_OF[against]
  const sizes = all.map(memoryOf).sort((a, b) => a - b)
  const most = sizes[Math.ceil((1 - FAR.share) * sizes.length) - 1] ?? 0
  const isFar = (cell: Cell) => memoryOf(cell) > FAR.times * most
  if (memoryOf(current) > FAR.times * most) return { cells: all, far: [] }
  return { cells: all.filter((cell) => !isFar(cell)), far: all.filter(isFar) }
}

function toLayout(model: TradeModel) {
  const { against, size, textSize: em = TEXT_SIZE } = model
  const { cells, far } = withoutFar(model)
  const [left, top] = [MARGINS.left * em, MARGINS.top * em]
  const [right, bottom] = [size.width - MARGINS.right * em, size.height - MARGINS.bottom * em]
  const memoryMax = Math.max(1, ...cells.map(MEMORY_OF[against]))
  const shareMax = Math.max(0.05, ...cells.map(({ result }) => result.compulsoryGcFraction))
  const x = toLinearScale([0, memoryMax], [left, right])
  const y = toLinearScale([0, shareMax], [bottom, top])
  return { x, y, cells, far, left, right, top, bottom, em, memoryMax, shareMax }
}

function toX({ x }: Layout, { against }: TradeModel, cell: Pick<Cell, 'result'>): number {
  return scale(x, MEMORY_OF[against](cell))
}

function toY({ y }: Layout, { result }: Pick<Cell, 'result'>): number {
  return scale(y, result.compulsoryGcFraction)
}

/** With more memory than a setting takes, that setting remains possible until a better one is: so steps, not slopes. */
function toFrontPath(layout: Layout, model: TradeModel): string {
  const best = toFront(layout.cells, MEMORY_OF[model.against])
  const steps = best.map((cell, i) => {
    const [x, y] = [toTenths(toX(layout, model, cell)), toTenths(toY(layout, cell))]
    return i === 0 ? `M${x},${y}` : `H${x}V${y}`
  })
  return steps.length > 0 ? `${steps.join('')}H${toTenths(layout.right)}` : ''
}

function drawAxes(
  { x, y, far, left, right, top, bottom, em, memoryMax, shareMax }: Layout,
  { against }: TradeModel,
  write: Write,
): string {
  const memory = memoryTicks(memoryMax, Math.max(2, Math.floor((right - left) / (5 * em))))
  const shares = ticks(0, shareMax, 5)
  for (const { value, text } of memory.list) write(text, scale(x, value), bottom + 1.3 * em, 'ticks middle')
  for (const share of shares) write(toPercent(share), left - 0.5 * em, scale(y, share) + 0.35 * em, 'ticks end')
  write('% GC CPU', left - 3.4 * em, top - 0.9 * em, 'ticks start')
  write(`${NAMES[against]}, ${memory.unit.name}`, (left + right) / 2, bottom + 2.6 * em, 'ticks middle')
  if (far.length > 0) {
    const most = formatBriefSize(Math.max(...far.map(MEMORY_OF[against])))
    write(`not shown: ${countOf(far.length, 'setting')} up to ${most}`, right, top - 0.9 * em, 'ticks end')
  }
  return [
    ...memory.list.map(({ value }) => `M${Math.floor(scale(x, value)) + 0.5},${top}V${bottom}`),
    ...shares.map((share) => `M${left},${Math.floor(scale(y, share)) + 0.5}H${right}`),
  ].join('')
}
