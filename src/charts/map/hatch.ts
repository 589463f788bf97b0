import type { Danger } from '../../model/judgement/dangers.ts'
import type { Box } from '../layout.ts'
import { toTenths } from '../path.ts'

/** The box itself, as an SVG path. */
export function toOutline({ left, top, right, bottom }: Box): string {
  return `M${left},${top}H${right}V${bottom}H${left}Z`
}

const SPACING = 7

/**
 * Lines continue from one cell to the next, so that a region has one hatch: × killed, / almost killed, | limiter at
 * work, – over the limit, dots for stopped.
 */
export function hatch(danger: Danger, box: Box): string {
  switch (danger) {
    case 'killed':
      return diagonals(box, 1) + diagonals(box, -1)
    case 'could-be-killed':
      return diagonals(box, 1)
    case 'limiter':
      return multiples(box.left, box.right, SPACING - 1)
        .map((x) => `M${x},${toTenths(box.top)}V${toTenths(box.bottom)}`)
        .join('')
    case 'over-limit':
      return multiples(box.top, box.bottom, SPACING - 1)
        .map((y) => `M${toTenths(box.left)},${y}H${toTenths(box.right)}`)
        .join('')
    case 'stopped':
      return dots(box)
  }
}

/** Dots within a box: at least one, however small the box is. */
function dots({ left, top, right, bottom }: Box): string {
  const [xs, ys] = [multiples(left, right, SPACING), multiples(top, bottom, SPACING)]
  const middle = (from: number, to: number) => [Math.floor((from + to) / 2)]
  return (ys.length > 0 ? ys : middle(top, bottom))
    .flatMap((y) => (xs.length > 0 ? xs : middle(left, right)).map((x) => `M${x},${y}h1.5`))
    .join('')
}

/** Multiples of a step, moved to half pixels, where a line of one pixel is sharp. */
function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.ceil(to / step) - first)
  return Array.from({ length: count }, (_, i) => (first + i) * step + 0.5)
}

/** The lines x + slope · y = k · SPACING, cut at the box. */
function diagonals({ left, top, right, bottom }: Box, slope: 1 | -1): string {
  const sums = [left + slope * top, left + slope * bottom, right + slope * top, right + slope * bottom]
  const first = Math.ceil(Math.min(...sums) / SPACING)
  const last = Math.floor(Math.max(...sums) / SPACING)
  let path = ''
  for (let k = first; k <= last; k++) {
    const xAt = (y: number) => k * SPACING - slope * y
    const yAt = (x: number) => (k * SPACING - x) / slope
    const [fromX, toX] = [
      Math.max(left, Math.min(xAt(top), xAt(bottom))),
      Math.min(right, Math.max(xAt(top), xAt(bottom))),
    ]
    if (fromX < toX) path += `M${toTenths(fromX)},${toTenths(yAt(fromX))}L${toTenths(toX)},${toTenths(yAt(toX))}`
  }
  return path
}
