import { formatSize } from '../format.ts'
import { type Reading, readAt } from '../model/reading.ts'
import { type Crosshair, formatCursorTime, type ReadoutRow } from './crosshair.ts'
import { scale } from './pen.ts'
import type { Scene } from './scene.ts'

/** Shows the crosshair with the values of the heap chart at an instant, or hides it. */
export function readOutHeap(crosshair: Crosshair, { trace, window, frame, y }: Scene, time: number | null): void {
  if (time === null || time < window[0] || time > window[1]) {
    crosshair.hide()
    return
  }
  const reading = readAt(trace, time)
  const rows = [{ kind: 'time', name: 'time', value: formatCursorTime(time, window) }]
  const heights = reading ? [reading.total, reading.other + reading.live].map((bytes) => scale(y, bytes)) : []
  crosshair.show(
    frame,
    scale(frame.x, time),
    reading ? [...rows, ...toRows(reading)] : rows,
    heights.filter((at) => at >= frame.top),
  )
}

function toRows(reading: Reading): ReadoutRow[] {
  const { segment, counted, container } = reading
  const rows: ReadoutRow[] = []
  const add = (kind: string, name: string, bytes: number | undefined) => {
    if (bytes !== undefined && Number.isFinite(bytes)) rows.push({ kind, name, value: formatSize(bytes) })
  }
  add('total', 'total', container ?? reading.total)
  add('counted', 'counted', counted)
  add('goal', 'goal', reading.goal)
  add('trigger', 'trigger', reading.trigger)
  add('fresh', 'new', reading.fresh)
  add('live', 'live', reading.live)
  if (reading.other > 0) add('other', 'other', reading.other)
  if (segment.outsideMemory > 0) add('outside', 'outside Go', segment.outsideMemory)
  return rows
}
