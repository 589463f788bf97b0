import { type Reading, readAt } from '../../model/reading.ts'
import { endOf, visitGoal, visitSetting, visitTrigger } from '../../model/steps.ts'
import type { Trace } from '../../model/trace.ts'
import type { TimeRange } from '../chart.ts'
import { drawColumn } from '../columns.ts'
import { append, type Mark } from '../dom.ts'
import type { EndLabel } from '../end-labels.ts'
import { PathDecimator, scale } from '../path.ts'
import type { Part, Scene } from '../scene.ts'
import { closed, endX } from '../stack.ts'
import type { Ticks } from '../ticks.ts'

type LineKind = 'total' | 'counted' | 'trigger' | 'goal' | 'memory-limit' | 'container-limit'

interface Line {
  readonly kind: LineKind
  /** The label at its end; for most lines the kind gives it. */
  readonly name?: string
  readonly short?: string
  readonly shortest?: string
  readonly priority: number
}

/** The lines over the stack; later ones cover earlier ones. */
const LINES: readonly Line[] = [
  { kind: 'total', name: 'total memory', short: 'total', priority: 4 },
  { kind: 'counted', name: 'counted by limit', short: 'counted', priority: 3 },
  { kind: 'trigger', priority: 5 },
  { kind: 'goal', priority: 7 },
  { kind: 'memory-limit', short: 'limit', priority: 9 },
  { kind: 'container-limit', short: 'container', shortest: 'cont.', priority: 8 },
]

export function createHeapLines(parent: Mark): Part {
  const range = append(parent, 'path', 'area range')
  const paths = LINES.map(({ kind }) => ({ kind, path: append(parent, 'path', `line ${kind}`) }))
  return ({ trace, window, frame, y }) => {
    const decimator = new PathDecimator(frame.x, y, !endOf(trace))
    const { countedLow, countedHigh } = trace.points.runtime ?? {}
    // The band between both bounds: two areas down to the base, of which only the part outside the other one is filled.
    const bounds = [countedLow, countedHigh].map((column) => {
      if (column) drawColumn(decimator, trace, window, column)
      return closed(decimator.take(), frame)
    })
    range.set('d', bounds.join(''))
    for (const { kind, path } of paths) {
      drawLine(kind, decimator, trace, window)
      path.set('d', decimator.take())
    }
  }
}

function drawLine(kind: LineKind, decimator: PathDecimator, trace: Trace, window: TimeRange): void {
  const visit = (time: number, value: number) => decimator.to(time, value)
  const { runtime } = trace.points
  switch (kind) {
    case 'container-limit':
      visitSetting(trace, 'containerLimit', visit)
      break
    case 'memory-limit':
      visitSetting(trace, 'memoryLimit', visit)
      break
    case 'goal':
      visitGoal(trace, window, visit, 'stack')
      break
    case 'trigger':
      visitTrigger(trace, window, visit, 'stack')
      break
    case 'total':
      if (runtime && !isEstimate(trace)) drawColumn(decimator, trace, window, runtime.container)
      break
    case 'counted':
      if (runtime && isCountedShown(trace)) drawColumn(decimator, trace, window, runtime.counted)
      break
  }
}

/** Labels at the right ends of bands and lines, where the run or the window ends. */
export function heapEndLabels(scene: Scene, axis: Ticks): EndLabel[] {
  const reading = readAtEnd(scene.trace, scene)
  return reading ? [...bandLabels(reading, scene), ...lineLabels(reading, scene, axis), ...pinnedLabel(scene)] : []
}

/** We read values this share of the end’s time earlier. No figure shows it, and no pixel unless a line steps there. */
const BEFORE = 1e-9

/** The values where the lines of a run end. Where a cycle ends there, they are those before it: it frees nothing on the chart. */
export function readAtEnd(trace: Trace, { window }: Scene): Reading | undefined {
  const end = Math.max(0, Math.min(window[1], endOf(trace)))
  return readAt(trace, end * (1 - BEFORE)) ?? readAt(trace, end)
}

/** The name of the run to compare with, unless it ends before the run. */
function pinnedLabel(scene: Scene): EndLabel[] {
  const { trace, pinned, pinnedName: name = 'pinned', window, frame, y } = scene
  if (!pinned || endX(pinned, window, frame) < endX(trace, window, frame)) return []
  const reading = readAtEnd(pinned, scene)
  return reading ? [{ kind: 'compared-with', name, y: scale(y, reading.total), priority: 10 }] : []
}

function bandLabels({ other, live, fresh, total, segment }: Reading, { trace, y }: Scene): EndLabel[] {
  const band = (kind: string, name: string, from: number, to: number, priority: number) => ({
    kind,
    name,
    y: scale(y, (from + to) / 2),
    priority,
  })
  const labels: EndLabel[] = endOf(trace) ? [band('fresh', 'new', total - fresh, total, 6)] : []
  if (trace.result.peakLiveBytes > 0) labels.push(band('live', 'live', other, other + live, 6))
  if (other > 0) labels.push(band('other', 'other', 0, other, 2))
  if (segment.outsideMemory > 0 && !trace.points.runtime)
    labels.push({ ...band('outside', 'outside Go', total, total + segment.outsideMemory, 1), shorter: ['outside'] })
  return labels
}

function lineLabels(reading: Reading, { trace, frame, y }: Scene, axis: Ticks): EndLabel[] {
  const { other, segment } = reading
  const ends: Record<LineKind, number | undefined> = {
    'container-limit': segment.containerLimit,
    'memory-limit': segment.memoryLimit,
    goal: other + reading.goal,
    trigger: other + reading.trigger,
    counted: isCountedShown(trace) ? reading.counted : undefined,
    total: isEstimate(trace) ? undefined : reading.container,
  }
  return LINES.flatMap(({ kind, name = kind.replace('-', ' '), short = name, shortest = short, priority }) => {
    const value = ends[kind] ?? Infinity
    const at = scale(y, value)
    const isAbove = at < frame.top
    // A run that is killed as it starts does not continue outside the window.
    if (!(value < Infinity) || (isAbove && !endOf(trace))) return []
    // A range has no figure of its own.
    if (kind === 'counted' && isEstimate(trace))
      return { kind, name: 'memory (estimate)', shorter: ['memory est.', 'estimate'], y: at, priority }
    const figure = kind === 'goal' || kind === 'trigger' ? value - other : value
    const arrow = isAbove ? '↑ ' : ''
    const shorter = [short, shortest].map((text) => arrow + text)
    return { kind, name: arrow + name, shorter, value: axis.format(figure), y: at, priority }
  })
}

/**
 * Whether the line of the memory that GOMEMLIMIT counts is drawn. Without a limit it hides the others, and a container
 * may count the same.
 */
export function isCountedShown(trace: Trace): boolean {
  const { peakContainerBytes, peakMemoryBytes } = trace.result
  const isLimited = trace.segments.some(({ memoryLimit }) => Number.isFinite(memoryLimit))
  return isEstimate(trace) || (isLimited && peakContainerBytes !== peakMemoryBytes)
}

/** Whether memory is an estimate: then there is one line for it, within its range. */
function isEstimate({ points }: Trace): boolean {
  return points.runtime?.countedLow !== undefined
}
