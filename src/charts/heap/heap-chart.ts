import { formatSize, formatSizeNumber, type SizeUnit, sizeUnit } from '../../format.ts'
import { clockOf, hasTwoClocks, wallAt } from '../../model/clock.ts'
import { type Reading, readAt } from '../../model/reading.ts'
import type { Trace } from '../../model/trace.ts'
import { createTimeAxis, createValueAxis } from '../axes.ts'
import { type Readout, toAxisChart } from '../axis-chart.ts'
import type { Chart, ChartHandlers, HeapChartModel, TimeRange } from '../chart.ts'
import { append, createRoot, type Mark } from '../dom.ts'
import { LEADER_EMS, textEms } from '../layout.ts'
import { boxes, countCycles, cycleStretches, middles, toStretches } from '../marks.ts'
import { PathDecimator, scale, unscale } from '../path.ts'
import { formatCursorTime, type ReadoutRow } from '../readout/crosshair.ts'
import { explainedRegion } from '../readout/explained.ts'
import { createPinnedLine, createPlot, type Part, type Scene } from '../scene.ts'
import { createStack, drawPeaks, endX } from '../stack.ts'
import { memoryTicks, type Ticks } from '../ticks.ts'
import { createEnding } from './events.ts'
import { createForced } from './forced.ts'
import { createHeapLines, heapEndLabels, isCountedShown, readAtEnd } from './heap-lines.ts'
import { createNote } from './note.ts'

/** Room above and below the plot, for what is drawn over it. */
export const HEAP_MARGINS = { top: 2.2, bottom: 2.9 }

/** The heap over time, stacked, with the lines that control it, its GC cycles, and why it ended early. */
export function createHeapChart(document: Document, handlers?: ChartHandlers): Chart<HeapChartModel> {
  const root = createRoot(document, 'heap-chart')
  const drawAxes = createHeapAxes(root)
  const plot = createPlot(root)
  const gone = append(plot, 'g')
  const baseline = append(root, 'path', 'baseline')
  const notes = append(root, 'g')
  // In the order in which they are painted.
  const parts: readonly Part[] = [
    createStack(plot),
    createPinned(plot, notes),
    createRug(plot, root),
    createForced(plot, root),
    createHeapLines(plot),
    createEnding(gone, root),
  ]
  const drawNote = createNote(root)

  return toAxisChart<HeapChartModel>(root, plot, baseline, handlers, {
    margins: HEAP_MARGINS,
    max: ({ memoryMax }) => memoryMax,
    draw(scene, { memoryMax, note }) {
      const axis = drawAxes(scene, memoryMax)
      for (const draw of parts) draw(scene)
      drawNote(scene, note)
      return heapEndLabels(scene, axis)
    },
    readOut: readOutHeap,
  })
}

function readOutHeap(scene: Scene, time: number): Readout {
  const { trace, window, frame, y } = scene
  const reading = readAt(trace, time)
  const rows = toTimeRows(trace, time, window)
  const heights = reading ? [reading.total, reading.other + reading.live].map((bytes) => scale(y, bytes)) : []
  return [
    reading ? [...rows, ...toRows(trace, reading, sizeUnit(unscale(y, frame.top)))] : rows,
    heights.filter((at) => at >= frame.top),
    explainedRegion(scene, time),
  ]
}

/** The instant on the clock of the axis, and on the other clock if that is known. */
function toTimeRows(trace: Trace, time: number, window: TimeRange): ReadoutRow[] {
  const row = (name: string, seconds: number) => ({ kind: 'time', name, value: formatCursorTime(seconds, window) })
  if (!hasTwoClocks(trace)) return [row('time', time)]
  if (clockOf(trace) === 'wall') return [row('elapsed', time)]
  return [row('CPU time', time), row('elapsed', wallAt(trace, time))]
}

function toRows(trace: Trace, reading: Reading, unit: SizeUnit): ReadoutRow[] {
  const { segment, counted, container, range } = reading
  const rows: ReadoutRow[] = []
  const add = (kind: string, name: string, bytes: number | undefined) => {
    if (bytes !== undefined && Number.isFinite(bytes)) rows.push({ kind, name, value: formatSize(bytes, unit) })
  }
  if (range) {
    const value = `${formatSizeNumber(range[0], unit)} to ${formatSize(range[1], unit)}`
    rows.push({ kind: 'counted', name: 'memory, estimate', value })
  } else {
    add('total', 'total', container ?? reading.total)
    if (isCountedShown(trace)) add('counted', 'counted', counted)
  }
  add('goal', 'goal', reading.goal)
  add('trigger', 'trigger', reading.trigger)
  add('fresh', 'new', reading.fresh)
  add('live', 'live', reading.live)
  if (reading.other > 0) add('other', 'other', reading.other)
  if (segment.outsideMemory > 0) add('outside', 'outside Go', segment.outsideMemory)
  return rows
}

