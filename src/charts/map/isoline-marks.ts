import { contours } from 'd3-contour'
import type { Cell } from '../../explore/map/cell.ts'
import { formatProseSize, sizeUnit } from '../../format.ts'
import { append, type Mark } from '../dom.ts'
import { toTenths } from '../path.ts'
import { completedOf, type KnownCells } from './cells.ts'
import type { MapFrame } from './map-frame.ts'

/** GC shares of the CPU with a line, because people compare with them. */
const GC_LINES = [0.05, 0.1, 0.25] as const
const MEMORY_LINES = 4

/**
 * The lines are drawn once every cell is known.
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

interface Isoline {
  readonly path: string
  /** Along its longest part, the middle first. */
  readonly spots: readonly Spot[]
}

type Point = readonly [number, number]

/** Off is on no scale and left out; the line ends beside cells without a figure. Empty until all cells are known. */
function toIsoline(known: KnownCells, frame: MapFrame, value: number, figureOf: (cell: Cell) => number): Isoline {
  const rows = frame.y.values.map((_, row) =>
    frame.x.values.map((_, column) => {
      const cell = known.cells[row * known.columns + column]
      return cell?.result.outcome.kind === 'completed' ? figureOf(cell) : undefined
    }),
  )
  const isInside = ([x, y]: Point) =>
    [-0.5, 0.5].every((dx) => [-0.5, 0.5].every((dy) => rows[Math.floor(y + dy)]?.[Math.floor(x + dx)] !== undefined))
  const figures = transpose(transpose(rows.map(calm)).map(calm)).flat() as number[]
  const { coordinates } = contours().size([frame.x.values.length, rows.length]).contour(figures, value)
  const lines = coordinates.flat().flatMap((ring) => cut(ring as unknown as Point[], isInside))
  return toDrawn(lines, frame)
}

type Figures = readonly (number | undefined)[]

/**
 * Removes stripes of one or two cells: whether one more cycle fits into a run alternates from setting to setting. First
 * the median of five, which moves no border. Then a figure above or below both of its neighbours is averaged with them.
 */
function calm(figures: Figures): Figures {
  return figures
    .map((figure, i) => figure && near(figures, i, [-2, -1, 0, 1, 2]).sort((a, b) => a - b)[2])
    .map((figure, i, all) => {
      const [before, own, after] = near(all, i, [-1, 0, 1]) as [number, number, number]
      return (own - before) * (own - after) > 0 ? (before + 2 * own + after) / 4 : figure
    })
}

function near(figures: Figures, i: number, steps: readonly number[]): number[] {
  return steps.map((step) => figures[i + step] ?? figures[i]!)
}

function transpose(rows: readonly Figures[]): Figures[] {
  return rows[0]?.map((_, column) => rows.map((row) => row[column])) ?? []
}

/** Places for a label, as shares of the way along the line. */
const SPOTS = [0.5, 0.3, 0.7, 0.15, 0.85]

/** The parts of a ring whose pieces are inside. */
function cut(ring: readonly Point[], isInside: (point: Point) => boolean): Point[][] {
  const lines: Point[][] = []
  let line: Point[] | undefined
  for (const [i, to] of ring.entries()) {
    const from = ring[i - 1] ?? to
    if (!isInside([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2])) line = undefined
    else if (line) line.push(to)
    else {
      line = [from, to]
      lines.push(line)
    }
  }
  return lines
}

/** Draws the lines between the bounds of cells: place 0.5 is the middle of the first cell. */
function toDrawn(lines: readonly Point[][], { x, y }: MapFrame): Isoline {
  const at = ({ edges }: MapFrame['x'], place: number) => {
    const below = Math.floor(place)
    return edges[below]! + (edges[below + 1]! - edges[below]!) * (place - below)
  }
  const drawn = lines.map((line) => line.map(([column, row]) => ({ x: at(x, column), y: at(y, row) })))
  const [longest = []] = [...drawn].sort((a, b) => b.length - a.length)
  return {
    path: drawn
      .map((line) => `M${line.map((point) => `${toTenths(point.x)},${toTenths(point.y)}`).join('L')}`)
      .join(''),
    spots: SPOTS.flatMap((share) => longest[Math.floor(share * longest.length)] ?? []),
  }
}
