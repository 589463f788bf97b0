import { formatSize, type SizeUnit, sizeUnit } from '../../format.ts'
import { clockOf, hasTwoClocks, momentAt } from '../../model/clock.ts'
import { type Reading, readAt } from '../../model/reading.ts'
import type { Trace } from '../../model/trace.ts'
import type { TimeRange } from '../chart.ts'
import { scale, unscale } from '../path.ts'
import { type Crosshair, formatCursorTime, type ReadoutRow } from '../readout/crosshair.ts'
import { explainedRegion } from '../readout/explained.ts'
import type { Scene } from '../scene.ts'

/** Shows the crosshair with the values of the heap chart at an instant, or hides it. */
export function readOutHeap(crosshair: Crosshair, scene: Scene, time: number | null): void {
  const { trace, window, frame, y } = scene
  if (time === null || time < window[0] || time > window[1]) {
    crosshair.hide()
    return
  }
  const reading = readAt(trace, time)
  const rows = toTimeRows(trace, time, window)
  const heights = reading ? [reading.total, reading.other + reading.live].map((bytes) => scale(y, bytes)) : []
  crosshair.show(
    frame,
    scale(frame.x, time),
    reading ? [...rows, ...toRows(reading, sizeUnit(unscale(y, frame.top)))] : rows,
    heights.filter((at) => at >= frame.top),
    explainedRegion(scene, time),
  )
}

/** The instant on the clock of the axis, and on the other clock if that is known. */
function toTimeRows(trace: Trace, time: number, window: TimeRange): ReadoutRow[] {
  const row = (name: string, seconds: number) => ({ kind: 'time', name, value: formatCursorTime(seconds, window) })
  if (!hasTwoClocks(trace)) return [row('time', time)]
  if (clockOf(trace) === 'wall') return [row('elapsed', time)]
  return [row('CPU time', time), row('elapsed', momentAt(trace, time).wall)]
}

/** @param unit the unit of the axis */
function toRows(reading: Reading, unit: SizeUnit): ReadoutRow[] {
  const { segment, counted, container, range } = reading
  const rows: ReadoutRow[] = []
  const add = (kind: string, name: string, bytes: number | undefined) => {
    if (bytes !== undefined && Number.isFinite(bytes)) rows.push({ kind, name, value: formatSize(bytes, unit) })
  }
  if (range) {
    const value = `${formatSize(range[0], unit)} to ${formatSize(range[1], unit)}`
    rows.push({ kind: 'counted', name: 'memory, estimate', value })
  } else {
    add('total', 'total', container ?? reading.total)
    add('counted', 'counted', counted)
  }
  add('goal', 'goal', reading.goal)
  add('trigger', 'trigger', reading.trigger)
  add('fresh', 'new', reading.fresh)
  add('live', 'live', reading.live)
  if (reading.other > 0) add('other', 'other', reading.other)
  if (segment.outsideMemory > 0) add('outside', 'outside Go', segment.outsideMemory)
  return rows
}