export const TIME_LABEL_EMS = 1.95
/** The height of one figure on the memory axis, in ems. */
const MEMORY_TICK_EMS = 4.2

/** The unit of the time axis, and a shorter form if there is little room. */
export const TIME_TITLES = { cpu: ['CPU seconds', 'CPU s'], wall: ['elapsed seconds', 'elapsed s'] } as const

/** Draws the time axis and the memory axis. @returns the unit of the memory axis */
function createHeapAxes(root: Mark): (scene: Scene, memoryMax: number) => Ticks {
  const drawTime = createTimeAxis(root, TIME_LABEL_EMS)
  const drawMemory = createValueAxis(root)
  const unit = append(root, 'text', 'unit')
  const timeTitle = append(root, 'text', 'title')
  return (scene, memoryMax) => {
    const { trace, frame, y } = scene
    const { left, right, top, bottom, em, height } = frame
    const wide = memoryTicks(memoryMax, Math.max(2, Math.floor(height / (MEMORY_TICK_EMS * em))))
    const memory = wide.list.length < 3 && height > 6 * em ? memoryTicks(memoryMax, 5) : wide
    drawMemory(frame, memory.list, y)
    drawTime(scene)
    unit.at(left - 0.6 * em, Math.round(top - 0.9 * em)).text(memory.unit.name)
    timeTitle.at(right + LEADER_EMS * em, Math.round(bottom + TIME_LABEL_EMS * em))
    timeTitle.text(TIME_TITLES[clockOf(trace)][frame.isNarrow ? 1 : 0])
    return memory
  }
}

/** A line over the stack, which would hide a lower run. If it ends before the run, its name is at its end. */
function createPinned(plot: Mark, labelLayer: Mark): Part {
  const draw = createPinnedLine(plot)
  const label = append(labelLayer, 'text', 'note')
  return (scene) => {
    const { trace, pinned, pinnedName: name = 'pinned', window, frame, y } = scene
    const decimator = new PathDecimator(frame.x, y)
    if (pinned) drawPeaks(decimator, pinned, window, frame, 'total')
    draw(decimator.take())
    const { left, right, top, em } = frame
    const end = pinned ? endX(pinned, window, frame) : 0
    const reading = pinned && end < endX(trace, window, frame) ? readAtEnd(pinned, scene) : undefined
    label.show(reading !== undefined)
    if (!reading) return
    const half = (textEms(name) * em) / 2
    // After the line or, where there is no room, above its end.
    const at = end + 0.4 * em + half
    const isAfter = at + half <= right
    label.text(name).set('x', Math.round(isAfter ? at : Math.max(left + half, end - half)))
    label.set('y', Math.round(Math.max(top + em, scale(y, reading.total) + (isAfter ? 0.35 : -0.45) * em)))
  }
}

const RUG_OFFSET_EMS = 0.3
const RUG_HEIGHT_EMS = 0.5

/** With more cycles per pixel, tinting each over the whole height would make the figure grey. */
const TINTED_PER_PIXEL = 1 / 14

/** A mark per GC cycle, with a hatch before one that was held back; of few cycles, also a tint over the plot. */
function createRug(plot: Mark, root: Mark): Part {
  const tints = append(plot, 'path', 'gc-spans')
  const holds = append(root, 'path', 'hatch held')
  const marks = append(root, 'path', 'rug')
  const label = append(root, 'text', 'end-label gc')
  return ({ trace, window, frame }) => {
    const { right, top, bottom, em, width } = frame
    const rugTop = Math.round(bottom + RUG_OFFSET_EMS * em)
    const height = Math.round(RUG_HEIGHT_EMS * em)
    const cycles = cycleStretches(trace, window, frame)
    marks.set('d', boxes(cycles, rugTop, height))
    const isSparse = countCycles(trace, window) < width * TINTED_PER_PIXEL
    tints.set('d', isSparse ? boxes(cycles, top, frame.height) : '')
    const waits = trace.holds.map(({ start, end }) => [start, end] as const)
    holds.set('d', middles(toStretches(waits, window, frame), rugTop + height / 2)).set('stroke-width', height)
    label.at(right + LEADER_EMS * em, Math.round(bottom + 0.85 * em)).text(frame.isNarrow ? 'GC' : 'GC cycles')
  }
}
