import type { Resolution } from '../../explore/map/axes.ts'
import type { Cell } from '../../explore/map/cell.ts'
import { levelOf, placeOf, STRIDES } from '../../explore/map/order.ts'
import { DANGERS, type Danger } from '../../model/judgement/dangers.ts'
import { append, type Mark } from '../dom.ts'
import { toTenths } from '../path.ts'
import { SHARE_COLOURS, shareClass } from './colours.ts'
import { type Box, hatch } from './hatch.ts'
import { type MapFrame, stretchOf } from './map-frame.ts'

/** What is known of a map: cells in rows, from the lowest limit up. */
export interface KnownCells extends Resolution {
  readonly cells: readonly (Cell | undefined)[]
}

/** Nothing can be said of its cost: the program did not run to its end. */
const BLANK = SHARE_COLOURS.length

/**
 * Draws the cells by colour and pattern, one path for each. A cell of a coarse grid is a block as large as what it stands
 * for, with a seam around it; finer ones are drawn over it. Nothing is interpolated.
 */
export function createCells(parent: Mark): (known: KnownCells, frame: MapFrame) => void {
  const levels = STRIDES.map(() => createBlocks(append(parent, 'g', 'cells')))
  return (known, frame) => {
    const found = known.cells.flatMap((cell, index) => {
      const place = placeOf(index, known)
      return cell ? [{ cell, place, level: levelOf(place, known) }] : []
    })
    const isWhole = found.length === known.cells.length
    const finest = found.reduce((most, { level }) => Math.max(most, level), 0)
    for (const [level, draw] of levels.entries()) {
      // A cell of a coarse grid belongs to every finer one that is begun, where it is its own size.
      const isDrawn = level <= finest && (!isWhole || level === finest)
      const cells = isDrawn ? found.filter((one) => one.level <= level) : []
      const stride = STRIDES[level]!
      draw(
        cells.map(({ cell, place }) => [cell, toBox(frame, place, stride)]),
        stride > 1 ? 0.5 : 0,
      )
    }
  }
}

function toBox(
  frame: MapFrame,
  { column, row }: { readonly column: number; readonly row: number },
  stride: number,
): Box {
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
  return (cells: readonly (readonly [Cell, Box])[], seam: number) => {
    const filled = fills.map(() => '')
    const hatched = new Map<Danger, string>()
    for (const [cell, box] of cells) {
      const [danger] = cell.dangers
      filled[danger === 'killed' || danger === 'stopped' ? BLANK : shareClass(cell.compulsory)] += toRect(box, seam)
      if (danger) hatched.set(danger, (hatched.get(danger) ?? '') + hatch(danger, box))
    }
    for (const [i, path] of fills.entries()) path.set('d', filled[i]!)
    for (const [danger, paths] of hatches) for (const path of paths) path.set('d', hatched.get(danger) ?? '')
  }
}

function toRect({ left, top, right, bottom }: Box, seam: number): string {
  const [l, t, r, b] = [left + seam, top + seam, right - seam, bottom - seam].map(toTenths)
  return `M${l},${t}H${r}V${b}H${l}Z`
}
