import type { Size, TimeRange } from '../chart.ts'
import { append, createMarks, type Mark } from '../dom.ts'
import { BOLD, type Box, type Frame, textEms } from '../layout.ts'
import { toTenths } from '../path.ts'

/** An instant with as many decimals as distinguish points in the window, at least two. */
export function formatCursorTime(time: number, [start, end]: TimeRange): string {
  const decimals = end > start ? Math.min(9, Math.max(2, Math.ceil(-Math.log10((end - start) / 1000)))) : 2
  return `${time.toFixed(decimals)} s`
}

export interface ReadoutRow {
  readonly kind: string
  readonly name: string
  readonly value: string
}

const ROW_EMS = 1.32
/** The least width. The widest line may need more. */
const WIDTH_EMS = 11
const PADDING_EMS = 3.2

/** A hairline at the cursor, dots where it crosses lines, and a box with the values. */
export function createCrosshair(lineLayer: Mark, readoutLayer: Mark) {
  const line = append(lineLayer, 'path', 'crosshair')
  const dotsPath = append(lineLayer, 'path', 'crosshair-dots')
  const box = append(readoutLayer, 'g', 'readout')
  const back = append(box, 'rect')
  const rowMarks = createMarks(() => ({
    swatch: append(box, 'rect', 'swatch'),
    name: append(box, 'text', 'name'),
    value: append(box, 'text', 'value'),
  }))
  const hide = () => {
    for (const mark of [line, dotsPath, box]) mark.set('display', 'none')
  }
  hide()
  return {
    hide,
    show(frame: Frame, x: number, rows: readonly ReadoutRow[], dots: readonly number[], explained?: Box) {
      const { em } = frame
      for (const mark of [line, dotsPath, box]) mark.set('display', 'inline')
      const at = Math.round(x * 2) / 2
      line.set('d', `M${at},${frame.top}V${frame.bottom}`)
      dotsPath.set('d', dots.map((y) => `M${at},${toTenths(y)}h0`).join(''))
      const width = Math.round(widthEms(rows) * em)
      const height = Math.round((rows.length * ROW_EMS + 0.7) * em)
      const place = placeReadout(frame, at, { width, height }, explained)
      box.set('transform', `translate(${place.x},${place.y})`)
      back.set('width', width).set('height', height).set('rx', 3)
      rowMarks(rows.length).forEach((mark, i) => {
        const row = rows[i]
        if (row) drawRow(mark, row, i, em, width)
      })
    },
  }
}

/** Whole ems, so that the box does not change its width with every figure. */
function widthEms(rows: readonly ReadoutRow[]): number {
  const needed = rows.map(({ name, value }) => textEms(name) + BOLD * textEms(value) + PADDING_EMS)
  return Math.max(WIDTH_EMS, Math.ceil(Math.max(...needed)))
}

function drawRow(
  { swatch, name, value }: Record<'swatch' | 'name' | 'value', Mark>,
  row: ReadoutRow,
  i: number,
  em: number,
  width: number,
): void {
  const y = Math.round((i * ROW_EMS + 1.3) * em)
  const size = Math.round(0.6 * em)
  swatch.set('class', `swatch ${row.kind}`).at(Math.round(0.7 * em), y - size)
  swatch.set('width', size).set('height', size)
  name.at(Math.round(1.7 * em), y).text(row.name)
  value.at(Math.round(width - 0.7 * em), y).text(row.value)
}

/**
 * The box is to the right or left of the crosshair at `x`, or further away if it would cover what is explained.
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
  // If the plot is narrower than the box, the box leaves it on the wider side.
  const inReach = within.length > 0 ? within : [{ x: x - left < right - x ? x + em : x - em - width, y: high }]
  const covers = inReach.map((corner) => coveredBy(corner, size, explained))
  const found = inReach[covers.indexOf(Math.min(...covers))]!
  return { x: Math.round(found.x), y: Math.round(found.y) }
}

/** How much of a region the readout covers, in square pixels. */
function coveredBy(corner: { x: number; y: number }, { width, height }: Size, region: Box | undefined): number {
  if (!region) return 0
  const across = Math.min(corner.x + width, region.right) - Math.max(corner.x, region.left)
  const down = Math.min(corner.y + height, region.bottom) - Math.max(corner.y, region.top)
  return across > 0 && down > 0 ? across * down : 0
}
