import { endOf } from '../model/steps.ts'
import type { Trace } from '../model/trace.ts'
import type { TimeRange } from './chart.ts'
import { append, createMarks, type Mark } from './dom.ts'
import { type Frame, textEms } from './layout.ts'
import { type LinearScale, scale, toTenths } from './path.ts'
import type { Part } from './scene.ts'
import { type Tick, timeTicks } from './ticks.ts'

/** The width of one figure on the time axis, in ems. */
const TIME_TICK_EMS = 6.5

/** Hairlines across the plot, figures to its left. */
export function createValueAxis(parent: Mark) {
  const lines = append(parent, 'path', 'grid')
  const labels = createTickLabels(parent, 'ticks end')
  return ({ left, right, em }: Frame, ticks: readonly Tick[], at: LinearScale) => {
    lines.set('d', ticks.map(({ value }) => `M${left},${crisp(scale(at, value))}H${right}`).join(''))
    const x = left - 0.6 * em
    labels(ticks, ({ value }) => [x, Math.round(scale(at, value) + 0.35 * em)])
  }
}

/** Whether a run takes less than a microsecond, which shows as 0. */
export function isInstant(trace: Trace): boolean {
  return endOf(trace) < 1e-6
}

/** Vertical hairlines, with figures `labelEms` below the plot, or without. A run of no length has only the time 0. */
export function createTimeAxis(parent: Mark, labelEms?: number): Part {
  const lines = append(parent, 'path', 'grid')
  const labels = createTickLabels(parent, 'ticks middle')
  return ({ trace, pinned, window, frame }) => {
    const { top, bottom, em, x: at } = frame
    const ticks = timeAxisTicks(pinned || !isInstant(trace) ? window : [0, 0], frame)
    lines.set('d', ticks.map(({ value }) => `M${crisp(scale(at, value))},${top}V${bottom}`).join(''))
    if (labelEms === undefined) return
    const y = Math.round(bottom + labelEms * em)
    labels(withRoom(ticks, frame), ({ value }) => [toTenths(scale(at, value)), y])
  }
}

/** Ticks of a time axis, as far apart as its figures need. */
export function timeAxisTicks(window: TimeRange, { width, em }: Frame): readonly Tick[] {
  return timeTicks(window, Math.max(2, Math.floor(width / (TIME_TICK_EMS * em))))
}

/** The name of the axis is to the right of its figures, and long figures would touch. */
export function withRoom(ticks: readonly Tick[], { x: at, right, em }: Frame): readonly Tick[] {
  let end = 0
  return ticks.filter(({ value, text }) => {
    const half = (textEms(text) / 2) * em
    const middle = scale(at, value)
    if (middle - half < end || middle + half > right + 0.6 * em) return false
    end = middle + half + 0.6 * em
    return true
  })
}

function createTickLabels(parent: Mark, className: string) {
  const group = append(parent, 'g', className)
  const marks = createMarks(() => ({ label: append(group, 'text') }))
  return (ticks: readonly Tick[], placeOf: (tick: Tick) => readonly [number | string, number]) => {
    marks(ticks.length).forEach(({ label }, i) => {
      const tick = ticks[i]!
      label.at(...placeOf(tick)).text(tick.text)
    })
  }
}

/** The middle of a pixel, where a hairline is one pixel wide. */
export function crisp(pixels: number): number {
  return Math.floor(pixels) + 0.5
}
