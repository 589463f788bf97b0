import type { Cell } from '../../explore/map/cell.ts'
import { formatProseSize, sizeUnit } from '../../format.ts'
import { append, type Mark } from '../dom.ts'
import { toTenths } from '../path.ts'
import { completedOf, type KnownCells } from './cells.ts'
import { type Isoline, toIsoline } from './isolines.ts'
import type { MapFrame } from './map-frame.ts'

/** GC shares of the CPU that people draw a line at. */
const GC_LINES = [0.05, 0.1, 0.25] as const
const MEMORY_LINES = 4

/** Lines of equal GC CPU and of equal peak container memory, once every cell is known. */
export function createIsolines(parent: Mark): (known: KnownCells, frame: MapFrame, areLater?: boolean) => void {
  const lineLayer = append(parent, 'g')
  // Over the lines of both kinds: none runs through the name of another.
  const labelLayer = append(parent, 'g')
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
        .set('x', toTenths(spot.x))
        .set('y', toTenths(spot.y + 0.35 * em))
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
