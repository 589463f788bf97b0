import { contours } from 'd3-contour'
import type { Cell } from '../../explore/map/cell.ts'
import { formatProseSize, sizeUnit } from '../../format.ts'
import { append, type Mark } from '../dom.ts'
import { toTenths } from '../path.ts'
import { completedOf, type KnownCells } from './cells.ts'
import { type MapFrame, positionOf } from './map-frame.ts'

/** GC shares of the CPU with a line, because people compare with them. */
const GC_LINES = [0.05, 0.1, 0.25] as const
const MEMORY_LINES = 4

/**
 * Lines of equal GC CPU and of equal peak container memory, once every cell is known.
 * @param labelLayer above all lines, those to the axes too, so that no line crosses a name
 */
export function createIsolines(
  lineLayer: Mark,
  labelLayer: Mark,
): (known: KnownCells, frame: MapFrame, areLater?: boolean) => void {
  const gc = createLines(lineLayer, labelLayer, 'gc-line')
  const memory = createLines(lineLayer, labelLayer, 'memory-line')
  return (known, frame, areLater = false) => {
    const isWhole = !areLater && known.cells.every((cell) => cell !== undefined)
    const lines = <T extends number>(
      values: readonly T[],
      figureOf: (cell: Cell) => number,
      name: (value: T) => string,
    ) => (isWhole ? values.map((value) => ({ ...toIsoline(known, frame, value, figureOf), name: name(value) })) : [])
    const taken: Spot[] = []
    gc(
      lines(
        GC_LINES,
        ({ result }) => result.compulsoryGcFraction,
        (share) => `${share * 100} %`,
      ),
      frame.em,
      taken,
    )
    memory(
      lines(memoryLevels(known), ({ result }) => result.peakContainerBytes, formatProseSize),
      frame.em,
      taken,
    )
  }
}

interface Spot {
  readonly x: number
  readonly y: number
}

type Named = Isoline & { readonly name: string }

function createLines(parent: Mark, labelLayer: Mark, className: string) {
  const halo = append(parent, 'path', `isoline halo ${className}`)
  const line = append(parent, 'path', `isoline ${className}`)
  const labels = append(labelLayer, 'g', `isoline-labels ${className}`)
  return (lines: readonly Named[], em: number, taken: Spot[]) => {
    const path = lines.map((one) => one.path).join('')
    halo.set('d', path)
    line.set('d', path)
    labels.element.textContent = ''
    for (const { spots, name } of lines) {
      const isClear = ({ x, y }: Spot) =>
        taken.every((other) => Math.abs(other.x - x) > 4.5 * em || Math.abs(other.y - y) > 1.1 * em)
      const spot = spots.find(isClear)
      if (!spot) continue
      taken.push(spot)
      append(labels, 'text')
        .at(toTenths(spot.x), toTenths(spot.y + 0.35 * em))
        .text(name)
    }
  }
}

/** Round sizes between the least and the most that a container counted. */
function memoryLevels(known: KnownCells): number[] {
  const peaks = completedOf(known).map(({ result }) => result.peakContainerBytes)
  if (peaks.length === 0) return []
  const [low, high] = [Math.min(...peaks), Math.max(...peaks)]
  const unit = sizeUnit(low).bytes
  const levels = Array.from({ length: MEMORY_LINES }, (_, i) => {
    const value = (low * (high / low) ** ((i + 1) / (MEMORY_LINES + 1))) / unit
    const power = 10 ** Math.floor(Math.log10(value))
    return Math.round((value / power) * 2) * (power / 2) * unit
  })
  return [...new Set(levels)].filter((level) => level > low && level < high)
}

/** A line along which a figure is the same, and places for its label. */
type Isoline = ReturnType<typeof toDrawn>

type Point = readonly [number, number]

/** The line at which a figure passes a value. It ends at off, which is on no scale, and at cells without a figure. */
function toIsoline(known: KnownCells, frame: MapFrame, value: number, figureOf: (cell: Cell) => number): Isoline {
  const [columns, rows] = [frame.x.values.length, frame.y.values.length]
  if (columns < 2 || rows < 2) return NOTHING
  const cellAt = (column: number, row: number) => known.cells[row * known.columns + column]
  const hasFigure = (column: number, row: number) => cellAt(column, row)?.result.outcome.kind === 'completed'
  const figures = Array.from({ length: columns * rows }, (_, i) => {
    const cell = cellAt(i % columns, Math.floor(i / columns))
    return cell ? figureOf(cell) : 0
  })
  const isInside = ([x, y]: Point) => {
    const [column, row] = [Math.floor(x - 0.5), Math.floor(y - 0.5)]
    if (x <= 0.5 || y <= 0.5 || x >= columns - 0.5 || y >= rows - 0.5) return false
    return [0, 1].every((dx) =>
      [0, 1].every((dy) => hasFigure(Math.min(columns - 1, column + dx), Math.min(rows - 1, row + dy))),
    )
  }
  const { coordinates } = contours().size([columns, rows]).smooth(true).contour(figures, value)
  const lines = coordinates.flat().flatMap((ring) => cut(ring as unknown as Point[], isInside))
  return toDrawn(lines, frame)
}

const NOTHING: Isoline = { path: '', spots: [] }

/** Places for a label, as shares of the way along the line. */
const SPOTS = [0.5, 0.3, 0.7, 0.15, 0.85]

/** The parts of a ring whose pieces are inside. */
function cut(ring: readonly Point[], isInside: (point: Point) => boolean): Point[][] {
  const lines: Point[][] = []
  let line: Point[] = []
  for (let i = 1; i < ring.length; i++) {
    const [from, to] = [ring[i - 1]!, ring[i]!]
    if (isInside([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2])) {
      if (line.length === 0) line.push(from)
      line.push(to)
    } else if (line.length > 0) {
      lines.push(line)
      line = []
    }
  }
  return line.length > 0 ? [...lines, line] : lines
}

/** `spots` are along the longest part, the middle first. */
function toDrawn(lines: readonly Point[][], { x, y }: MapFrame) {
  const at = (side: MapFrame['x'], place: number) => {
    const below = Math.max(0, Math.min(side.values.length - 2, Math.floor(place - 0.5)))
    const [low, high] = [side.values[below]!, side.values[below + 1]!].map((value) => positionOf(side, value))
    return low! + (high! - low!) * (place - 0.5 - below)
  }
  const drawn = lines.map((line) => line.map(([column, row]) => [at(x, column), at(y, row)] as const))
  const longest = drawn.reduce<(typeof drawn)[number]>((best, line) => (line.length > best.length ? line : best), [])
  return {
    path: drawn.map((line) => `M${line.map(([px, py]) => `${toTenths(px)},${toTenths(py)}`).join('L')}`).join(''),
    spots: SPOTS.flatMap((share) => {
      const point = longest[Math.floor(share * longest.length)]
      return point ? [{ x: point[0], y: point[1] }] : []
    }),
  }
}
