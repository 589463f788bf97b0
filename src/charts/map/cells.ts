import type { Resolution } from '../../explore/map/axes.ts'
import type { Cell } from '../../explore/map/cell.ts'
import { levelOf, type Place, placeOf, STRIDES } from '../../explore/map/order.ts'
import { DANGERS, type Danger } from '../../model/judgement/dangers.ts'
import { append, type Mark } from '../dom.ts'
import type { Box } from '../layout.ts'
import { toTenths } from '../path.ts'
import { SHARE_COLOURS, shareClass } from './colours.ts'
import { hatch } from './hatch.ts'
import { type MapFrame, stretchOf } from './map-frame.ts'

/** The known cells of a map: in rows, from the lowest limit up. */
export interface KnownCells extends Resolution {
  readonly cells: readonly (Cell | undefined)[]
}

/** The settings with which the program completed: figures of other runs do not describe them. */
export function completedOf({ cells }: KnownCells): readonly Cell[] {
  return cells.filter((cell): cell is Cell => cell?.result.outcome.kind === 'completed')
}

/** What a map's legend explains: only what is on the map. */
export interface MapKey {
  readonly dangers: readonly Danger[]
  /** 1, 10 or 100: the steps of the colours are this many times finer. */
  readonly fineness: number
}

/** If less than this share of a map has another colour than the first, it says nothing. */
const MOST = 0.1

/** Steps are the same for most maps, so that maps can be compared: finer only where GC hardly costs anything. */
export function keyOf(known: KnownCells): MapKey {
  const dangers = new Set(known.cells.flatMap((cell) => cell?.dangers[0] ?? []))
  const free = completedOf(known).filter(
    (cell) => !cell.dangers.includes('over-limit') && !cell.dangers.includes('limiter'),
  )
  const isFlat = (fineness: number) =>
    free.filter(({ result }) => shareClass(result.compulsoryGcFraction, fineness) > 0).length < MOST * free.length
  return {
    dangers: DANGERS.filter((danger) => dangers.has(danger)),
    fineness: isFlat(1) ? (isFlat(10) ? 100 : 10) : 1,
  }
}

export function toPercent(share: number): string {
  return String(Math.round(1000 * share) / 10)
}

/** The program did not complete, so its cost is unknown. */
const BLANK = SHARE_COLOURS.length

/**
 * One path for each colour and pattern. A cell of a coarse grid is a block as large as the cells that it stands for;
 * finer cells are drawn over it. Nothing is interpolated. Cells may be filled in place: a grid with as many known cells
 * as before, in the same frame, is not drawn again.
 */
export function createCells(parent: Mark): (known: KnownCells, frame: MapFrame) => void {
  const levels = STRIDES.map(() => ({ draw: createBlocks(append(parent, 'g', 'cells')), count: 0 }))
  let drawn: { readonly cells: KnownCells['cells']; readonly frame: MapFrame; readonly fineness: number } | undefined
  return (known, frame) => {
    const { fineness } = keyOf(known)
    const isSame = drawn?.cells === known.cells && drawn.frame === frame && drawn.fineness === fineness
    drawn = { cells: known.cells, frame, fineness }
    const found = known.cells.flatMap((cell, index) => {
      const place = placeOf(index, known)
      return cell ? [{ cell, place, level: levelOf(place, known) }] : []
    })
    const isWhole = found.length === known.cells.length
    const finest = found.reduce((most, { level }) => Math.max(most, level), 0)
    for (const [level, grid] of levels.entries()) {
      // A cell of a coarse grid also belongs to every finer grid, with the size of that grid.
      const isDrawn = level <= finest && (!isWhole || level === finest)
      const cells = isDrawn ? found.filter((one) => one.level <= level) : []
      if (isSame && grid.count === cells.length) continue
      grid.count = cells.length
      const stride = STRIDES[level]!
      grid.draw(
        cells.map(({ cell, place }) => [cell, toBox(frame, place, stride)]),
        stride > 1 ? 0.5 : 0,
        fineness,
      )
    }
  }
}

export function toBox(frame: MapFrame, { column, row }: Place, stride: number): Box {
  const [left, right] = stretchOf(frame.x, column, stride)
  const [top, bottom] = stretchOf(frame.y, row, stride)
  return { left, right, top, bottom }
}

/** Fills and patterns of cells, in a group of the class `cells`. */
export function createBlocks(group: Mark) {
  const fills = [...SHARE_COLOURS, undefined].map((colour) => {
    const holder = append(group, 'g', colour === undefined ? 'blank' : 'filled')
    if (colour !== undefined) holder.set('fill', colour)
    return append(holder, 'path')
  })
  const hatches = new Map(
    DANGERS.map((danger) => [danger, [append(group, 'path', 'hatch-halo'), append(group, 'path', `hatch ${danger}`)]]),
  )
  return (cells: readonly (readonly [Cell, Box])[], seam: number, fineness: number) => {
    const filled = fills.map(() => '')
    const hatched = new Map<Danger, string>()
    const blocks = cells.map(([cell, box]) => toBlock(cell, box, fineness))
    for (const { fill, danger, box } of seam > 0 ? blocks : merge(blocks)) {
      filled[fill] += toRect(box, seam)
      if (danger) hatched.set(danger, (hatched.get(danger) ?? '') + hatch(danger, box))
    }
    for (const [i, path] of fills.entries()) path.set('d', filled[i]!)
    for (const [danger, paths] of hatches) for (const path of paths) path.set('d', hatched.get(danger) ?? '')
  }
}

interface Block {
  readonly fill: number
  readonly danger: Danger | undefined
  readonly box: Box
}

function toBlock({ dangers: [danger], result }: Cell, box: Box, fineness: number): Block {
  return {
    fill: danger === 'killed' || danger === 'stopped' ? BLANK : shareClass(result.compulsoryGcFraction, fineness),
    danger,
    box,
  }
}

/** Merges blocks into fewer rectangles, which a browser paints much faster. In rows, each from the left. */
function merge(blocks: readonly Block[]): readonly Block[] {
  const stretches: Block[] = []
  for (const block of blocks) {
    const last = stretches.at(-1)
    const { box } = block
    if (last && isAlike(last, block) && last.box.top === box.top && last.box.right === box.left)
      stretches[stretches.length - 1] = { ...last, box: { ...last.box, right: box.right } }
    else stretches.push(block)
  }
  const towers = new Map<string, Block>()
  const done: Block[] = []
  for (const block of stretches) {
    const { left, right, top, bottom } = block.box
    const name = `${left} ${right}`
    const below = towers.get(name)
    const isOn = below && isAlike(below, block) && below.box.top === bottom
    if (below && !isOn) done.push(below)
    towers.set(name, isOn ? { ...block, box: { left, right, top, bottom: below.box.bottom } } : block)
  }
  return [...done, ...towers.values()]
}

function isAlike(a: Block, b: Block): boolean {
  return a.fill === b.fill && a.danger === b.danger
}

function toRect({ left, top, right, bottom }: Box, seam: number): string {
  const [l, t, r, b] = [left + seam, top + seam, right - seam, bottom - seam].map(toTenths)
  return `M${l},${t}H${r}V${b}H${l}Z`
}
