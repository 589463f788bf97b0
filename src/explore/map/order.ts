import type { Resolution } from './axes.ts'

/** The place of a cell on both axes, from 0. */
export interface Place {
  readonly column: number
  readonly row: number
}

/** The grids of a map from coarse to fine: every fourth, every second, every setting of each axis; off is in all. */
export const STRIDES = [4, 2, 1] as const

/** The first grid, by its index in `STRIDES`, that a cell belongs to. */
export function levelOf({ column, row }: Place, { columns, rows }: Resolution): number {
  const level = (i: number, count: number) => (i === count - 1 ? 0 : STRIDES.findIndex((stride) => i % stride === 0))
  return Math.max(level(column, columns), level(row, rows))
}

export function indexOf({ column, row }: Place, { columns }: Resolution): number {
  return row * columns + column
}

export function placeOf(index: number, { columns }: Resolution): Place {
  return { column: index % columns, row: Math.floor(index / columns) }
}

/** All cells in the order of simulation: the coarse grid first; within a grid, the cells nearest to `near` first. */
export function toOrder(resolution: Resolution, near: Place): number[] {
  const cells = Array.from({ length: resolution.columns * resolution.rows }, (_, index) => {
    const place = placeOf(index, resolution)
    const distance = (place.column - near.column) ** 2 + (place.row - near.row) ** 2
    return { index, level: levelOf(place, resolution), distance }
  })
  cells.sort((a, b) => a.level - b.level || a.distance - b.distance)
  return cells.map(({ index }) => index)
}
