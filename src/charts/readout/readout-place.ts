import type { Size } from '../chart.ts'
import type { Box, Frame } from '../layout.ts'

/**
 * Where the box with the values stands beside a crosshair at `x`: in the plot, to the crosshair's right or left, or
 * further off where it would otherwise lie over what is explained. Of places that all cover some of it, the one that
 * covers least; of equals, the first named here.
 * @returns its top left corner
 */
export function placeReadout(frame: Frame, x: number, size: Size, explained: Box | undefined) {
  const { em, left, right, top, bottom } = frame
  const { width, height } = size
  const high = top + 0.4 * em
  const low = Math.max(high, bottom - height - 0.4 * em)
  const beside = [x + em, x - em - width]
  const apart = explained ? [Math.max(x, explained.right) + em, Math.min(x, explained.left) - em - width] : []
  const corners = [high, low].flatMap((y) => [...beside, ...apart].map((at) => ({ x: at, y })))
  const within = corners.filter((corner) => corner.x >= left && corner.x + width <= right)
  // In a plot narrower than the box it has to run out on one side: on the wider one.
  const inReach = within.length > 0 ? within : [{ x: x - left < right - x ? x + em : x - em - width, y: high }]
  const covers = inReach.map((corner) => coveredBy(corner, size, explained))
  const found = inReach[covers.indexOf(Math.min(...covers))]!
  return { x: Math.round(found.x), y: Math.round(found.y) }
}

/** The area of the region that the box covers, in square pixels. */
function coveredBy(corner: { x: number; y: number }, { width, height }: Size, region: Box | undefined): number {
  if (!region) return 0
  const across = Math.min(corner.x + width, region.right) - Math.max(corner.x, region.left)
  const down = Math.min(corner.y + height, region.bottom) - Math.max(corner.y, region.top)
  return across > 0 && down > 0 ? across * down : 0
}
