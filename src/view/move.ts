import { fitWindow, LEAST_WINDOW, type TimeWindow } from '../charts/window.ts'
import { cycleStart, firstCycleFrom } from '../model/cycles.ts'
import { endOf } from '../model/steps.ts'
import type { Trace } from '../model/trace.ts'
import type { App } from '../store/store.ts'

/** The effect of a key on the figure: a new instant for the crosshair, a new window (null: the whole run), or both. */
export interface Move {
  readonly cursor?: number | undefined
  readonly window?: TimeWindow | null
}

export function applyMove(
  { cursor, window }: Move,
  zoom: (window: TimeWindow | undefined) => void,
  moveTo: (time: number) => void,
): void {
  if (window !== undefined) zoom(window ?? undefined)
  if (cursor !== undefined) moveTo(cursor)
}

/** Applies a key to the figure of the run on screen. @returns whether the key has a meaning there */
export function moveFigure({ store }: App, trace: Trace, event: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean {
  const { cursor, view, zoom, moveCursor } = store.getState()
  const move = moveByKey(event.key, event.shiftKey, { trace, cursor, window: view.window })
  if (move) applyMove(move, zoom, moveCursor)
  return move !== undefined
}

export interface FigureState {
  readonly trace: Trace
  readonly cursor: number | undefined
  readonly window: TimeWindow | undefined
}

const STEP = 1 / 100
const LARGE_STEP = 1 / 10
const ZOOM = 2

/** undefined for keys without a meaning there. */
export function moveByKey(key: string, isLarge: boolean, state: FigureState): Move | undefined {
  const { trace } = state
  const end = endOf(trace)
  const window = fitWindow(state.window, end)
  const shown = window ?? { start: 0, end }
  const cursor = state.cursor ?? shown.start
  const step = (shown.end - shown.start) * (isLarge ? LARGE_STEP : STEP)
  const to = (time: number): Move => follow(Math.min(end, Math.max(0, time)), window)
  switch (key) {
    case 'ArrowLeft':
      return to(cursor - step)
    case 'ArrowRight':
      return to(cursor + step)
    case 'PageUp':
      return to(cursor + (shown.end - shown.start) * LARGE_STEP)
    case 'PageDown':
      return to(cursor - (shown.end - shown.start) * LARGE_STEP)
    case 'Home':
      return to(0)
    case 'End':
      return to(end)
    case '.':
      return stepCycle(trace, state.cursor, 1, to)
    case ',':
      return stepCycle(trace, state.cursor, -1, to)
    case '+':
    case '=':
      return { cursor, window: zoomAround(cursor, shown, 1 / ZOOM, end) }
    case '-':
      return { cursor, window: zoomAround(cursor, shown, ZOOM, end) }
    default:
      return undefined
  }
}

function stepCycle(
  trace: Trace,
  cursor: number | undefined,
  direction: 1 | -1,
  to: (time: number) => Move,
): Move | undefined {
  const { count } = trace.cycles
  if (count === 0) return undefined
  if (cursor === undefined) return to(cycleStart(trace, direction === 1 ? 0 : count - 1))
  let i = Math.min(firstCycleFrom(trace, cursor), count - 1)
  if (direction === 1) while (i < count - 1 && cycleStart(trace, i) <= cursor) i++
  else while (i > 0 && cycleStart(trace, i) >= cursor) i--
  return to(cycleStart(trace, i))
}

/** The crosshair at `time`. If that is outside the window, the window moves too. */
function follow(time: number, window: TimeWindow | undefined): Move {
  if (!window || (time >= window.start && time <= window.end)) return { cursor: time }
  const shift = time < window.start ? time - window.start : time - window.end
  return { cursor: time, window: { start: window.start + shift, end: window.end + shift } }
}

function zoomAround(time: number, { start, end }: TimeWindow, factor: number, runEnd: number): TimeWindow | null {
  const width = Math.max((end - start) * factor, runEnd * LEAST_WINDOW)
  if (width >= runEnd) return null
  const share = end > start ? (time - start) / (end - start) : 0.5
  const from = Math.min(Math.max(0, time - width * share), runEnd - width)
  return { start: from, end: from + width }
}

/** The window moved along the run by a share of its width, but not beyond the run. */
export function shiftWindow({ start, end }: TimeWindow, part: number, runEnd: number): TimeWindow {
  const width = end - start
  const from = Math.min(Math.max(0, start + part * width), runEnd - width)
  return { start: from, end: from + width }
}
